// How often the vertex stage ran between two points of a frame, as the GPU counts it.
#pragma once

#include <cstdint>
#include <optional>

#include "renderer/resources.h"

namespace sinew {

/// One pipeline-statistics query for one frame slot. Read the result when the slot's fence has
/// signalled: nothing ever waits for it. Counting costs GPU time, so it is done only on request.
class InvocationCounter {
public:
    /// Without Device::Features::pipelineStatistics it counts nothing.
    static InvocationCounter create(const Device& device);

    /// Comes before begin and end; all three stand outside of rendering. Not `wanted`: nothing is
    /// recorded.
    void reset(VkCommandBuffer commands, bool wanted);
    void begin(VkCommandBuffer commands) const;
    void end(VkCommandBuffer commands) const;

    /// Of the finished frame; nothing where it was not counted.
    std::optional<uint64_t> result() const;

private:
    VkDevice device_ = VK_NULL_HANDLE;
    QueryPool pool_;
    bool counts_ = false;
};

}  // namespace sinew
