// Pixels as PNG.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace sinew::images {

/// The bytes of a PNG file. `rgba` is sRGB with straight alpha, rows from the top. Throws
/// std::runtime_error where the picture is too large to encode, and std::bad_alloc.
std::string encodePng(uint32_t width, uint32_t height, std::span<const uint8_t> rgba);

}  // namespace sinew::images
