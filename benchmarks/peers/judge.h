// ModelOptions the vertices of a kernel against the double-precision reference.
#pragma once

#include <span>
#include <string>

#include "benchmarks/peers/kernels.h"
#include "benchmarks/report.h"
#include "skinning/cpu/format_bounds.h"

namespace sinew {

/// How far a kernel may be off `reference`, which is referenceVertices(model, pose, settings), by
/// its formats: linear blending, no morph targets. `ranges` are the model's meshes.
std::vector<VertexBound> peerBounds(const Model& model, const ReferencePose& pose,
                                    const ReferenceVertices& reference,
                                    const SkinSettings& settings, const PeerSteps& steps,
                                    std::span<const PeerRange> ranges);

/// Largest errors against `truth`, as verify.h counts them.
RowErrors errorsAgainst(const CapturedVertices& vertices, const ReferenceVertices& truth);
void include(RowErrors& worst, const RowErrors& errors);

/// Empty where every vertex is within its bound of `meant`; otherwise which is not, and by how
/// much.
std::string faultOf(const CapturedVertices& vertices, const ReferenceVertices& meant,
                    std::span<const VertexBound> bounds);

}  // namespace sinew
