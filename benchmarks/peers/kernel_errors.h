// Errors of kernels against the double-precision reference.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "benchmarks/peers/kernels.h"
#include "benchmarks/report/report.h"
#include "skinning/gpu/verify/vertex_errors.h"

namespace sinew {

/// Returns the allowed error of each vertex against `reference` (of the same model, pose and
/// settings). Bounds follow from the formats, for linear blend skinning without morph targets.
/// `ranges`: the model's meshes.
std::vector<VertexBound> peerBounds(const Model& model, const ReferencePose& pose,
                                    const ReferenceVertices& reference,
                                    const SkinSettings& settings, const PeerSteps& steps,
                                    std::span<const PeerRange> ranges);

RowErrors rowErrorsOf(const VertexErrors& errors);

/// Returns the reason of a wrong row.
std::string errorText(const RowErrors& errors);

}  // namespace sinew
