// Begins, submits and finishes frames.
#include "renderer/frame_ring.h"

#include <chrono>

namespace sinew {

FrameRing FrameRing::create(const Device& device) {
    FrameRing ring;
    for (Slot& slot : ring.slots_) {
        slot.pool = createCommandPool(device, "frame", slot.commands);
        slot.fence = createFence(device, "frame", VK_FENCE_CREATE_SIGNALED_BIT);
    }
    return ring;
}

VkCommandBuffer FrameRing::begin(const Device& device) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    slot_ = (slot_ + 1) % kFramesInFlight;
    Slot& slot = slots_[slot_];
    const VkFence fence = slot.fence.get();
    VK_CHECK(vkWaitForFences(device.get(), 1, &fence, VK_TRUE, UINT64_MAX));
    waitedMs_ = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    slot.retired.clear();
    beginOnce(device, slot.pool, slot.commands);
    return slot.commands;
}

void FrameRing::submit(const Device& device, const Signals& wanted) {
    const Slot& slot = slots_[slot_];
    VK_CHECK(vkEndCommandBuffer(slot.commands));
    const VkSemaphoreSubmitInfo wait{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                     .semaphore = wanted.wait,
                                     .stageMask = wanted.waitStage};
    const VkSemaphoreSubmitInfo signal{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                       .semaphore = wanted.signal,
                                       .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
    const VkCommandBufferSubmitInfo commands{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                             .commandBuffer = slot.commands};
    const VkSubmitInfo2 info{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
        .waitSemaphoreInfoCount = wanted.wait ? 1u : 0u,
        .pWaitSemaphoreInfos = &wait,
        .commandBufferInfoCount = 1,
        .pCommandBufferInfos = &commands,
        .signalSemaphoreInfoCount = wanted.signal ? 1u : 0u,
        .pSignalSemaphoreInfos = &signal,
    };
    // If a frame throws before its submission, the next begin() of this slot needs a signalled
    // fence. So the fence is reset only here.
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
