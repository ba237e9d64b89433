// Compares the vertices of a kernel with the double-precision reference.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "benchmarks/peers/kernels.h"
#include "benchmarks/report/report.h"
#include "skinning/reference/format_bounds.h"

namespace sinew {

/// Returns the allowed error of each vertex against `reference` (of the same model, pose and
/// settings). Bounds follow from the formats, for linear blend skinning without morph targets.
/// `ranges`: the model's meshes.
std::vector<VertexBound> peerBounds(const Model& model, const ReferencePose& pose,
                                    const ReferenceVertices& reference,
                                    const SkinSettings& settings, const PeerSteps& steps,
                                    std::span<const PeerRange> ranges);

/// Returns the largest errors against `truth`. Each angle is multiplied by a weight
/// (vertex_errors.h), which is less than 1 if skinning shortens the direction much. Normals and
/// tangents of vertices without `usesNormals` are ignored.
RowErrors errorsAgainst(const CapturedVertices& vertices, const ReferenceVertices& truth,
                        const std::vector<bool>& usesNormals);
void include(RowErrors& worst, const RowErrors& errors);

/// Describes the first vertex whose error against `meant` exceeds its bound; empty if there is
/// none. Ignores the angles of vertices without `usesNormals`.
std::string faultOf(const CapturedVertices& vertices, const ReferenceVertices& meant,
                    std::span<const VertexBound> bounds, const std::vector<bool>& usesNormals);

}  // namespace sinew
