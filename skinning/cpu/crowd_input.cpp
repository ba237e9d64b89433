// The size of a vertex that the CPU methods write.
#include "skinning/cpu/crowd_input.h"

#include "shaders/shared/vertex.h"
#include "skinning/settings.h"

namespace sinew {

size_t vertexBytes(Output output) {
    return output == Output::full ? sizeof(gpu::PackedVertex) : sizeof(gpu::CompactVertex);
}

}  // namespace sinew
