// Encodes image files for tests, with the libraries that also read them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sinew::test {

using Bytes = std::vector<uint8_t>;

struct PngForm {
    uint32_t width = 0;
    uint32_t height = 0;
    int depth = 8;
    int colorType = 6;  // 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA
    bool interlaced = false;
    std::vector<uint8_t> palette = {};         // RGB triples
    std::vector<uint8_t> paletteAlpha = {};    // tRNS chunk: alpha of a palette
    std::optional<uint16_t> transparent = {};  // tRNS chunk: a colour in grey or RGB
    bool gamma = false;                        // adds chunks that a reader must ignore
};

/// Returns a PNG file. `samples` are channels of pixels from the top left, each below 2^depth.
Bytes encodePngForm(const PngForm& form, std::span<const uint16_t> samples);

enum class JpegColors : uint8_t { grey, yCbCr, rgb, cmyk, ycck };

struct JpegForm {
    uint32_t width = 0;
    uint32_t height = 0;
    JpegColors colors = JpegColors::yCbCr;
    bool progressive = false;
    bool arithmetic = false;
    bool halfColors = false;  // 4:2:0
    bool adobe = true;        // CMYK and YCCK have the Adobe marker
    uint32_t restartRows = 0;
    int scans = 0;  // number of scans, if grey and progressive; 0: the library's default
};

/// Returns a JPEG file. Each pixel has one byte in `samples` for grey, four for CMYK and YCCK (as
/// CMYK), and three (RGB) otherwise.
Bytes encodeJpeg(const JpegForm& form, std::span<const uint8_t> samples);

/// Encodes `rgba` as WebP. A lossless file keeps the colours of pixels with alpha 0.
Bytes encodeWebp(uint32_t width, uint32_t height, std::span<const uint8_t> rgba, bool lossless);

}  // namespace sinew::test
