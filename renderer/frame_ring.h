// A ring of frame slots. Each has a command buffer, a fence and objects that await destruction.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "renderer/resources.h"

namespace sinew {

inline constexpr uint32_t kFramesInFlight = 2;

/// The CPU writes one frame slot while the GPU may still read the other. Move-only.
class FrameRing {
public:
    static FrameRing create(const Device& device);

    /// Selects the next frame slot, waits until the GPU has finished it, destroys its retired
    /// objects and begins its command buffer.
    VkCommandBuffer begin(const Device& device);
    /// Semaphores of a submission; any may be VK_NULL_HANDLE.
    struct Signals {
        VkSemaphore wait = VK_NULL_HANDLE;
        VkPipelineStageFlags2 waitStage = VK_PIPELINE_STAGE_2_NONE;
        VkSemaphore signal = VK_NULL_HANDLE;
    };
    void submit(const Device& device, const Signals& signals);
    void finish(const Device& device);

    uint32_t slot() const { return slot_; }
    double waitedMs() const { return waitedMs_; }

    /// Keeps `value` alive until the GPU has finished all frames that may use it.
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
        Fence fence;
        std::vector<std::unique_ptr<Retired>> retired;
    };

    std::array<Slot, kFramesInFlight> slots_;
    uint32_t slot_ = 0;
    double waitedMs_ = 0;
};

}  // namespace sinew
