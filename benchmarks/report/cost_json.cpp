// Writes cost cards (the cost of a method for one model) as JSON.
#include "benchmarks/report/cost_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sinew {

using Json = nlohmann::ordered_json;

nlohmann::ordered_json costJson(const CostCard& card) {
    const auto aVertex = [&](uint64_t bytes) {
        return static_cast<double>(bytes) /
               static_cast<double>(std::max<uint64_t>(card.vertices, 1));
    };
    const auto limit = [](uint64_t value) { return value > 0 ? Json(value) : Json(nullptr); };
    return {{"choice", choiceText(card.choice)},
            {"passes", card.passes},
            {"uploadedBytesPerInstance", card.uploaded},
            {"poseReadBytesPerInstance", card.pose.read},
            {"poseWrittenBytesPerInstance", card.pose.written},
            {"paletteReadBytesPerInstance", card.palette.read},
            {"paletteWrittenBytesPerInstance", card.palette.written},
            {"skinReadBytesPerVertex", aVertex(card.skin.read)},
            {"skinWrittenBytesPerVertex", aVertex(card.skin.written)},
            {"cpuReadBytesPerInstance", card.cpu.read},
            {"cpuWrittenBytesPerInstance", card.cpu.written},
            {"forwardReadBytesPerVertex", aVertex(card.readForward)},
            {"depthReadBytesPerVertex", aVertex(card.readForDepth)},
            {"fadingForwardReadBytesPerVertex", aVertex(card.readWhileFading)},
            {"motionReadBytesPerVertex", aVertex(card.readForMotion)},
            {"movedBytesPerInstance", card.perFrame()},
            {"verticesSkinnedPerInstance", card.verticesSkinned},
            {"heldBytesPerModel", card.memoryOfModel},
            {"bakedBytesPerModel", card.bakedBytes},
            {"heldBytesPerInstance", card.memoryPerInstance},
            {"dispatches", card.dispatches},
            {"pointDraws", card.pointDraws},
            {"drawsPerPass", card.drawsPerPass},
            {"instancesPerDraw", limit(card.instancesPerDraw)},
            {"jointLimit", limit(card.paletteLimit.entries)},
            {"jointLimitReason", card.paletteLimit.because},
            {"cannot", card.cannot}};
}

}  // namespace sinew
