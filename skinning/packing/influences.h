// Packs influences for the GPU in several formats, of this project and of engines.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

/// Consecutive vertices with the same number of influences and the same coarsest level of detail.
struct InfluenceBucket {
    uint32_t level = 0;           // coarsest level of detail that uses the vertices
    uint32_t influenceCount = 0;  // per vertex; u8x4 and u16x4 round up to sets of 4
    uint32_t firstVertex = 0;     // GPU vertex order
    uint32_t vertexCount = 0;
    uint32_t firstWord = 0;
};

/// Influences in one of the formats. The integer weights of a vertex sum to the largest integer of
/// the format, so shaders do not renormalise. Each weight is off by at most one step.
/// - split32: the entry takes as many bits as the model needs, the weight has the other bits.
/// - packedFloat: the weight is in the fraction bits below the entry; the sum is not exact.
/// - split64: the first weight is 1 minus the others (shaders/shared/packing.h).
struct PackedInfluences {
    uint32_t bindBits = 0;          // bits of an entry in split32, split20, split64
    float weightScale = 0;          // factor from integer to weight; split64: of the second weight
    float lastWeightScale = 0;      // split64: the same for the fourth weight
    std::vector<uint32_t> offsets;  // into words, by GPU vertex; size vertexCount + 1
    std::vector<uint32_t> words;
    std::vector<InfluenceBucket> buckets;
};

/// Returns the model vertex of each GPU vertex. GPU vertices are sorted by coarsest level of detail
/// (`lastOf`: Levels::lastOf or empty; coarser first), then by influence count, and grouped by
/// groupByBinds(). Formats and limits map influence counts monotonically, so compared crowds have
/// the same order.
std::vector<uint32_t> orderByInfluences(const Geometry& geometry,
                                        std::span<const uint8_t> lastOf = {});

/// Packs the influences of `model`, which has at most paletteLimit(format) binds and
/// mostInfluences(format) influences per vertex. `order` and `lastOf`: as in orderByInfluences(),
/// of this model, or of the model before influences were limited.
PackedInfluences packInfluences(const Model& model, std::span<const uint32_t> order,
                                InfluenceFormat format, std::span<const uint8_t> lastOf = {});

uint64_t paletteLimit(InfluenceFormat format);
/// Returns the largest number of influences per vertex in `format`; 0: no limit.
uint32_t mostInfluences(InfluenceFormat format);
uint32_t influenceBytes(InfluenceFormat format, uint32_t count);

struct InfluenceSums {
    uint64_t walked = 0;  // influences that shaders read, with padding of sets
    uint64_t bytes = 0;
    std::set<uint32_t> lengths;  // different influence counts: one bucket each
};
InfluenceSums influenceSums(const Geometry& geometry, InfluenceFormat format, uint32_t limit);

}  // namespace sinew
