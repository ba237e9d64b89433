// Image decoding through stb_image, after the header has been checked.
#include "skinning/gltf/image.h"

#include <stb_image.h>

#include <limits>
#include <memory>
#include <string_view>

#include "skinning/gltf/fault.h"

namespace sinew::gltf {

namespace {

constexpr int kMaxSide = 16384;  // what every Vulkan device of today can hold as a texture

// Deflate reaches 1032:1 and a PNG pixel may be one bit: a header that claims more pixels than
// this for each byte of the file lies.
constexpr uint64_t kMaxPixelsPerByte = 1032 * 8;

// As they are decoded, and as they are copied to the device.
constexpr uint64_t kPixelBytes = 8;

void checkFormat(std::span<const uint8_t> bytes, const std::string& where) {
    const std::string_view head(reinterpret_cast<const char*>(bytes.data()),
                                std::min<size_t>(bytes.size(), 12));
    if (head.starts_with("\x89PNG\r\n\x1a\n") || head.starts_with("\xFF\xD8\xFF")) return;
    constexpr std::string_view kConvert = "convert it to PNG or JPEG";
    if (head.substr(1).starts_with("KTX 20")) {
        fault("KTX2 images are not supported", where, kConvert);
    }
    if (head.starts_with("RIFF") && head.ends_with("WEBP")) {
        fault("WebP images are not supported", where, kConvert);
    }
    fault("the image is neither PNG nor JPEG", where, kConvert);
}

}  // namespace

uint64_t imageCost(const Document& document, int index) {
    // 5:1 is what photographs and paint compress to; a pixel takes as long as ten copied ones.
    constexpr uint64_t kTouched = 50;
    constexpr uint64_t kFileBytes = 1 << 20;  // beside the model: not worth asking the disk
    const ImageSource& source = document.images[static_cast<size_t>(index)];
    const auto view = static_cast<size_t>(source.bufferView);
    if (source.uri.starts_with("data:")) return kTouched * source.uri.size();
    if (!source.uri.empty() || view >= document.gltf.bufferViews.size()) {
        return kTouched * kFileBytes;
    }
    return kTouched * document.gltf.bufferViews[view].byteLength;
}

Image decodeImage(const Document& document, int index) {
    const std::string where = fmt::format("images[{}]", index);
    const ByteSource source = imageBytes(document, static_cast<size_t>(index));
    if (source.size() < 12 || source.size() > std::numeric_limits<int>::max()) {
        fault(fmt::format("an image of {} bytes", source.size()), where, kReexport);
    }
    std::vector<uint8_t> storage;
    const std::span<const uint8_t> bytes = source.all(storage);
    checkFormat(bytes, where);
    const int size = static_cast<int>(bytes.size());
    int width = 0, height = 0, channels = 0;
    if (stbi_info_from_memory(bytes.data(), size, &width, &height, &channels) == 0) {
        fault(fmt::format("broken image: {}", stbi_failure_reason()), where, kReexport);
    }
    if (width < 1 || height < 1 || width > kMaxSide || height > kMaxSide ||
        static_cast<uint64_t>(width) * static_cast<uint64_t>(height) >
            kMaxPixelsPerByte * bytes.size()) {
        fault(fmt::format("an image that claims {} x {} pixels in {} bytes", width, height,
                          bytes.size()),
              where, "scale it down to 16384 pixels a side, or export it again");
    }
    const uint64_t needed = uint64_t(width) * uint64_t(height);
    document.account->memory("pixels", where, needed * kPixelBytes);
    document.account->work("pixels", where, needed);
    const ImageSource& named = document.images[static_cast<size_t>(index)];
    const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
        stbi_load_from_memory(bytes.data(), size, &width, &height, &channels, 4), &stbi_image_free);
    if (!pixels) fault(fmt::format("broken image: {}", stbi_failure_reason()), where, kReexport);
    const auto pixelCount = static_cast<size_t>(width) * static_cast<size_t>(height);
    return {.name = !named.name.empty() ? named.name
                    : named.uri.empty() || named.uri.starts_with("data:")
                        ? fmt::format("image {}", index)
                        : plainText(named.uri),
            .width = static_cast<uint32_t>(width),
            .height = static_cast<uint32_t>(height),
            .rgba = std::vector<uint8_t>(pixels.get(), pixels.get() + 4 * pixelCount)};
}

}  // namespace sinew::gltf
