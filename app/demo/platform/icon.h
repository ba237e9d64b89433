// The window's icon: a bent limb of two bones.
#pragma once

#include <cstdint>
#include <vector>

namespace sinew {

/// `size` x `size` pixels, rows from the top: red, green, blue, alpha.
std::vector<uint8_t> iconPixels(uint32_t size);

}  // namespace sinew
