// Computes the cost of a row: sums over the models of a crowd.
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

double share(double part, double total) {
    return total > 0 ? part / total : 0.0;
}

// Vertex stage invocations for the ground and the sky in the forward pass.
constexpr uint64_t kSceneryInvocations = 7;

}  // namespace

ProcessedCounts fullCounts(std::span<const CrowdPart> crowd) {
    const double vertices = verticesOf(crowd);
    const double passes = crowd.empty() ? 1.0 : crowd.front().card.passes;
    return {instancesOf(crowd), vertices, vertices, vertices * (passes - 1)};
}

ProcessedCounts processedCounts(const Row& row, std::span<const CrowdPart> crowd) {
    ProcessedCounts counts = fullCounts(crowd);
    if (row.listed) {
        counts.posed = row.rates ? row.rates->posed : row.listed->posed;
        counts.inForward = static_cast<double>(row.listed->verticesInView);
        counts.inDepth = static_cast<double>(row.listed->verticesInCascades);
        const bool prepass = row.passes > row.listed->inCascades.size() + 1;
        if (prepass) counts.inDepth += counts.inForward;
    }
    const bool skinsOnce = !crowd.empty() && crowd.front().card.vertexBytes > 0;
    if (skinsOnce) counts.skinned = static_cast<double>(row.verticesSkinned);
    if (row.vertexInvocations && row.forwardInvocations) {
        const uint64_t scenery = std::min(*row.forwardInvocations, kSceneryInvocations);
        counts.inForward = static_cast<double>(*row.forwardInvocations - scenery);
        counts.inDepth = static_cast<double>(*row.vertexInvocations - *row.forwardInvocations);
    }
    return counts;
}

RowCost rowCost(std::span<const CrowdPart> crowd, const ProcessedCounts& counts) {
    const double instances = instancesOf(crowd);
    const double vertices = verticesOf(crowd);
    const auto aVertex = [&](const auto& valueOf) {
        return share(sumOf(crowd, valueOf), vertices);
    };
    const double posed = share(counts.posed, instances);
    const double skinned = share(counts.skinned, vertices);
    // If the CPU skins, it uploads vertices; otherwise it uploads poses.
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
                                      counts.inForward * cost.forwardReadPerVertex +
                                      counts.inDepth * cost.depthReadPerVertex,
                                  instances);
    for (const auto& [card, count] : crowd) {
        cost.allocatedPerInstance +=
            share(static_cast<double>(card.memoryPerInstance) * count, instances);
        cost.allocatedPerModel += static_cast<double>(card.memoryOfModel + card.bakedBytes);
        cost.paletteLimit = std::max(cost.paletteLimit, card.paletteLimit.entries);
    }
    return cost;
}

}  // namespace sinew
