// Computes the bytes of a row from the buffer layouts and from the work of the measured frames.
#pragma once

#include <span>

#include "benchmarks/report/report.h"
#include "skinning/gpu/skin/cost.h"

namespace sinew {

struct CrowdPart {
    CostCard card;
    uint32_t instances = 0;
};

/// The work of one frame. Culling, levels of detail and update rates reduce it.
struct ProcessedCounts {
    double posed = 0;      // instances
    double skinned = 0;    // vertices
    double inForward = 0;  // vertices read by the forward pass
    double inDepth = 0;    // vertices read by shadow cascades and the depth prepass
};

/// Returns the work of a frame with all instances in full detail, where the vertex stage reads each
/// vertex once per pass.
ProcessedCounts fullCounts(std::span<const CrowdPart> crowd);

/// Returns the work of the last measured frame. Vertices are counted by vertex stage invocations if
/// the device can count them.
ProcessedCounts processedCounts(const Row& row, std::span<const CrowdPart> crowd);

/// Returns means over the placed instances. Every model gets an equal share of `counts`; the
/// memory of models is summed.
RowCost rowCost(std::span<const CrowdPart> crowd, const ProcessedCounts& counts);

}  // namespace sinew
