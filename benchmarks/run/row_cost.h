// Bytes of a row, from the layouts and from the work of the measured frames.
#pragma once

#include <span>

#include "benchmarks/report/report.h"
#include "skinning/gpu/skin/cost.h"

namespace sinew {

struct CrowdPart {
    CostCard card;
    uint32_t instances = 0;
};

/// Work of one frame. Culling, levels of detail and update rates reduce it.
struct ProcessedCounts {
    double posed = 0;      // instances
    double skinned = 0;    // vertices
    double inForward = 0;  // vertices read by the forward pass
    double inDepth = 0;    // vertices read by shadow cascades and the depth prepass
};

/// All instances in full detail; the vertex stage reads each vertex once per pass.
ProcessedCounts fullCounts(std::span<const CrowdPart> crowd);

/// Work of the last measured frame, from vertex stage invocations if the device counts them.
ProcessedCounts processedCounts(const Row& row, std::span<const CrowdPart> crowd);

/// Means over the placed instances, with equal shares of `counts` per model; memory of models is
/// summed.
RowCost rowCost(std::span<const CrowdPart> crowd, const ProcessedCounts& counts);

}  // namespace sinew
