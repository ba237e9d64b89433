// Every form of PNG, JPEG and WebP is decoded, and truncated or damaged files are errors.
#include <gmock/gmock.h>
#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <new>
#include <random>
#include <string>

#include "images/decode.h"
#include "images/png_writer.h"
#include "tests/image_forms.h"

namespace sinew::test {
namespace {

using images::BrokenImage;
using images::Pixels;
using images::UnsupportedImage;
using testing::Each;
using testing::HasSubstr;

Pixels decoded(std::span<const uint8_t> bytes) {
    return images::decode(bytes, [](const images::Header&) {});
}

uint8_t to8Bits(uint16_t sample, int depth) {
    return static_cast<uint8_t>(depth == 16 ? sample >> 8 : sample * 255 / ((1 << depth) - 1));
}

Bytes rgbaOf(const PngForm& form, const std::vector<uint16_t>& samples) {
    const auto channels = static_cast<size_t>(channelsOf(form.colorType));
    const bool colored = form.colorType & 2, hasAlpha = form.colorType & 4;  // PNG colour type bits
    Bytes rgba;
    for (size_t i = 0; i < samples.size(); i += channels) {
        const uint16_t* s = &samples[i];
        if (form.colorType == 3) {
            for (size_t c = 0; c < 3; ++c) rgba.push_back(form.palette[3 * size_t{*s} + c]);
            rgba.push_back(*s < form.paletteAlpha.size() ? form.paletteAlpha[*s] : uint8_t{255});
            continue;
        }
        for (size_t c = 0; c < 3; ++c) rgba.push_back(to8Bits(s[colored ? c : 0], form.depth));
        const bool hidden = form.transparent && std::all_of(s, s + channels, [&](uint16_t value) {
                                return value == *form.transparent;
                            });
        rgba.push_back(hasAlpha ? to8Bits(s[channels - 1], form.depth) : hidden ? 0 : 255);
    }
    return rgba;
}

TEST(Images, PngsOfAllColoursDepthsAndOrdersAreExact) {
    const std::vector<PngForm> forms = allPngForms();
    EXPECT_EQ(forms.size(), 41u);
    for (const PngForm& form : forms) {
        const std::string name = "colour type " + std::to_string(form.colorType) + ", " +
                                 std::to_string(form.depth) + " bits" +
                                 (form.interlaced ? ", interlaced" : "");
        std::vector<uint16_t> samples = samplesOf(form);
        if (form.colorType == 2 && form.transparent) std::fill_n(&samples[3], 3, 1);
        const Pixels pixels = decoded(encodePngForm(form, samples));
        EXPECT_EQ(pixels.width, kImageWidth) << name;
        EXPECT_EQ(pixels.height, kImageHeight) << name;
        EXPECT_EQ(pixels.rgba, rgbaOf(form, samples)) << name;
    }
}

TEST(Images, WhatIsWrittenAsPngIsReadBack) {
    Bytes rgba(4 * 31 * 17);
    for (size_t i = 0; i < rgba.size(); ++i) rgba[i] = static_cast<uint8_t>(i * i / 3);
    const std::string png = images::encodePng(31, 17, rgba);
    const Pixels pixels = decoded({reinterpret_cast<const uint8_t*>(png.data()), png.size()});
    EXPECT_EQ(pixels.width, 31u);
    EXPECT_EQ(pixels.rgba, rgba);
    EXPECT_THROW(images::encodePng(0, 17, {}), std::runtime_error);
    EXPECT_THROW(images::encodePng(31, 18, rgba), std::runtime_error);
}

// Returns the displayed value of a channel of slope(), 0 to 255.
int shown(const JpegForm& form, const uint8_t* sample, int channel) {
    const int channels = samplesOfPixel(form.colors);
    if (channels == 1) return sample[0];
    if (channels == 3) return sample[channel];
    return form.adobe ? sample[channel] * sample[3] / 255
                      : (255 - sample[channel]) * (255 - sample[3]) / 255;
}

TEST(Images, JpegsOfAllColoursAndOrdersAreClose) {
    for (const JpegForm& form : allJpegForms()) {
        SCOPED_TRACE("colours " + std::to_string(static_cast<int>(form.colors)) +
                     (form.progressive ? ", progressive" : ""));
        const int channels = samplesOfPixel(form.colors);
        const Bytes samples = slope(form.width, form.height, channels);
        const Pixels pixels = decoded(encodeJpeg(form, samples));
        ASSERT_EQ(pixels.rgba.size(), size_t{4} * form.width * form.height);
        for (size_t p = 0; p < pixels.rgba.size() / 4; ++p) {
            const uint8_t* sample = &samples[p * static_cast<size_t>(channels)];
            for (int c = 0; c < 3; ++c) {
                ASSERT_NEAR(pixels.rgba[4 * p + static_cast<size_t>(c)], shown(form, sample, c), 6)
                    << "pixel " << p;
            }
            ASSERT_EQ(pixels.rgba[4 * p + 3], 255);
        }
    }
}

TEST(Images, WebpsAreReadLossyAndLosslessWithAndWithoutAlpha) {
    for (const bool lossless : {false, true}) {
        for (const bool alpha : {false, true}) {
            const Bytes rgba = slope(kImageWidth, kImageHeight, 4);
            const Pixels pixels = decoded(webpOf(lossless, alpha));
            ASSERT_EQ(pixels.rgba.size(), rgba.size());
            for (size_t i = 0; i < rgba.size(); ++i) {
                if (i % 4 == 3) {
                    ASSERT_EQ(pixels.rgba[i], alpha ? static_cast<uint8_t>(i) : 255);
                } else {
                    ASSERT_NEAR(pixels.rgba[i], rgba[i], lossless ? 0 : 12);
                }
            }
        }
    }
}

// Returns the error message of decoding, or an empty string.
std::string faultOf(std::span<const uint8_t> bytes) {
    try {
        decoded(bytes);
    } catch (const BrokenImage& broken) {
        return broken.what();
    } catch (const UnsupportedImage& unsupported) {
        return unsupported.what();
    }
    return {};
}

TEST(ImageErrors, FilesCutAnywhereAreRefused) {
    for (const ImageFile& sample : imagesOfAllForms()) {
        ASSERT_EQ(faultOf(sample.bytes), "") << sample.name;
        for (size_t size = 0; size + sample.mayMiss < sample.bytes.size(); ++size) {
            ASSERT_NE(faultOf(std::span(sample.bytes).first(size)), "")
                << sample.name << " of " << sample.bytes.size() << " cut to " << size;
        }
    }
}

TEST(ImageErrors, AMissingEndMarkerOfAJpegCostsNothing) {
    Bytes bytes = jpegOf({.width = 37, .height = 21});
    const Pixels complete = decoded(bytes);
    bytes.resize(bytes.size() - 2);
    EXPECT_EQ(decoded(bytes).rgba, complete.rgba);
    bytes = jpegOf({.width = 37, .height = 21, .progressive = true});
    bytes.resize(bytes.size() - 2);
    // A progressive JPEG needs its end marker, because more scans could follow.
    EXPECT_EQ(faultOf(bytes), "the JPEG ends too early");
}

TEST(ImageErrors, DamagedFilesGiveAnImageOrOnePrintableLine) {
    std::mt19937 random(11);
    for (const ImageFile& sample : imagesOfAllForms()) {
        for (int round = 0; round < 40; ++round) {
            Bytes bytes = sample.bytes;
            for (int i = 0; i < 1 + round % 4; ++i) {
                bytes[random() % bytes.size()] = static_cast<uint8_t>(random());
            }
            try {
                images::decode(bytes, [](const images::Header& header) {
                    if (uint64_t{header.width} * header.height > 1 << 20) throw 1;
                });
            } catch (const std::runtime_error& error) {
                EXPECT_THAT(std::string(error.what()),
                            Each(testing::AllOf(testing::Ge(' '), testing::Le('~'))));
            } catch (int) {
            }
        }
    }
}

TEST(ImageErrors, AJpegOfMoreScansThanAnyoneWritesIsRefused) {
    JpegForm form{.width = 16, .height = 16, .colors = JpegColors::grey, .progressive = true};
    form.scans = 64;
    EXPECT_EQ(faultOf(jpegOf(form)), "");
    form.scans = 65;
    EXPECT_THAT(faultOf(jpegOf(form)), HasSubstr("the JPEG is damaged"));
}

TEST(ImageErrors, SizesAreShownBeforeAPixelIsDecoded) {
    struct Refused {};
    for (const ImageFile& sample : imagesOfAllForms()) {
        // The file is truncated, so that decoding its pixels would fail with another error.
        const auto cut = std::span(sample.bytes).first(sample.bytes.size() - 13);
        uint32_t width = 0;
        const auto refuse = [&](const images::Header& header) {
            width = header.width;
            throw Refused{};
        };
        EXPECT_THROW(images::decode(cut, refuse), Refused) << sample.name;
        EXPECT_EQ(images::readHeader(cut).width, width);
        EXPECT_TRUE(width == kImageWidth || width == 37) << width;
    }
}

#if !defined(__SANITIZE_ADDRESS__)
size_t addressSpace() {
    size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * 4096;
}

// Decodes with at most `moreBytes` more address space, and exits with 3 if memory is exhausted, 4
// after another error, else 0.
void decodeWithin(const Bytes& bytes, size_t moreBytes) {
    const rlimit limit{addressSpace() + moreBytes, RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &limit);
    int code = 0;
    try {
        decoded(bytes);
    } catch (const std::bad_alloc&) {
        code = 3;
    } catch (const std::exception&) {
        code = 4;
    }
    std::_Exit(code);
}

TEST(ImageErrors, TooLittleMemoryIsNotABrokenImage) {
    // The death tests run in a new process. Freed memory returns to the system.
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    mallopt(M_MMAP_THRESHOLD, 1 << 17);
    constexpr uint32_t kSide = 2048;
    constexpr size_t kPixels = size_t{kSide} * kSide;
    JpegForm form{.width = kSide, .height = kSide, .colors = JpegColors::grey, .progressive = true};
    const Bytes jpeg = encodeJpeg(form, Bytes(kPixels, 100));
    const Bytes webp = encodeWebp(kSide, kSide, Bytes(4 * kPixels, 100), true);
    for (const Bytes& bytes : {jpeg, webp}) {
        // The first limit has memory for the pixels but not for the decoder, the second for both.
        EXPECT_EXIT(decodeWithin(bytes, 4 * kPixels + (2 << 20)), testing::ExitedWithCode(3), "");
        EXPECT_EXIT(decodeWithin(bytes, size_t{64} << 20), testing::ExitedWithCode(0), "");
    }
}
#endif

}  // namespace
}  // namespace sinew::test
