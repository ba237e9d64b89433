// Bytes of a row: from the layouts and, once it was measured, from what its frames did.
#pragma once

#include <span>

#include "benchmarks/report.h"
#include "skinning/gpu/cost.h"

namespace sinew {

/// A model of the crowd, and how many of the instances are of it.
struct CrowdPart {
    CostCard card;
    uint32_t instances = 0;
};

/// What a frame of a crowd did. Fewer instances and vertices than are placed where the crowd is
/// culled, has levels of detail or keeps poses.
struct CrowdWork {
    double posed = 0;      // instances that were posed
    double skinned = 0;    // vertices that were skinned once
    double inForward = 0;  // vertices that the forward pass read
    double inDepth = 0;    // vertices that shadow cascades and the depth prepass read
};

/// Of all instances in full detail, if the vertex stage reads each vertex once a pass.
CrowdWork wholeWork(std::span<const CrowdPart> crowd);

/// Of the frame that was measured last: from counters of the device, of vertex stage invocations
/// where it has them, and otherwise from the vertices of the instances that each pass drew.
CrowdWork workOf(const Row& row, std::span<const CrowdPart> crowd);

/// Means over the placed instances; what models hold is summed. Bytes of the crowd's models are
/// taken as equal shares of what `work` counts.
RowCost rowCost(std::span<const CrowdPart> crowd, const CrowdWork& work);

}  // namespace sinew
