// How often the vertex stage ran between two points of a frame, as the GPU counts it.
#pragma once

#include <cstdint>
#include <vector>

#include "renderer/resources.h"

namespace sinew {

/// Pipeline-statistics queries of one frame slot, one for each part of the frame. Read the result
/// when the slot's fence has signalled: nothing ever waits for it. Counting costs GPU time, so it
/// is done only on request.
class InvocationCounter {
public:
    /// Without Device::Features::pipelineStatistics it counts nothing.
    static InvocationCounter create(const Device& device, uint32_t parts);

    /// Comes before begin and end; all three stand outside of rendering. Not `wanted`: nothing is
    /// recorded.
    void reset(VkCommandBuffer commands, bool wanted);
    void begin(VkCommandBuffer commands, uint32_t part) const;
    void end(VkCommandBuffer commands, uint32_t part) const;

    /// Of the finished frame, by part; empty where it was not counted.
    std::vector<uint64_t> results() const;

private:
    VkDevice device_ = VK_NULL_HANDLE;
    QueryPool pool_;
    uint32_t parts_ = 0;
    bool counts_ = false;
};

}  // namespace sinew
