// Records pipeline-statistics queries of vertex shader invocations.
#include "renderer/invocation_counter.h"

namespace sinew {

InvocationCounter InvocationCounter::create(const Device& device, uint32_t parts) {
    InvocationCounter counter;
    counter.device_ = device.get();
    counter.parts_ = parts;
    if (!device.has().pipelineStatistics) return counter;
    const VkQueryPoolCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
        .queryType = VK_QUERY_TYPE_PIPELINE_STATISTICS,
        .queryCount = parts,
        .pipelineStatistics = VK_QUERY_PIPELINE_STATISTIC_VERTEX_SHADER_INVOCATIONS_BIT,
    };
    counter.pool_ = VK_CREATE(QueryPool, vkCreateQueryPool, device, info, "vertex invocations");
    return counter;
}

void InvocationCounter::reset(VkCommandBuffer commands, bool wanted) {
    counts_ = wanted && pool_;
    if (counts_) vkCmdResetQueryPool(commands, pool_.get(), 0, parts_);
}

void InvocationCounter::begin(VkCommandBuffer commands, uint32_t part) const {
    if (counts_) vkCmdBeginQuery(commands, pool_.get(), part, 0);
}

void InvocationCounter::end(VkCommandBuffer commands, uint32_t part) const {
    if (counts_) vkCmdEndQuery(commands, pool_.get(), part);
}

std::vector<uint64_t> InvocationCounter::results() const {
    if (!counts_) return {};
    std::vector<uint64_t> invocations(parts_);
    const VkResult result =
        vkGetQueryPoolResults(device_, pool_.get(), 0, parts_, parts_ * sizeof(uint64_t),
                              invocations.data(), sizeof(uint64_t), VK_QUERY_RESULT_64_BIT);
    if (result != VK_SUCCESS) return {};
    return invocations;
}

}  // namespace sinew
