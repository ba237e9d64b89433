// Records barriers with vkCmdPipelineBarrier2.
#include "renderer/barrier.h"

namespace sinew {

void memoryBarrier(VkCommandBuffer commands, Access before, Access after) {
    const VkMemoryBarrier2 barrier{
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
        .srcStageMask = before.stage,
        .srcAccessMask = before.access,
        .dstStageMask = after.stage,
        .dstAccessMask = after.access,
    };
    const VkDependencyInfo dependency{
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .memoryBarrierCount = 1,
        .pMemoryBarriers = &barrier,
    };
    vkCmdPipelineBarrier2(commands, &dependency);
}

void imageBarrier(VkCommandBuffer commands, const ImageTransition& transition) {
    const VkImageMemoryBarrier2 barrier{
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
        .srcStageMask = transition.before.stage,
        .srcAccessMask = transition.before.access,
        .dstStageMask = transition.after.stage,
        .dstAccessMask = transition.after.access,
        .oldLayout = transition.from,
        .newLayout = transition.to,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = transition.image,
        .subresourceRange = {transition.aspect, transition.firstMip, transition.mipCount, 0,
                             VK_REMAINING_ARRAY_LAYERS},
    };
    const VkDependencyInfo dependency{
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .imageMemoryBarrierCount = 1,
        .pImageMemoryBarriers = &barrier,
    };
    vkCmdPipelineBarrier2(commands, &dependency);
}

}  // namespace sinew
