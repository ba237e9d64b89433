// Small copies of a model's images, in a grid.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/model.h"

namespace sinew {

inline constexpr uint32_t kThumbnailSide = 64;  // pixels
inline constexpr uint32_t kThumbnailColumns = 16;
/// Limits the height of the grid to 4096 pixels, the image size that every Vulkan device supports.
inline constexpr uint32_t kMostThumbnails = kThumbnailColumns * (4096 / kThumbnailSide);

struct Thumbnails {
    uint32_t width = 0;         // pixels
    uint32_t height = 0;        // 0 without images
    std::vector<uint8_t> rgba;  // opaque, rows from the top

    /// Returns the top left texel of image `index`, which must be below kMostThumbnails.
    static glm::uvec2 cornerOf(uint32_t index) {
        return kThumbnailSide * glm::uvec2(index % kThumbnailColumns, index / kThumbnailColumns);
    }
};

/// Returns the images in reduced size. Each pixel is the mean of a few texels, so that large images
/// cost no more than small ones.
Thumbnails thumbnailsOf(const std::vector<Image>& images);

}  // namespace sinew
