// Influences as the GPU reads them, in every format that the field uses.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

/// Vertices that have the same number of influences and the same coarsest level, next to each
/// other.
struct InfluenceBucket {
    uint32_t level = 0;           // the coarsest one that has them
    uint32_t influenceCount = 0;  // of a vertex; formats in sets count the empty places
    uint32_t firstVertex = 0;     // GPU order
    uint32_t vertexCount = 0;
    uint32_t firstWord = 0;
    uint32_t wordsAVertex = 0;
};

/// The weights of a vertex sum to exactly the format's largest integer (largest remainder), so that
/// shaders need not renormalise; a weight is off by at most one step. InfluenceFormat::split32
/// gives the entry as many bits as the model needs and the weight the rest: 68 palette entries
/// leave 25, 4,096 leave 20. InfluenceFormat::folkFloat has no such sum: its weights are what
/// floats leave. InfluenceFormat::split64 rounds all weights but the first, which is what they
/// leave of 1 (shaders/shared/packing.h).
struct PackedInfluences {
    uint32_t bindBits = 0;          // split32, split20, split64
    float weightScale = 0;          // 1 / the largest weight integer; split64: of a second weight
    float lastWeightScale = 0;      // split64: of a fourth
    std::vector<uint32_t> offsets;  // into words, GPU order, vertexCount + 1
    std::vector<uint32_t> words;
    std::vector<InfluenceBucket> buckets;
};

/// GPU vertex -> model vertex: by influence count, and those of a count by groupByBinds(). An order
/// by the counts of the file suits every format and limit, because what they make of a count never
/// falls while it grows; and it puts the vertices of crowds that are compared in the same places.
/// `lastOf`, Levels::lastOf or nothing, comes first: each level's vertices are the first ones.
std::vector<uint32_t> orderByInfluences(const Geometry& geometry,
                                        std::span<const uint8_t> lastOf = {});

/// The model has at most paletteLimit(format) binds and a vertex mostInfluences(format) influences;
/// `order` is its own, or that of the model from which it was limited; `lastOf` as that has it.
PackedInfluences packInfluences(const Model& model, std::span<const uint32_t> order,
                                InfluenceFormat format, std::span<const uint8_t> lastOf = {});

/// Palette entries that a format can tell apart.
uint64_t paletteLimit(InfluenceFormat format);
/// Influences that a vertex may have; 0: any number.
uint32_t mostInfluences(InfluenceFormat format);
/// Bytes that `count` influences of a vertex take.
uint32_t influenceBytes(InfluenceFormat format, uint32_t count);

/// What the influences of all vertices are together, in a format and under a limit.
struct InfluenceSums {
    uint64_t walked = 0;  // by shaders: formats in sets walk their empty places too
    uint64_t bytes = 0;
    std::set<uint32_t> lengths;  // influences a vertex: a bucket each
};
InfluenceSums influenceSums(const Geometry& geometry, InfluenceFormat format, uint32_t limit);

}  // namespace sinew
