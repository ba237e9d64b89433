// A query of vertex shader invocations.
#include "renderer/invocation_counter.h"

namespace sinew {

InvocationCounter InvocationCounter::create(const Device& device) {
    InvocationCounter counter;
    counter.device_ = device.get();
    if (!device.has().pipelineStatistics) return counter;
    const VkQueryPoolCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
        .queryType = VK_QUERY_TYPE_PIPELINE_STATISTICS,
        .queryCount = 1,
        .pipelineStatistics = VK_QUERY_PIPELINE_STATISTIC_VERTEX_SHADER_INVOCATIONS_BIT,
    };
    VkQueryPool pool = VK_NULL_HANDLE;
    VK_CHECK(vkCreateQueryPool(device.get(), &info, nullptr, &pool));
    counter.pool_ = QueryPool(device.get(), pool);
    return counter;
}

void InvocationCounter::reset(VkCommandBuffer commands, bool wanted) {
    counts_ = wanted && pool_;
    if (counts_) vkCmdResetQueryPool(commands, pool_.get(), 0, 1);
}

void InvocationCounter::begin(VkCommandBuffer commands) const {
    if (counts_) vkCmdBeginQuery(commands, pool_.get(), 0, 0);
}

void InvocationCounter::end(VkCommandBuffer commands) const {
    if (counts_) vkCmdEndQuery(commands, pool_.get(), 0);
}

std::optional<uint64_t> InvocationCounter::result() const {
    if (!counts_) return std::nullopt;
    uint64_t invocations = 0;
    const VkResult result =
        vkGetQueryPoolResults(device_, pool_.get(), 0, 1, sizeof(invocations), &invocations,
                              sizeof(invocations), VK_QUERY_RESULT_64_BIT);
    if (result != VK_SUCCESS) return std::nullopt;
    return invocations;
}

}  // namespace sinew
