// PNG, JPEG and WebP files as pixels, by libpng, libjpeg-turbo and libwebp.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <vector>

namespace sinew::images {

/// 8 bits each of red, green, blue and straight alpha, rows from the top.
struct Pixels {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<uint8_t> rgba;
};

/// What the header of a file says. No pixel is decoded yet.
struct Header {
    uint32_t width = 0;
    uint32_t height = 0;
    uint64_t decoderBytes = 0;  // memory that decoding takes beside the pixels, at most
};

/// The file is cut or damaged; what() says how, in one line of printable ASCII.
class BrokenImage : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The file may be whole, but is of a kind that is not read; what() says which.
class UnsupportedImage : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads the header alone: `bytes` may be the first part of a file. Throws as decode() does; where
/// more bytes are needed, BrokenImage.
Header readHeader(std::span<const uint8_t> bytes);

/// May throw, to refuse the image.
using Admit = std::function<void(const Header&)>;

/// Decodes an image. Calls `admit` before memory is taken for its pixels. Gamma and colour profiles
/// are ignored, as glTF demands; of 16-bit channels the high bytes are taken. Throws BrokenImage,
/// UnsupportedImage, std::bad_alloc and what `admit` throws.
Pixels decode(std::span<const uint8_t> bytes, const Admit& admit);

}  // namespace sinew::images
