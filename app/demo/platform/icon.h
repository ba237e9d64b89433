// The window's icon: a bent limb of two bones.
#pragma once

#include <cstdint>
#include <vector>

namespace sinew {

/// Returns `size` x `size` RGBA pixels, top row first.
std::vector<uint8_t> iconPixels(uint32_t size);

}  // namespace sinew
