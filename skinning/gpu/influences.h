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
    uint32_t wordsAVertex = 0;
};

/// The integer weights of a vertex sum to exactly the format's largest integer (largest remainder),
/// so shaders do not renormalise. A weight is off by at most one step.
/// - split32: the entry takes as many bits as the model needs, the weight the rest: 68 palette
/// entries leave 25 bits, 4,096 leave 20.
/// - folkFloat: weights have no exact sum; they use the fraction bits that the entry leaves.
/// - split64: all weights but the first are rounded; the first is 1 minus their sum
/// (shaders/shared/packing.h).
struct PackedInfluences {
    uint32_t bindBits = 0;          // split32, split20, split64
    float weightScale = 0;          // 1 / the largest weight integer; split64: of the second weight
    float lastWeightScale = 0;      // split64: of the fourth weight
    std::vector<uint32_t> offsets;  // into words, by GPU vertex; size vertexCount + 1
    std::vector<uint32_t> words;
    std::vector<InfluenceBucket> buckets;
};

/// GPU vertex -> model vertex: by influence count, then by groupByBinds(). The counts of the file
/// suit every format and limit, because both map them monotonically; so compared crowds have the
/// same vertex order. `lastOf` (Levels::lastOf or empty) is the primary key: vertices of coarser
/// levels come first.
std::vector<uint32_t> orderByInfluences(const Geometry& geometry,
                                        std::span<const uint8_t> lastOf = {});

/// `model`: at most paletteLimit(format) binds, and mostInfluences(format) influences per vertex.
/// `order` and `lastOf`: as in orderByInfluences, of this model or of the model before its
/// influences were limited.
PackedInfluences packInfluences(const Model& model, std::span<const uint32_t> order,
                                InfluenceFormat format, std::span<const uint8_t> lastOf = {});

/// Maximum number of palette entries.
uint64_t paletteLimit(InfluenceFormat format);
/// Maximum influences per vertex; 0: no limit.
uint32_t mostInfluences(InfluenceFormat format);
/// Bytes of `count` influences of one vertex.
uint32_t influenceBytes(InfluenceFormat format, uint32_t count);

/// Sums over all vertices, in a format and under a limit.
struct InfluenceSums {
    uint64_t walked = 0;  // read by shaders, including the padding of formats in sets
    uint64_t bytes = 0;
    std::set<uint32_t> lengths;  // influences per vertex, one bucket each
};
InfluenceSums influenceSums(const Geometry& geometry, InfluenceFormat format, uint32_t limit);

}  // namespace sinew
