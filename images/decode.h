// Decodes PNG, JPEG and WebP files with libpng, libjpeg-turbo and libwebp.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <vector>

namespace sinew::images {

/// 8 bits each of red, green, blue and straight alpha; the first row is the top.
struct Pixels {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<uint8_t> rgba;
};

struct Header {
    uint32_t width = 0;
    uint32_t height = 0;
    uint64_t decoderBytes = 0;  // upper bound of the decoder's memory, without the pixels
};

/// The file is truncated or damaged; what() is one line of printable ASCII.
class BrokenImage : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The image has an unsupported format, which what() names.
class UnsupportedImage : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads the header; `bytes` may be the first part of a file. Throws like decode(), and BrokenImage
/// if the header is incomplete.
Header readHeader(std::span<const uint8_t> bytes);

/// May throw to refuse the image.
using Admit = std::function<void(const Header&)>;

/// Calls `admit` before it allocates the pixels. Ignores gamma and colour profiles, as glTF
/// requires; 16-bit channels lose their low bytes. Throws BrokenImage, UnsupportedImage,
/// std::bad_alloc and exceptions of `admit`.
Pixels decode(std::span<const uint8_t> bytes, const Admit& admit);

}  // namespace sinew::images
