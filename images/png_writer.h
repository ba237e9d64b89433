// Encodes pixels as PNG.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace sinew::images {

/// Returns the bytes of a PNG file. `rgba`: sRGB with straight alpha, the first row is the top row.
/// Throws std::runtime_error if the image is too large, and std::bad_alloc.
std::string encodePng(uint32_t width, uint32_t height, std::span<const uint8_t> rgba);

}  // namespace sinew::images
