// PNG files of a few pixels, in any colour type and bit depth, their data stored and not deflated.
#pragma once

#include "tests/torture/gltf.h"

namespace sinew::torture {

/// What IHDR says, see section 11.2.2 of the PNG specification.
struct PngHeader {
    uint32_t width = 0;
    uint32_t height = 0;
    uint8_t bitDepth = 8;
    uint8_t colorType = 2;  // 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA
};

/// `rows` are the bytes of all rows, from the top; `palette` RGB triples of colour type 3.
Bytes png(const PngHeader& header, const Bytes& rows, const Bytes& palette = {});

/// The same around rows that stand behind their filters; they may be too few for the header.
Bytes pngOfFiltered(const PngHeader& header, const Bytes& filtered, const Bytes& palette = {});

/// A red and a green pixel above a blue and a white one, RGB.
Bytes fourPixels();

}  // namespace sinew::torture
