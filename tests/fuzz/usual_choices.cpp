// A stand-in for skinning/gpu/verify/choices.cpp, which needs Vulkan: sinew-fuzz-json links readers
// only.
#include "skinning/gpu/verify/choices.h"

namespace sinew {

std::vector<SkinChoice> usualChoices() {
    return parseChoices("all");
}

}  // namespace sinew
