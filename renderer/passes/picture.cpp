// Creates offscreen targets and reads them back.
#include "renderer/passes/picture.h"

#include <fmt/format.h>

#include "renderer/barrier.h"
#include "renderer/commands.h"

namespace sinew {

OffscreenTarget OffscreenTarget::create(const Device& device, VkExtent2D extent, VkFormat format) {
    const uint32_t most = device.limits().maxImageDimension2D;
    if (extent.width == 0 || extent.height == 0 || extent.width > most || extent.height > most) {
        throw std::runtime_error(
            fmt::format("an image of {} x {} is not supported; '{}' allows 1 to {} pixels per side",
                        extent.width, extent.height, device.info().properties.deviceName, most));
    }
    constexpr uint64_t kBytesAPixel = 16;  // colour, depth, readback copy, target
    const uint64_t bytes = kBytesAPixel * extent.width * extent.height;
    const uint64_t budget = device.memory().budget;
    if (budget > 0 && bytes > budget) {
        throw std::runtime_error(fmt::format(
            "an image of {} x {} needs about {} MB, and '{}' has {} MB; try a smaller --size",
            extent.width, extent.height, bytes >> 20, device.info().properties.deviceName,
            budget >> 20));
    }
    OffscreenTarget target;
    target.image_ = Image2D::create(
        device, {.name = "offscreen target",
                 .extent = extent,
                 .format = format,
                 .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT});
    target.format_ = format;
    return target;
}

Picture OffscreenTarget::read(const Device& device) const {
    const VkExtent2D extent = image_.extent();
    Picture picture{extent.width, extent.height, {}};
    const Buffer readback =
        Buffer::create(device, {.name = "image, readback",
                                .bytes = uint64_t{extent.width} * extent.height * 4,
                                .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                .memory = MemoryUse::readback});
    runCommands(device, [&](VkCommandBuffer commands) {
        const VkBufferImageCopy region{
            .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
            .imageExtent = {extent.width, extent.height, 1},
        };
        vkCmdCopyImageToBuffer(commands, image_.get(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                               readback.get(), 1, &region);
        memoryBarrier(commands, access::kCopyWrite, access::kHostRead);
    });
    const auto bytes = readback.mapped<uint8_t>(0, uint64_t{extent.width} * extent.height * 4);
    picture.rgba.assign(bytes.begin(), bytes.end());
    if (format_ == VK_FORMAT_B8G8R8A8_SRGB) {
        for (size_t i = 0; i < picture.rgba.size(); i += 4) {
            std::swap(picture.rgba[i], picture.rgba[i + 2]);
        }
    }
    return picture;
}

}  // namespace sinew
