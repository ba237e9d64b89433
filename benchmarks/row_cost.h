// Bytes of a row, from the layouts and from the work of the measured frames.
#pragma once

#include <span>

#include "benchmarks/report.h"
#include "skinning/gpu/cost.h"

namespace sinew {

/// One model of the crowd and its number of instances.
struct CrowdPart {
    CostCard card;
    uint32_t instances = 0;
};

/// Work of one frame. Culling, levels of detail and update rates reduce it.
struct CrowdWork {
    double posed = 0;      // instances
    double skinned = 0;    // vertices
    double inForward = 0;  // vertices read by the forward pass
    double inDepth = 0;    // vertices read by shadow cascades and the depth prepass
};

/// All instances in full detail; the vertex stage reads each vertex once per pass.
CrowdWork wholeWork(std::span<const CrowdPart> crowd);

/// The work of the last measured frame. Vertex stage invocations are used if the device counts
/// them, otherwise the vertices of the instances that each pass drew.
CrowdWork workOf(const Row& row, std::span<const CrowdPart> crowd);

/// Means over the placed instances; memory of models is summed. Assumes that each model has the
/// same share of `work`.
RowCost rowCost(std::span<const CrowdPart> crowd, const CrowdWork& work);

}  // namespace sinew
