// Frames in flight: a command buffer, a fence and what was retired, per slot.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "renderer/resources.h"

namespace sinew {

inline constexpr uint32_t kFramesInFlight = 2;

/// The CPU writes slot n while the GPU may still read slot n - 1. Move-only.
class FrameRing {
public:
    static FrameRing create(const Device& device);

    /// Waits until the GPU has left the next slot, drops what was retired in it, and begins its
    /// command buffer.
    VkCommandBuffer begin(const Device& device);
    /// Ends the command buffer and submits it; semaphores may be VK_NULL_HANDLE.
    void submit(const Device& device, VkSemaphore wait, VkPipelineStageFlags2 waitStage,
                VkSemaphore signal);
    /// Waits for every slot.
    void finish(const Device& device);

    uint32_t slot() const { return slot_; }

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
        Fence fence;
        std::vector<std::unique_ptr<Retired>> retired;
    };
    std::array<Slot, kFramesInFlight> slots_;
    uint32_t slot_ = 0;
};

}  // namespace sinew
