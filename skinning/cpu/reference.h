// The definition: sampling, posing, morphing and skinning in double precision, one thread.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "skinning/animation/pose_request.h"

namespace sinew {

struct SkinSettings;

/// A posed model before its vertices: what every skin step reads.
struct ReferencePose {
    std::vector<glm::dmat4> palette;   // object space from bind space, one entry a bind
    std::vector<double> morphWeights;  // Model::restMorphWeights.size()
};

/// `model` with clip `clip` (kRestPose: none) at `timeSeconds` (wrapped here). Written from the
/// glTF 2.0 specification; shares no arithmetic with the float path.
ReferencePose referencePose(const Model& model, uint32_t clip, double timeSeconds);

/// What a request stands for: where it fades, rotations are mixed the short way and made unit
/// length, everything else is mixed as it is. A layer is mixed over that, joint by joint, and the
/// difference of an additive clip from its first pose is added to it (withAdditive).
ReferencePose referencePose(const Model& model, const PoseRequest& request);

/// The same for a local pose that is already there.
ReferencePose referencePose(const Model& model, const Pose& pose);

struct ReferenceVertices {
    std::vector<glm::dvec3> positions;  // object space, in the order of Geometry
    std::vector<glm::dvec3> normals;    // unit length
    std::vector<glm::dvec4> tangents;   // xyz unit length, w from the file

    // The length of normals and tangents before they were made unit length, relative to the length
    // that a matrix with even scale would give; at most 1. Errors of the input directions grow by
    // its inverse. At 0 the resulting direction has no meaning.
    std::vector<double> normalShares;
    std::vector<double> tangentShares;

    double extent = 0;  // diagonal of the bounding box of `positions`
};

/// Every vertex of `model` under `pose`, as settings.blend, normals and influenceLimit define it
/// (skinning/settings.h); formats are not the reference's concern (format_bounds.h).
ReferenceVertices referenceVertices(const Model& model, const ReferencePose& pose,
                                    const SkinSettings& settings);
ReferenceVertices referenceVertices(const Model& model, uint32_t clip, double timeSeconds,
                                    const SkinSettings& settings);
ReferenceVertices referenceVertices(const Model& model, const PoseRequest& request,
                                    const SkinSettings& settings);
ReferenceVertices referenceVertices(const Model& model, const Pose& pose,
                                    const SkinSettings& settings);

/// By the default settings.
ReferenceVertices referenceVertices(const Model& model, uint32_t clip, double timeSeconds);
ReferenceVertices referenceVertices(const Model& model, const Pose& pose);

}  // namespace sinew
