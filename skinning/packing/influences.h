// Packs influences for the GPU in several formats, of this project and of engines.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

/// Consecutive vertices with the same number of influences and the same coarsest level.
struct InfluenceBucket {
    uint32_t level = 0;           // coarsest level that contains the vertices
    uint32_t influenceCount = 0;  // per vertex, including the padding of formats in sets
    uint32_t firstVertex = 0;     // GPU vertex order
    uint32_t vertexCount = 0;
    uint32_t firstWord = 0;
};

/// Integer weights of a vertex sum to the format's largest integer (largest remainder, off by at
/// most one step), so shaders do not renormalise.
/// - split32: the entry takes as many bits as the model needs, the weight the rest.
/// - packedFloat: weights use the fraction bits that the entry leaves, without an exact sum.
/// - split64: the first weight is 1 minus the others (shaders/shared/packing.h).
struct PackedInfluences {
    uint32_t bindBits = 0;          // split32, split20, split64
    float weightScale = 0;          // 1 / the largest weight integer; split64: of the second weight
    float lastWeightScale = 0;      // split64: of the fourth weight
    std::vector<uint32_t> offsets;  // into words, by GPU vertex; size vertexCount + 1
    std::vector<uint32_t> words;
    std::vector<InfluenceBucket> buckets;
};

/// GPU vertex -> model vertex: by level (`lastOf`: Levels::lastOf or empty; coarser first),
/// influence count, groupByBinds(). Formats and limits map counts monotonically, so compared crowds
/// have the same order.
std::vector<uint32_t> orderByInfluences(const Geometry& geometry,
                                        std::span<const uint8_t> lastOf = {});

/// `model`: at most paletteLimit(format) binds and mostInfluences(format) influences per vertex.
/// `order` and `lastOf`: as in orderByInfluences, of this model or of the model without the limit.
PackedInfluences packInfluences(const Model& model, std::span<const uint32_t> order,
                                InfluenceFormat format, std::span<const uint8_t> lastOf = {});

uint64_t paletteLimit(InfluenceFormat format);
/// Maximum influences per vertex; 0: no limit.
uint32_t mostInfluences(InfluenceFormat format);
uint32_t influenceBytes(InfluenceFormat format, uint32_t count);

struct InfluenceSums {
    uint64_t walked = 0;  // read by shaders, including the padding of formats in sets
    uint64_t bytes = 0;
    std::set<uint32_t> lengths;  // influences per vertex, one bucket each
};
InfluenceSums influenceSums(const Geometry& geometry, InfluenceFormat format, uint32_t limit);

}  // namespace sinew
