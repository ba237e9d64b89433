// Encodes PNG with libpng's simplified interface, which needs no longjmp.
#include "images/png_writer.h"

#include <png.h>

#include <stdexcept>

namespace sinew::images {

std::string encodePng(uint32_t width, uint32_t height, std::span<const uint8_t> rgba) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = PNG_FORMAT_RGBA;
    constexpr uint64_t kMostPixels = uint64_t{1} << 29;  // 2 GiB
    const uint64_t pixels = uint64_t{width} * height;
    bool done = pixels > 0 && pixels <= kMostPixels && rgba.size() == 4 * pixels;
    std::string bytes;
    if (done) {
        png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
        bytes.resize(size);
        done =
            png_image_write_to_memory(&image, bytes.data(), &size, 0, rgba.data(), 0, nullptr) != 0;
        bytes.resize(size);
    }
    png_image_free(&image);
    if (!done) {
        throw std::runtime_error("encoding the image as PNG failed; try a smaller --size");
    }
    return bytes;
}

}  // namespace sinew::images
