// Counts vertex shader invocations between two points of a frame.
#pragma once

#include <cstdint>
#include <vector>

#include "renderer/resources.h"

namespace sinew {

/// Pipeline-statistics queries of one frame slot, one query for each part of a frame. Results are
/// valid once the slot's fence has signalled. Counting costs GPU time.
class InvocationCounter {
public:
    /// Without Device::Features::pipelineStatistics nothing is counted.
    static InvocationCounter create(const Device& device, uint32_t parts);

    /// Call it before begin() and end(), outside of rendering. Records nothing if not `wanted`.
    void reset(VkCommandBuffer commands, bool wanted);
    void begin(VkCommandBuffer commands, uint32_t part) const;
    void end(VkCommandBuffer commands, uint32_t part) const;

    /// Returns the invocations in each part of the finished frame; empty if nothing was counted.
    std::vector<uint64_t> results() const;

private:
    VkDevice device_ = VK_NULL_HANDLE;
    QueryPool pool_;
    uint32_t parts_ = 0;
    bool counts_ = false;
};

}  // namespace sinew
