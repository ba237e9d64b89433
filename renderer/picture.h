// Pictures in memory: a target to render into, and reading it back.
#pragma once

#include "renderer/resources.h"
#include "renderer/target.h"

namespace sinew {

/// sRGB-encoded RGBA, rows from the top.
struct Picture {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<uint8_t> rgba;
};

/// An image to render into when there is no window. Move-only.
class OffscreenTarget {
public:
    static constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_SRGB;

    /// Throws std::runtime_error when the device has no image of that size.
    /// `format`: kFormat, or a window's with the same bytes in the order B, G, R, A.
    static OffscreenTarget create(const Device& device, VkExtent2D extent,
                                  VkFormat format = kFormat);
    Target target() const { return {image_.get(), image_.view(), image_.extent(), format_}; }

    /// Copies the picture out; the image must be in TRANSFER_SRC_OPTIMAL and its frame finished.
    Picture read(const Device& device) const;

private:
    Image2D image_;
    VkFormat format_ = kFormat;
};

}  // namespace sinew
