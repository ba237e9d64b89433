// An offscreen render target, and its image read back to memory.
#pragma once

#include "renderer/passes/target.h"
#include "renderer/resources.h"

namespace sinew {

/// sRGB-encoded RGBA, top row first.
struct Picture {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<uint8_t> rgba;
};

class OffscreenTarget {
public:
    static constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_SRGB;

    /// Throws std::runtime_error if the device does not support the size. `format` is kFormat, or a
    /// window's format with the byte order B, G, R, A.
    static OffscreenTarget create(const Device& device, VkExtent2D extent,
                                  VkFormat format = kFormat);
    Target target() const { return {image_.get(), image_.view(), image_.extent(), format_}; }

    /// Reads the image back to memory. Its layout must be TRANSFER_SRC_OPTIMAL, and the GPU must
    /// have finished the frame.
    Picture read(const Device& device) const;

private:
    Image2D image_;
    VkFormat format_ = kFormat;
};

}  // namespace sinew
