// A crowd as one frame skins and draws it.
#pragma once

#include "skinning/gpu/crowd/skinned_crowd.h"

namespace sinew {

struct CrowdNow {
    const SkinnedCrowd& crowd;
    uint32_t model = 0;                // index of its model
    const Buffer* captured = nullptr;  // receives vertices for the difference view
};

}  // namespace sinew
