// Small images in every form of PNG, JPEG and WebP, for tests and as the first inputs of the
// fuzzer.
#pragma once

#include <string>

#include "tests/encode_image.h"

namespace sinew::test {

/// The size of PNG and WebP files, pixels.
inline constexpr uint32_t kImageWidth = 13, kImageHeight = 9;

/// Returns every legal colour type and depth, with and without interlacing and tRNS (transparency).
std::vector<PngForm> allPngForms();
int channelsOf(int colorType);
/// Returns random samples, the same in every call.
std::vector<uint16_t> samplesOf(const PngForm& form);

std::vector<JpegForm> allJpegForms();
int samplesOfPixel(JpegColors colors);
/// Returns a colour gradient that lossy encoders change little: grey, RGB, or CMYK with little
/// black.
Bytes slope(uint32_t width, uint32_t height, int channels);
/// Encodes slope().
Bytes jpegOf(const JpegForm& form);
Bytes webpOf(bool lossless, bool alpha);

struct ImageFile {
    std::string name;  // unique; letters and digits
    Bytes bytes;
    size_t mayMiss = 0;  // number of bytes at the end that no pixel needs
};
/// Returns files of all forms, the same in every call.
std::vector<ImageFile> imagesOfAllForms();

}  // namespace sinew::test
