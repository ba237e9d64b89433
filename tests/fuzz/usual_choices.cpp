// A stand-in for skinning/gpu/choices.cpp, which needs Vulkan: sinew-fuzz-json links readers only.
#include "skinning/gpu/choices.h"

namespace sinew {

std::vector<SkinChoice> usualChoices() {
    return parseChoices("all");
}

}  // namespace sinew
