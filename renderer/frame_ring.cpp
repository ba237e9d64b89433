// Beginning, submitting and finishing frames.
#include "renderer/frame_ring.h"

namespace sinew {

FrameRing FrameRing::create(const Device& device) {
    FrameRing ring;
    for (Slot& slot : ring.slots_) {
        const VkCommandPoolCreateInfo poolInfo{
            .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
            .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
            .queueFamilyIndex = device.queueFamily(),
        };
        VkCommandPool pool = VK_NULL_HANDLE;
        VK_CHECK(vkCreateCommandPool(device.get(), &poolInfo, nullptr, &pool));
        slot.pool = CommandPool(device.get(), pool);
        const VkCommandBufferAllocateInfo info{
            .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
            .commandPool = pool,
            .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
            .commandBufferCount = 1,
        };
        VK_CHECK(vkAllocateCommandBuffers(device.get(), &info, &slot.commands));
        const VkFenceCreateInfo fenceInfo{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
                                          .flags = VK_FENCE_CREATE_SIGNALED_BIT};
        VkFence fence = VK_NULL_HANDLE;
        VK_CHECK(vkCreateFence(device.get(), &fenceInfo, nullptr, &fence));
        slot.fence = Fence(device.get(), fence);
    }
    return ring;
}

VkCommandBuffer FrameRing::begin(const Device& device) {
    slot_ = (slot_ + 1) % kFramesInFlight;
    Slot& slot = slots_[slot_];
    const VkFence fence = slot.fence.get();
    VK_CHECK(vkWaitForFences(device.get(), 1, &fence, VK_TRUE, UINT64_MAX));
    slot.retired.clear();
    VK_CHECK(vkResetCommandPool(device.get(), slot.pool.get(), 0));
    const VkCommandBufferBeginInfo info{
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    VK_CHECK(vkBeginCommandBuffer(slot.commands, &info));
    return slot.commands;
}

void FrameRing::submit(const Device& device, VkSemaphore wait, VkPipelineStageFlags2 waitStage,
                       VkSemaphore signal) {
    Slot& slot = slots_[slot_];
    VK_CHECK(vkEndCommandBuffer(slot.commands));
    const VkSemaphoreSubmitInfo waitInfo{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                         .semaphore = wait,
                                         .stageMask = waitStage};
    const VkSemaphoreSubmitInfo signalInfo{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                           .semaphore = signal,
                                           .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
    const VkCommandBufferSubmitInfo commands{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                             .commandBuffer = slot.commands};
    const VkSubmitInfo2 info{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
        .waitSemaphoreInfoCount = wait ? 1u : 0u,
        .pWaitSemaphoreInfos = &waitInfo,
        .commandBufferInfoCount = 1,
        .pCommandBufferInfos = &commands,
        .signalSemaphoreInfoCount = signal ? 1u : 0u,
        .pSignalSemaphoreInfos = &signalInfo,
    };
    // Reset only now: a frame that threw before its submission leaves the fence signalled.
    const VkFence fence = slot.fence.get();
    VK_CHECK(vkResetFences(device.get(), 1, &fence));
    VK_CHECK(vkQueueSubmit2(device.queue(), 1, &info, fence));
}

void FrameRing::finish(const Device& device) {
    for (Slot& slot : slots_) {
        const VkFence fence = slot.fence.get();
        VK_CHECK(vkWaitForFences(device.get(), 1, &fence, VK_TRUE, UINT64_MAX));
        slot.retired.clear();
    }
}

}  // namespace sinew
