// Beginning, submitting and finishing frames.
#include "renderer/frame_ring.h"

#include <chrono>
#include <utility>

namespace sinew {
namespace {

Semaphore createTimeline(const Device& device) {
    const VkSemaphoreTypeCreateInfo type{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                         .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    const VkSemaphoreCreateInfo info{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
                                     .pNext = &type};
    VkSemaphore semaphore = VK_NULL_HANDLE;
    VK_CHECK(vkCreateSemaphore(device.get(), &info, nullptr, &semaphore));
    return {device.get(), semaphore};
}

/// Semaphores of a submission.
class SemaphoreList {
public:
    /// `value`: of a timeline.
    void add(VkSemaphore semaphore, VkPipelineStageFlags2 stages, uint64_t value = 0) {
        if (!semaphore) return;
        infos_[count_++] = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                            .semaphore = semaphore,
                            .value = value,
                            .stageMask = stages};
    }
    uint32_t count() const { return count_; }
    const VkSemaphoreSubmitInfo* data() const { return infos_.data(); }

private:
    std::array<VkSemaphoreSubmitInfo, 2> infos_{};
    uint32_t count_ = 0;
};

void submitTo(VkQueue queue, VkCommandBuffer commands, const SemaphoreList& waits,
              const SemaphoreList& signals, VkFence fence) {
    const VkCommandBufferSubmitInfo commandInfo{
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO, .commandBuffer = commands};
    const VkSubmitInfo2 info{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
        .waitSemaphoreInfoCount = waits.count(),
        .pWaitSemaphoreInfos = waits.data(),
        .commandBufferInfoCount = 1,
        .pCommandBufferInfos = &commandInfo,
        .signalSemaphoreInfoCount = signals.count(),
        .pSignalSemaphoreInfos = signals.data(),
    };
    VK_CHECK(vkQueueSubmit2(queue, 1, &info, fence));
}

}  // namespace

FrameRing FrameRing::create(const Device& device) {
    FrameRing ring;
    for (Slot& slot : ring.slots_) {
        slot.pool = createCommandPool(device, device.queueFamily(), slot.commands);
        if (device.computeQueue()) {
            slot.computePool =
                createCommandPool(device, device.computeFamily(), slot.computeCommands);
        }
        const VkFenceCreateInfo fenceInfo{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
                                          .flags = VK_FENCE_CREATE_SIGNALED_BIT};
        VkFence fence = VK_NULL_HANDLE;
        VK_CHECK(vkCreateFence(device.get(), &fenceInfo, nullptr, &fence));
        slot.fence = Fence(device.get(), fence);
    }
    if (device.computeQueue()) ring.computed_ = createTimeline(device);
    return ring;
}

FrameCommands FrameRing::begin(const Device& device, bool onTwoQueues) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    // What kernels keep for the next frame is passed on in the order of one queue.
    if (std::exchange(onTwoQueues_, onTwoQueues) != onTwoQueues) finish(device);
    slot_ = (slot_ + 1) % kFramesInFlight;
    Slot& slot = slots_[slot_];
    const VkFence fence = slot.fence.get();
    VK_CHECK(vkWaitForFences(device.get(), 1, &fence, VK_TRUE, UINT64_MAX));
    waitedMs_ = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    slot.retired.clear();
    beginOnce(device, slot.pool, slot.commands);
    if (!onTwoQueues) return slot.commands;
    beginOnce(device, slot.computePool, slot.computeCommands);
    return {slot.computeCommands, slot.commands};
}

void FrameRing::submitCompute(const Device& device) {
    const Slot& slot = slots_[slot_];
    VK_CHECK(vkEndCommandBuffer(slot.computeCommands));
    SemaphoreList signals;
    signals.add(computed_.get(), VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, ++computedFrames_);
    submitTo(device.computeQueue(), slot.computeCommands, {}, signals, VK_NULL_HANDLE);
}

void FrameRing::submit(const Device& device, const Signals& wanted) {
    const Slot& slot = slots_[slot_];
    VK_CHECK(vkEndCommandBuffer(slot.commands));
    if (onTwoQueues_) submitCompute(device);
    SemaphoreList waits, signals;
    waits.add(wanted.wait, wanted.waitStage);
    if (onTwoQueues_ && wanted.computed) {
        waits.add(computed_.get(), wanted.computed, computedFrames_);
    }
    signals.add(wanted.signal, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
    // Reset only now: a frame that threw before its submission leaves the fence signalled.
    const VkFence fence = slot.fence.get();
    VK_CHECK(vkResetFences(device.get(), 1, &fence));
    submitTo(device.queue(), slot.commands, waits, signals, fence);
}

void FrameRing::finish(const Device& device) {
    for (Slot& slot : slots_) {
        const VkFence fence = slot.fence.get();
        VK_CHECK(vkWaitForFences(device.get(), 1, &fence, VK_TRUE, UINT64_MAX));
        slot.retired.clear();
    }
}

}  // namespace sinew
