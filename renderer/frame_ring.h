// Frames in flight: command buffers, a fence and what was retired, per slot.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "renderer/barrier.h"
#include "renderer/resources.h"

namespace sinew {

inline constexpr uint32_t kFramesInFlight = 2;

/// What a frame is recorded into. Of two queues each gets its part; else both are the same.
struct FrameCommands {
    FrameCommands(VkCommandBuffer only) : compute(only), graphics(only) {}
    FrameCommands(VkCommandBuffer kernels, VkCommandBuffer others)
        : compute(kernels, true), graphics(others) {}
    bool onTwoQueues() const { return compute.buffer != graphics; }

    QueueCommands compute;  // submitted first; the other waits for it
    VkCommandBuffer graphics;
};

/// The CPU writes slot n while the GPU may still read slot n - 1. Move-only.
class FrameRing {
public:
    static FrameRing create(const Device& device);

    /// Waits until the GPU has left the next slot, drops what was retired in it, and begins its
    /// command buffer; or two, of which the first is for Device::computeQueue(), which there is.
    FrameCommands begin(const Device& device, bool onTwoQueues = false);
    /// Before what the frame waits for, and after what it signals; any may be VK_NULL_HANDLE.
    /// `computed`: the stages that read what the other queue writes, if there are two.
    struct Signals {
        VkSemaphore wait = VK_NULL_HANDLE;
        VkPipelineStageFlags2 waitStage = VK_PIPELINE_STAGE_2_NONE;
        VkSemaphore signal = VK_NULL_HANDLE;
        VkPipelineStageFlags2 computed = VK_PIPELINE_STAGE_2_NONE;
    };
    /// Ends the command buffers and submits them. Kernels wait for no frame: what they write was
    /// read by the last frame of this slot, which begin() has waited for.
    void submit(const Device& device, const Signals& signals);
    /// Waits for every slot.
    void finish(const Device& device);

    uint32_t slot() const { return slot_; }
    /// How long the last begin() waited for the GPU.
    double waitedMs() const { return waitedMs_; }

    /// Keeps `value` alive until every frame that may use it has finished.
    template <typename T>
    void retire(T&& value) {
        slots_[slot_].retired.push_back(
            std::make_unique<RetiredValue<std::decay_t<T>>>(std::forward<T>(value)));
    }

private:
    struct Retired {
        virtual ~Retired() = default;
    };
    template <typename T>
    struct RetiredValue : Retired {
        explicit RetiredValue(T&& v) : value(std::move(v)) {}
        T value;
    };
    struct Slot {
        CommandPool pool;
        VkCommandBuffer commands = VK_NULL_HANDLE;
        CommandPool computePool;  // where the device has such a queue
        VkCommandBuffer computeCommands = VK_NULL_HANDLE;
        Fence fence;  // of all
        std::vector<std::unique_ptr<Retired>> retired;
    };
    void submitCompute(const Device& device);

    std::array<Slot, kFramesInFlight> slots_;
    uint32_t slot_ = 0;
    bool onTwoQueues_ = false;  // the frame that was begun last
    Semaphore computed_;        // a timeline: how many frames' kernels have run
    uint64_t computedFrames_ = 0;
    double waitedMs_ = 0;
};

}  // namespace sinew
