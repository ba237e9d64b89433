// Decodes PNG, JPEG and WebP files with libpng, libjpeg-turbo and libwebp.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <vector>

namespace sinew::images {

/// An RGBA image with 8 bits per channel and straight (not premultiplied) alpha. The first row is
/// the top row.
struct Pixels {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<uint8_t> rgba;
};

struct Header {
    uint32_t width = 0;
    uint32_t height = 0;
    uint64_t decoderBytes = 0;  // upper bound of the decoder's memory, without Pixels::rgba
};

/// Reports a truncated or damaged file. what() is one line of printable ASCII.
class BrokenImage : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reports an unsupported image format, which what() names.
class UnsupportedImage : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads the header of an image. `bytes` may be only the beginning of the file. Throws the
/// exceptions of decode(), and BrokenImage if `bytes` does not contain the entire header.
Header readHeader(std::span<const uint8_t> bytes);

/// The caller's check of the image size. It may throw to refuse the image.
using Admit = std::function<void(const Header&)>;

/// Decodes an image. Calls `admit` before it allocates the pixels. Ignores gamma and colour
/// profiles, as glTF requires. Reduces 16-bit channels to their high bytes. Throws BrokenImage,
/// UnsupportedImage, std::bad_alloc and exceptions of `admit`.
Pixels decode(std::span<const uint8_t> bytes, const Admit& admit);

}  // namespace sinew::images
