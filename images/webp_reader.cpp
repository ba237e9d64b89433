// Decodes WebP with libwebp: lossy and lossless, with and without alpha.
#include <webp/decode.h>

#include <new>

#include "images/readers.h"

namespace sinew::images {

namespace {

// Returns true if an allocation of `bytes` fails now. The status is not enough, because libwebp 1.5
// also reports "out of memory" for a damaged alpha header.
bool isMemoryShort(uint64_t bytes) {
    void* const memory = ::operator new(bytes, std::nothrow);
    ::operator delete(memory);
    return memory == nullptr;
}

void require(VP8StatusCode status, uint64_t decoderBytes) {
    switch (status) {
        case VP8_STATUS_OK:
            return;
        case VP8_STATUS_OUT_OF_MEMORY:
            if (isMemoryShort(decoderBytes)) throwFault(Outcome::noMemory, "WebP", "libwebp", "");
            throwFault(Outcome::damaged, "WebP", "libwebp", "error in the alpha channel");
        case VP8_STATUS_NOT_ENOUGH_DATA:
        case VP8_STATUS_SUSPENDED:
            throwFault(Outcome::cut, "WebP", "libwebp", "");
        case VP8_STATUS_UNSUPPORTED_FEATURE:
            throwFault(Outcome::damaged, "WebP", "libwebp", "an unsupported feature");
        default:
            throwFault(Outcome::damaged, "WebP", "libwebp", "error in the bitstream");
    }
}

}  // namespace

WebpReader::WebpReader(std::span<const uint8_t> bytes) : bytes_(bytes) {
    WebPBitstreamFeatures features;
    require(WebPGetFeatures(bytes.data(), bytes.size(), &features), 0);
    if (features.has_animation != 0) {
        throw UnsupportedImage("an animated WebP image is not supported");
    }
    header_.width = static_cast<uint32_t>(features.width);
    header_.height = static_cast<uint32_t>(features.height);
    // libwebp decodes lossless images and alpha into its own buffer.
    header_.decoderBytes = uint64_t{5} * header_.width * header_.height + (1 << 20);
}

void WebpReader::read(std::span<uint8_t> rgba) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) {
        throwFault(Outcome::damaged, "WebP", "libwebp", "another version of the library");
    }
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA = {
        .rgba = rgba.data(), .stride = static_cast<int>(4 * header_.width), .size = rgba.size()};
    const VP8StatusCode status = WebPDecode(bytes_.data(), bytes_.size(), &config);
    WebPFreeDecBuffer(&config.output);
    require(status, header_.decoderBytes);
}

}  // namespace sinew::images
