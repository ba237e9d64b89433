// Scales images down to thumbnails.
#include "app/demo/work/thumbnails.h"

#include <algorithm>

namespace sinew {
namespace {

/// Samples per axis of a pixel.
constexpr uint32_t kSamples = 4;

/// Returns the index of the texel at sample `at`, if `count` samples are evenly spaced along `size`
/// texels.
uint64_t texelAt(uint32_t at, uint32_t count, uint32_t size) {
    return (uint64_t{at} * 2 + 1) * size / (uint64_t{count} * 2);
}

void copySmall(const Image& image, const glm::uvec2& corner, Thumbnails& out) {
    constexpr uint32_t kAll = kThumbnailSide * kSamples;
    for (uint32_t y = 0; y < kThumbnailSide; ++y) {
        for (uint32_t x = 0; x < kThumbnailSide; ++x) {
            glm::uvec3 sum(0);
            for (uint32_t sample = 0; sample < kSamples * kSamples; ++sample) {
                const uint64_t u = texelAt(x * kSamples + sample % kSamples, kAll, image.width);
                const uint64_t v = texelAt(y * kSamples + sample / kSamples, kAll, image.height);
                const uint8_t* texel = &image.rgba[4 * (v * image.width + u)];
                sum += glm::uvec3(texel[0], texel[1], texel[2]);
            }
            const glm::uvec3 mean = sum / (kSamples * kSamples);
            const size_t pixel = size_t{corner.y + y} * out.width + corner.x + x;
            for (int i = 0; i < 3; ++i)
                out.rgba[4 * pixel + static_cast<size_t>(i)] = static_cast<uint8_t>(mean[i]);
        }
    }
}

}  // namespace

Thumbnails thumbnailsOf(const std::vector<Image>& images) {
    const auto count = static_cast<uint32_t>(std::min<size_t>(images.size(), kMostThumbnails));
    Thumbnails result;
    result.width = kThumbnailSide * std::min(count, kThumbnailColumns);
    result.height = kThumbnailSide * ((count + kThumbnailColumns - 1) / kThumbnailColumns);
    result.rgba.assign(size_t{4} * result.width * result.height, 255);
    for (uint32_t i = 0; i < count; ++i) {
        copySmall(images[i], Thumbnails::cornerOf(i), result);
    }
    return result;
}

}  // namespace sinew
