// The cost of a skinning method for a model: bytes, dispatches, draws and limits, all from layouts.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "skinning/bytes_text.h"
#include "skinning/gpu/influences.h"
#include "skinning/gpu/skin/skinning_method.h"

namespace sinew {

struct Traffic {
    uint64_t read = 0;
    uint64_t written = 0;

    uint64_t total() const { return read + written; }
};

/// Bytes are what shaders and the CPU's kernel ask for, as if there were no caches: what belongs to
/// a vertex counts once a vertex and stage, as if the vertex stage ran once a vertex and pass, a
/// palette entry once an influence, and what all vertices of an instance share once an instance.
/// Entries count whole. What is the same for every method is left out: placement, indices, looks.
/// All play one clip: where animators are, each instance has a request, which is uploaded and read.
struct CostCard {
    SkinChoice choice;
    uint32_t passes = 1;    // that draw the character: shadow cascades, and the forward pass
    uint64_t vertices = 0;  // of an instance; divide by it for bytes a vertex

    // Bytes of four influences, a palette entry and a skinned vertex; 0 where there are none.
    uint64_t influenceBytes = 0;
    uint64_t entryBytes = 0;
    uint64_t vertexBytes = 0;

    // Bytes, an instance and frame.
    uint64_t uploaded = 0;         // written by the CPU
    Traffic cull;                  // where the GPU chooses instances
    Traffic pose;                  // sampling and poses on the GPU
    Traffic palette;               // palettes on the GPU
    Traffic skin;                  // the skin step on the GPU
    Traffic cpu;                   // palettes and skinning on the CPU, without uploads
    uint64_t readForward = 0;      // the vertex stage of the forward pass reads them
    uint64_t readForDepth = 0;     // each cascade and the depth prepass read positions alone
    uint64_t readWhileFading = 0;  // as readForward, while one clip fades into another
    uint64_t readForMotion = 0;    // beyond readForward, for motion vectors
    uint64_t verticesSkinned = 0;  // in all passes: by the vertex stage as drawn, else once

    // Bytes held.
    uint64_t memoryPerInstance = 0;
    uint64_t memoryOfModel = 0;
    uint64_t bakedBytes = 0;  // the texture of baked clips

    // A crowd (SkinnedCrowd): all instances of a model, unless they need several descriptor ranges.
    uint32_t dispatches = 0;
    uint32_t pointDraws = 0;    // Method::feedback's own
    uint32_t drawsPerPass = 0;  // of a run, where there are runs
    uint32_t runInstances = 0;  // instances a draw can reach; 0: all of the crowd

    JointLimit joints;
    std::vector<std::string> cannot;  // sentences

    /// All of a frame's bytes, an instance.
    uint64_t perFrame() const {
        return uploaded + cull.total() + pose.total() + palette.total() + skin.total() +
               cpu.total() + readForward + (passes - 1) * readForDepth + readForMotion;
    }
};

/// What a method fills a card from.
struct CostInput {
    const SkinPlan& plan;
    InfluenceSums influences;
    bool motion = false;  // motion vectors are drawn too
};

/// `passes` at least 1. `motion`: motion vectors are drawn too. The choice is taken as it stands,
/// even where resolve() would take another; `cannot` says so.
CostCard costOf(const Model& model, const SkinChoice& choice, uint32_t passes,
                const DeviceLimits& limits, bool motion = false);

/// The cards below each other as a table, then what each cannot do. All of one model and with the
/// same passes.
std::string costTable(std::span<const CostCard> cards);

}  // namespace sinew
