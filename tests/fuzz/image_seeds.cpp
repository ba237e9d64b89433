#include "tests/fuzz/image_seeds.h"

#include "tests/encode_image.h"

namespace sinew::test {
namespace {

constexpr uint32_t kSide = 19;  // pixels

class Seeds {
public:
    void add(const std::string& format, Bytes bytes) {
        seeds_.push_back({format + std::to_string(seeds_.size()), std::move(bytes)});
    }
    std::vector<ImageSeed> take() { return std::move(seeds_); }

private:
    std::vector<ImageSeed> seeds_;
};

Bytes slope(size_t count) {
    Bytes bytes(count);
    for (size_t i = 0; i < count; ++i) bytes[i] = static_cast<uint8_t>(i / 3 + i % 4 * 50);
    return bytes;
}

void addPngs(Seeds& seeds) {
    constexpr int kForms[][2] = {{0, 1}, {0, 2}, {0, 8}, {0, 16}, {2, 8}, {2, 16}, {3, 1},
                                 {3, 4}, {3, 8}, {4, 8}, {4, 16}, {6, 8}, {6, 16}};
    for (const auto& [colorType, depth] : kForms) {
        PngForm form{.width = kSide, .height = kSide, .depth = depth, .colorType = colorType};
        if (colorType == 3) form.palette.resize(size_t{3} << depth, 77);
        std::vector<uint16_t> samples(size_t{4} * kSide * kSide);
        for (size_t i = 0; i < samples.size(); ++i) {
            samples[i] = static_cast<uint16_t>(i & ((1u << depth) - 1));
        }
        seeds.add("png", encodePngForm(form, samples));
        if (colorType == 3) form.paletteAlpha = {0, 100};
        if (colorType == 0 || colorType == 2) form.transparent = uint16_t{1};
        form.interlaced = form.gamma = true;
        seeds.add("png", encodePngForm(form, samples));
    }
}

void addJpegs(Seeds& seeds) {
    const Bytes samples = slope(size_t{4} * kSide * kSide);
    for (const JpegColors colors : {JpegColors::grey, JpegColors::yCbCr, JpegColors::rgb,
                                    JpegColors::cmyk, JpegColors::ycck}) {
        for (const bool progressive : {false, true}) {
            JpegForm form{
                .width = kSide, .height = kSide, .colors = colors, .progressive = progressive};
            seeds.add("jpeg", encodeJpeg(form, samples));
            form.arithmetic = true;
            seeds.add("jpeg", encodeJpeg(form, samples));
        }
    }
    for (const bool progressive : {false, true}) {
        seeds.add("jpeg", encodeJpeg({.width = kSide,
                                      .height = kSide,
                                      .progressive = progressive,
                                      .halfColors = true,
                                      .restartRows = 1},
                                     samples));
    }
}

void addWebps(Seeds& seeds) {
    for (const bool lossless : {false, true}) {
        for (const bool alpha : {false, true}) {
            Bytes rgba = slope(size_t{4} * kSide * kSide);
            for (size_t i = 3; i < rgba.size(); i += 4) {
                rgba[i] = alpha ? static_cast<uint8_t>(i) : uint8_t{255};
            }
            seeds.add("webp", encodeWebp(kSide, kSide, rgba, lossless));
        }
    }
}

}  // namespace

std::vector<ImageSeed> imageSeeds() {
    Seeds seeds;
    addPngs(seeds);
    addJpegs(seeds);
    addWebps(seeds);
    return seeds.take();
}

}  // namespace sinew::test
