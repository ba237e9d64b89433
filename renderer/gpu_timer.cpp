// Records timestamps and debug labels.
#include "renderer/gpu_timer.h"

#include <algorithm>

#include "renderer/barrier.h"

namespace sinew {

DebugLabel::DebugLabel(VkCommandBuffer commands, const char* name) : commands_(commands) {
    if (!vkCmdBeginDebugUtilsLabelEXT) return;
    const VkDebugUtilsLabelEXT info{.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT,
                                    .pLabelName = name};
    vkCmdBeginDebugUtilsLabelEXT(commands, &info);
}

DebugLabel::~DebugLabel() {
    if (vkCmdEndDebugUtilsLabelEXT) vkCmdEndDebugUtilsLabelEXT(commands_);
}

GpuTimer GpuTimer::create(const Device& device, uint32_t scopeCount) {
    const uint32_t bits = device.has().timestampBits;
    GpuTimer timer;
    timer.device_ = device.get();
    timer.used_.assign(scopeCount, false);
    if (bits == 0) return timer;  // no timestamps, only labels
    const VkQueryPoolCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
        .queryType = VK_QUERY_TYPE_TIMESTAMP,
        .queryCount = scopeCount * 2,
    };
    timer.pool_ = VK_CREATE(QueryPool, vkCreateQueryPool, device, info, "step times");
    timer.msPerTick_ = static_cast<double>(device.limits().timestampPeriod) * 1e-6;
    timer.tickMask_ = bits >= 64 ? ~0ull : (1ull << bits) - 1;
    return timer;
}

void GpuTimer::reset(VkCommandBuffer commands, TimerMode mode) {
    mode_ = mode;
    used_.assign(used_.size(), false);
    first_.reset();
    if (pool_) {
        vkCmdResetQueryPool(commands, pool_.get(), 0, static_cast<uint32_t>(used_.size() * 2));
    }
}

GpuTimer::Scope::Scope(GpuTimer& timer, VkCommandBuffer commands, uint32_t index, const char* label)
    : label_(commands, label), timer_(timer), commands_(commands), index_(index) {
    if (!timer_.pool_) return;
    timer_.stamp(commands_, index_ * 2);
    timer_.used_[index_] = true;
    if (!timer_.first_) timer_.first_ = index_;
}

GpuTimer::Scope::~Scope() {
    if (timer_.pool_) timer_.stamp(commands_, index_ * 2 + 1);
}

/// Overlapped mode: the opening timestamp is written when the queue reaches it, the closing one
/// after all earlier work. Serialised mode: a full barrier before the timestamp makes it wait for
/// earlier work, and one after it blocks later work.
/// On lavapipe the second barrier also flushes the rasteriser. Without it, a dispatch would finish
/// before its opening timestamp is written, and its time would be 0.
void GpuTimer::stamp(VkCommandBuffer commands, uint32_t query) const {
    const bool serialised = mode_ == TimerMode::serialised;
    const bool opening = query % 2 == 0;
    if (serialised) memoryBarrier(commands, access::kEverything, access::kEverything);
    vkCmdWriteTimestamp2(commands,
                         opening && !serialised ? VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT
                                                : VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                         pool_.get(), query);
    if (serialised) memoryBarrier(commands, access::kEverything, access::kEverything);
}

std::optional<GpuTimer::Stamps> GpuTimer::stampsOf(uint32_t scope) const {
    if (!pool_ || !used_[scope]) return std::nullopt;
    Stamps stamps;
    const VkResult result =
        vkGetQueryPoolResults(device_, pool_.get(), scope * 2, 2, sizeof(stamps), &stamps,
                              sizeof(uint64_t), VK_QUERY_RESULT_64_BIT);
    if (result != VK_SUCCESS) return std::nullopt;
    return stamps;
}

/// Returns the time between two timestamps. The masked subtraction is correct if the counter wraps
/// once.
double GpuTimer::msBetween(uint64_t earlier, uint64_t later) const {
    return static_cast<double>((later - earlier) & tickMask_) * msPerTick_;
}

std::optional<double> GpuTimer::resultMs(uint32_t scope) const {
    const std::optional<Stamps> stamps = stampsOf(scope);
    if (!stamps) return std::nullopt;
    return msBetween(stamps->opening, stamps->closing);
}

std::optional<GpuTimer::Span> GpuTimer::ownSpan(std::optional<uint64_t> endBefore) const {
    const std::optional<Stamps> first = first_ ? stampsOf(*first_) : std::nullopt;
    if (!first) return std::nullopt;
    uint64_t begin = first->opening;
    uint64_t end = begin;
    for (uint32_t scope = 0; scope < used_.size(); ++scope) {
        const std::optional<Stamps> stamps = stampsOf(scope);
        if (stamps && ((stamps->closing - begin) & tickMask_) > ((end - begin) & tickMask_)) {
            end = stamps->closing;
        }
    }
    if (endBefore) begin = ownBegin(begin, end, *endBefore, tickMask_);
    return Span{msBetween(begin, end), end};
}

}  // namespace sinew
