// The cost of a skinning method for a model, computed from data layouts: bytes, dispatches, limits.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "skinning/bytes_text.h"
#include "skinning/gpu/skin/skinning_method.h"
#include "skinning/packing/influences.h"

namespace sinew {

struct Traffic {
    uint64_t read = 0;
    uint64_t written = 0;

    uint64_t total() const { return read + written; }
};

/// Bytes that shaders request, before caches. Vertex data counts once per vertex and stage, a
/// palette entry once per influence, data that an instance's vertices share once per instance.
/// Placement, indices and materials are excluded, because all methods read them equally. All
/// instances are assumed to play one clip.
struct CostCard {
    SkinChoice choice;
    uint32_t passes = 1;    // shadow cascades and the forward pass
    uint64_t vertices = 0;  // per instance; divisor for bytes per vertex

    // Bytes of four influences, a palette entry and a skinned vertex; 0 if the method has none.
    uint64_t influenceBytes = 0;
    uint64_t entryBytes = 0;
    uint64_t vertexBytes = 0;

    // Bytes per instance and frame.
    uint64_t uploaded = 0;  // by the CPU
    Traffic cull;
    Traffic pose;  // GPU posing, with sampling
    Traffic palette;
    Traffic skin;                  // GPU skin step
    Traffic cpu;                   // CPU palettes and skinning, without uploads
    uint64_t readForward = 0;      // vertex stage of the forward pass
    uint64_t readForDepth = 0;     // one cascade or the depth prepass: positions only
    uint64_t readWhileFading = 0;  // readForward during a crossfade
    uint64_t readForMotion = 0;    // in addition to readForward, for motion vectors
    uint64_t verticesSkinned = 0;  // once, or once per pass if vertex stages skin

    // Bytes of memory.
    uint64_t memoryPerInstance = 0;
    uint64_t memoryOfModel = 0;
    uint64_t bakedBytes = 0;  // texture of baked clips

    // Counts of one crowd (SkinnedCrowd). It has all instances of a model, unless their buffers
    // exceed a descriptor range.
    uint32_t dispatches = 0;
    uint32_t pointDraws = 0;        // transform feedback draws
    uint32_t drawsPerPass = 0;      // per `instancesPerDraw` instances
    uint32_t instancesPerDraw = 0;  // 0: all of the crowd

    PaletteLimit paletteLimit;
    std::vector<std::string> cannot;

    /// Returns `bytes` of an instance, averaged over its vertices.
    double perVertex(uint64_t bytes) const {
        return static_cast<double>(bytes) / static_cast<double>(std::max<uint64_t>(vertices, 1));
    }
    /// Returns the bytes per instance and frame.
    uint64_t perFrame() const {
        return uploaded + cull.total() + pose.total() + palette.total() + skin.total() +
               cpu.total() + readForward + (passes - 1) * readForDepth + readForMotion;
    }
};

struct CostInput {
    const SkinPlan& plan;
    InfluenceSums influences;
    bool motion = false;
};

/// Returns the cost of a choice. `passes` is at least 1; `motion`: motion vectors are drawn. The
/// choice is used even if resolve() would replace it; CostCard::cannot has the reasons.
CostCard costOf(const Model& model, const SkinChoice& choice, uint32_t passes,
                const DeviceLimits& limits, bool motion = false);

/// Returns a table of cards. All must have the same model and passes.
std::string costTable(std::span<const CostCard> cards);

}  // namespace sinew
