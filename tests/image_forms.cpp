#include "tests/image_forms.h"

#include <random>

namespace sinew::test {
namespace {

struct Depths {
    int colorType;
    std::vector<int> depths;
};
const Depths kPngDepths[] = {
    {0, {1, 2, 4, 8, 16}}, {2, {8, 16}}, {3, {1, 2, 4, 8}}, {4, {8, 16}}, {6, {8, 16}}};

}  // namespace

int channelsOf(int colorType) {
    return colorType == 2 ? 3 : colorType == 4 ? 2 : colorType == 6 ? 4 : 1;
}

std::vector<PngForm> allPngForms() {
    std::vector<PngForm> forms;
    for (const auto& [colorType, depths] : kPngDepths) {
        for (const int depth : depths) {
            // A gamma chunk and text chunks must not change the pixels.
            PngForm form{.width = kImageWidth,
                         .height = kImageHeight,
                         .depth = depth,
                         .colorType = colorType,
                         .gamma = colorType == 2};
            if (colorType == 3) {
                for (int i = 0; i < 3 << depth; ++i) {
                    form.palette.push_back(static_cast<uint8_t>(i * 37));
                }
            }
            for (const bool interlaced : {false, true}) {
                form.interlaced = interlaced;
                forms.push_back(form);
            }
            if (colorType > 3) continue;
            if (colorType == 3) {
                form.paletteAlpha = depth == 1 ? Bytes{9} : Bytes{0, 100, 200};
            } else {
                form.transparent = uint16_t{1};
            }
            forms.push_back(form);
        }
    }
    return forms;
}

std::vector<uint16_t> samplesOf(const PngForm& form) {
    std::mt19937 random(7);
    std::uniform_int_distribution<int> sample(0, (1 << form.depth) - 1);
    std::vector<uint16_t> samples(size_t{kImageWidth} * kImageHeight *
                                  static_cast<size_t>(channelsOf(form.colorType)));
    for (uint16_t& s : samples) s = static_cast<uint16_t>(sample(random));
    return samples;
}

Bytes slope(uint32_t width, uint32_t height, int channels) {
    Bytes samples;
    for (uint32_t y = 0; y < height; ++y) {
        for (uint32_t x = 0; x < width; ++x) {
            const int values[] = {40 + static_cast<int>(x * 150 / width),
                                  30 + static_cast<int>(y * 150 / height), 90, 200};
            for (int c = 0; c < channels; ++c) samples.push_back(static_cast<uint8_t>(values[c]));
        }
    }
    return samples;
}

int samplesOfPixel(JpegColors colors) {
    if (colors == JpegColors::grey) return 1;
    return colors == JpegColors::cmyk || colors == JpegColors::ycck ? 4 : 3;
}

Bytes jpegOf(const JpegForm& form) {
    return encodeJpeg(form, slope(form.width, form.height, samplesOfPixel(form.colors)));
}

std::vector<JpegForm> allJpegForms() {
    std::vector<JpegForm> forms;
    for (const JpegColors colors : {JpegColors::grey, JpegColors::yCbCr, JpegColors::rgb,
                                    JpegColors::cmyk, JpegColors::ycck}) {
        for (const bool progressive : {false, true}) {
            for (const bool arithmetic : {false, true}) {
                forms.push_back({.width = 37,
                                 .height = 21,
                                 .colors = colors,
                                 .progressive = progressive,
                                 .arithmetic = arithmetic});
            }
        }
    }
    forms.push_back({.width = 37, .height = 21, .halfColors = true});
    forms.push_back({.width = 37, .height = 21, .progressive = true, .halfColors = true});
    forms.push_back({.width = 37, .height = 21, .restartRows = 1});
    forms.push_back({.width = 37, .height = 21, .colors = JpegColors::cmyk, .adobe = false});
    return forms;
}

Bytes webpOf(bool lossless, bool alpha) {
    Bytes rgba = slope(kImageWidth, kImageHeight, 4);
    for (size_t i = 3; i < rgba.size(); i += 4) {
        rgba[i] = alpha ? static_cast<uint8_t>(i) : uint8_t{255};
    }
    return encodeWebp(kImageWidth, kImageHeight, rgba, lossless);
}

std::vector<ImageFile> imagesOfAllForms() {
    std::vector<ImageFile> files;
    const auto add = [&files](const char* format, Bytes bytes, size_t mayMiss = 0) {
        files.push_back({format + std::to_string(files.size()), std::move(bytes), mayMiss});
    };
    for (const PngForm& form : allPngForms()) add("png", encodePngForm(form, samplesOf(form)));
    for (const JpegForm& form : allJpegForms()) {
        // The end marker is optional, and the last byte of the pixels may be padding. But
        // progressive and arithmetic decoders detect a missing end.
        add("jpeg", jpegOf(form), form.progressive || form.arithmetic ? 0 : 3);
    }
    for (const bool lossless : {false, true}) {
        for (const bool alpha : {false, true}) add("webp", webpOf(lossless, alpha));
    }
    return files;
}

}  // namespace sinew::test
