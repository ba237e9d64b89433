// Measures GPU time: each named scope has two timestamps and a debug label.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "renderer/resources.h"

namespace sinew {

enum class TimerMode {
    overlapped,  // scopes run concurrently, as in a game; their times may overlap
    serialised,  // full barriers separate the scopes
};

/// A named range of commands for RenderDoc and validation messages. The destructor ends it.
class DebugLabel {
public:
    DebugLabel(VkCommandBuffer commands, const char* name);
    ~DebugLabel();
    DebugLabel(const DebugLabel&) = delete;
    DebugLabel& operator=(const DebugLabel&) = delete;

private:
    VkCommandBuffer commands_;
};

/// The query pool of one frame slot. Each of `scopeCount` scopes is used at most once per frame.
/// Results are valid once the slot's fence has signalled; reading does not wait.
class GpuTimer {
public:
    /// Returns the timestamp at which this frame's own GPU time begins: `endBefore` (the end of the
    /// previous frame) if it is between `begin` and `end`, else `begin`. Timestamps have the bits
    /// of `mask` and may wrap once.
    static uint64_t ownBegin(uint64_t begin, uint64_t end, uint64_t endBefore, uint64_t mask) {
        return ((endBefore - begin) & mask) <= ((end - begin) & mask) ? endBefore : begin;
    }

    static GpuTimer create(const Device& device, uint32_t scopeCount);

    /// Discards the timestamps of the slot's last frame. Call it first in the command buffer.
    void reset(VkCommandBuffer commands, TimerMode mode);

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

    /// Returns the milliseconds of a scope in the finished frame; nothing if it was not measured.
    std::optional<double> resultMs(uint32_t scope) const;
    struct Span {
        double ms = 0;
        uint64_t end = 0;  // timestamp; input of the next ownSpan()
    };
    /// Returns the GPU time of this frame alone. Its first timestamp may be written while the queue
    /// still processes the previous frame. Then the span begins at `endBefore`, the end of that
    /// frame.
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
    std::optional<uint32_t> first_;  // the first opened scope of this frame
};

}  // namespace sinew
