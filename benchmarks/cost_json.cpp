// Cost cards as JSON.
#include "benchmarks/cost_json.h"

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
            {"paletteReadBytesPerInstance", card.palette.read},
            {"paletteWrittenBytesPerInstance", card.palette.written},
            {"skinReadBytesAVertex", aVertex(card.skin.read)},
            {"skinWrittenBytesAVertex", aVertex(card.skin.written)},
            {"passReadBytesAVertex", aVertex(card.readPerPass)},
            {"passReadBytesAVertexWhileFading", aVertex(card.readWhileFading)},
            {"motionReadBytesAVertex", aVertex(card.readForMotion)},
            {"movedBytesPerInstance", card.perFrame()},
            {"verticesSkinnedPerInstance", card.verticesSkinned},
            {"staticBytes", card.memoryOfModel},
            {"bakedBytes", card.bakedBytes},
            {"bytesPerInstance", card.memoryPerInstance},
            {"dispatches", card.dispatches},
            {"pointDraws", card.pointDraws},
            {"drawsPerPass", card.drawsPerPass},
            {"instancesADraw", limit(card.runInstances)},
            {"jointLimit", limit(card.joints.entries)},
            {"jointLimitBecause", card.joints.because},
            {"cannot", card.cannot}};
}

}  // namespace sinew
