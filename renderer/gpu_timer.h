// Named GPU scopes: a timestamp pair and a debug label each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "renderer/resources.h"

namespace sinew {

enum class TimerMode {
    overlapped,  // neighbours may run at the same time: what a game sees; times may overlap
    serialised,  // a full barrier around every scope: each scope's time is its own
};

/// A named range in RenderDoc and in what the validation layer says, open while it lives.
class DebugLabel {
public:
    DebugLabel(VkCommandBuffer commands, const char* name);
    ~DebugLabel();
    DebugLabel(const DebugLabel&) = delete;
    DebugLabel& operator=(const DebugLabel&) = delete;

private:
    VkCommandBuffer commands_;
};

/// One query pool for one frame slot; `scopeCount` scopes, each used at most once a frame.
/// Read the results when the slot's fence has signalled: nothing ever waits for a query.
class GpuTimer {
public:
    /// The later of `begin` and `endBefore` where that lies before `end`; stamps have the bits of
    /// `mask` and may have wrapped once.
    static uint64_t ownBegin(uint64_t begin, uint64_t end, uint64_t endBefore, uint64_t mask) {
        return ((endBefore - begin) & mask) <= ((end - begin) & mask) ? endBefore : begin;
    }

    static GpuTimer create(const Device& device, uint32_t scopeCount);

    /// Drops the stamps of this slot's last frame. Comes first in the command buffer.
    void reset(VkCommandBuffer commands, TimerMode mode);

    /// Open while it lives.
    class Scope {
    public:
        Scope(GpuTimer& timer, VkCommandBuffer commands, uint32_t index, const char* label);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        DebugLabel label_;
        GpuTimer& timer_;
        VkCommandBuffer commands_;
        uint32_t index_;
    };

    /// Milliseconds of a scope of the finished frame, nothing where it was not measured.
    std::optional<double> resultMs(uint32_t scope) const;
    /// From the opening of the scope that was opened first to the last closing of any.
    struct Span {
        double ms = 0;
        uint64_t end = 0;  // a stamp: for ownSpan() of the next frame of the queue
    };
    /// The opening stamp may be taken while the queue still works on the frame before, which ended
    /// at `endBefore`: the span then begins there.
    std::optional<Span> ownSpan(std::optional<uint64_t> endBefore) const;
    bool available() const { return static_cast<bool>(pool_); }

private:
    struct Stamps {
        uint64_t opening = 0;
        uint64_t closing = 0;
    };
    void stamp(VkCommandBuffer commands, uint32_t query) const;
    std::optional<Stamps> stampsOf(uint32_t scope) const;
    double msBetween(uint64_t earlier, uint64_t later) const;

    VkDevice device_ = VK_NULL_HANDLE;
    QueryPool pool_;
    double msPerTick_ = 0;
    uint64_t tickMask_ = 0;
    TimerMode mode_ = TimerMode::overlapped;
    std::vector<bool> used_;
    std::optional<uint32_t> first_;  // scope of this frame
};

}  // namespace sinew
