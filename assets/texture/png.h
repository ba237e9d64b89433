// Writes PNG pictures whose bytes depend on nothing but the pixels.
#pragma once

#include <cstdint>
#include <vector>

namespace sinew::assets {

/// An 8-bit RGB picture, rows from the top.
struct Picture {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;
};

/// The bytes of a PNG file. The compressor is this program's own, because the output of a library's
/// differs between its releases and the shipped files are compared byte for byte.
std::vector<std::uint8_t> encodePng(const Picture& picture);

}  // namespace sinew::assets
