// Which steps the crowds of a frame have, and the buffers that the barriers between them protect.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "skinning/gpu/crowds.h"

namespace sinew {

/// The buffers that one step of a frame writes and a later one reads, of all crowds.
struct StepBuffers {
    // pose -> palette; morph weights -> skin; if the GPU writes them
    std::vector<VkBuffer> poses;
    std::vector<VkBuffer> boxes;  // around those -> cull, skin and the passes
    // cull -> lists; lists -> the later steps and the passes; of culled crowds
    std::vector<VkBuffer> seen;
    std::vector<VkBuffer> lists;
    std::vector<VkBuffer> counts;    // lists -> the CPU
    std::vector<VkBuffer> palettes;  // palette -> skin, or the passes; those for normals included
    std::vector<VkBuffer> vertices;  // skin -> the passes
};

/// Of crowds that are skinned in one way.
struct CrowdSteps {
    /// `way`: which of their ways.
    static CrowdSteps of(std::span<const Crowds* const> crowds, size_t way);

    bool has(CrowdStep step) const { return present[static_cast<size_t>(step)]; }

    std::array<bool, kCrowdSteps> present{};
    size_t cullRounds = 0;  // SkinPlan::cullRounds, the most that a crowd has
    Access skinWrites;      // of all skin steps
    std::array<StepBuffers, kPhases> buffers;
};

}  // namespace sinew
