// Sums costs over the models of a crowd.
#include "benchmarks/run/row_cost.h"

#include <algorithm>

namespace sinew {
namespace {

template <typename ValueOf>
double sumOf(std::span<const CrowdPart> crowd, const ValueOf& valueOf) {
    double sum = 0;
    for (const auto& [card, instances] : crowd) {
        sum += static_cast<double>(valueOf(card)) * instances;
    }
    return sum;
}

double verticesOf(std::span<const CrowdPart> crowd) {
    return sumOf(crowd, [](const CostCard& card) { return card.vertices; });
}

double instancesOf(std::span<const CrowdPart> crowd) {
    return sumOf(crowd, [](const CostCard&) { return 1; });
}

double share(double part, double whole) {
    return whole > 0 ? part / whole : 0.0;
}

// Vertex stage invocations of ground and sky in the forward pass.
constexpr uint64_t kSceneryInvocations = 7;

}  // namespace

CrowdWork wholeWork(std::span<const CrowdPart> crowd) {
    const double vertices = verticesOf(crowd);
    const double passes = crowd.empty() ? 1.0 : crowd.front().card.passes;
    return {instancesOf(crowd), vertices, vertices, vertices * (passes - 1)};
}

CrowdWork workOf(const Row& row, std::span<const CrowdPart> crowd) {
    CrowdWork work = wholeWork(crowd);
    if (row.listed) {
        work.posed = row.rates ? row.rates->posed : row.listed->posed;
        work.inForward = static_cast<double>(row.listed->verticesInView);
        work.inDepth = static_cast<double>(row.listed->verticesInCascades);
        const bool prepass = row.passes > row.listed->inCascades.size() + 1;
        if (prepass) work.inDepth += work.inForward;
    }
    const bool skinsOnce = !crowd.empty() && crowd.front().card.vertexBytes > 0;
    if (skinsOnce) work.skinned = static_cast<double>(row.verticesSkinned);
    if (row.vertexInvocations && row.forwardInvocations) {
        const uint64_t scenery = std::min(*row.forwardInvocations, kSceneryInvocations);
        work.inForward = static_cast<double>(*row.forwardInvocations - scenery);
        work.inDepth = static_cast<double>(*row.vertexInvocations - *row.forwardInvocations);
    }
    return work;
}

RowCost rowCost(std::span<const CrowdPart> crowd, const CrowdWork& work) {
    const double instances = instancesOf(crowd);
    const double vertices = verticesOf(crowd);
    const auto aVertex = [&](const auto& valueOf) {
        return share(sumOf(crowd, valueOf), vertices);
    };
    const double posed = share(work.posed, instances);
    const double skinned = share(work.skinned, vertices);
    // The CPU uploads vertices if it skins, otherwise poses.
    const double uploaded = sumOf(crowd, [&](const CostCard& card) {
        return static_cast<double>(card.uploaded) * (card.cpu.total() > 0 ? skinned : posed);
    });
    const double onceASkinned =
        sumOf(crowd, [](const CostCard& card) { return card.skin.total() + card.cpu.total(); });
    const double onceAPosed =
        sumOf(crowd, [](const CostCard& card) { return card.pose.total() + card.palette.total(); });
    const double once = sumOf(crowd, [](const CostCard& card) { return card.cull.total(); });
    RowCost cost{
        .uploadedPerInstance = share(uploaded, instances),
        .skinReadPerVertex = aVertex([](const CostCard& card) { return card.skin.read; }),
        .skinWrittenPerVertex = aVertex([](const CostCard& card) { return card.skin.written; }),
        .forwardReadPerVertex = aVertex([](const CostCard& card) { return card.readForward; }),
        .depthReadPerVertex = aVertex([](const CostCard& card) { return card.readForDepth; })};
    cost.movedPerInstance = share(uploaded + once + posed * onceAPosed + skinned * onceASkinned +
                                      work.inForward * cost.forwardReadPerVertex +
                                      work.inDepth * cost.depthReadPerVertex,
                                  instances);
    for (const auto& [card, count] : crowd) {
        cost.heldPerInstance +=
            share(static_cast<double>(card.memoryPerInstance) * count, instances);
        cost.heldPerModel += static_cast<double>(card.memoryOfModel + card.bakedBytes);
        cost.jointLimit = std::max(cost.jointLimit, card.joints.entries);
    }
    return cost;
}

}  // namespace sinew
