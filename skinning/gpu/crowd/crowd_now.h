// A crowd as one frame skins and draws it.
#pragma once

#include <cstdint>

namespace sinew {

class Buffer;
class SkinnedCrowd;

struct CrowdNow {
    const SkinnedCrowd& crowd;
    uint32_t model = 0;                // index of its model
    const Buffer* captured = nullptr;  // receives vertices for the difference view
};

}  // namespace sinew
