// The reference samples, poses, morphs and skins in double precision on one thread.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "skinning/animation/pose_request.h"
#include "skinning/settings.h"

namespace sinew {

struct ReferencePose {
    std::vector<glm::dmat4> palette;   // from bind to object space, one entry per bind
    std::vector<double> morphWeights;  // Model::restMorphWeights.size()
};

/// Returns the pose of `model` for `clip` (or kRestPose) at `timeSeconds`, wrapped into the clip.
/// Implements the glTF 2.0 specification and shares only the wrapping of time with the float code.
ReferencePose referencePose(const Model& model, uint32_t clip, double timeSeconds);

/// Returns the pose of a request. A crossfade mixes rotations along the shorter arc and normalizes
/// them; it mixes other values linearly. Then a layer is mixed over the result, joint by joint.
/// Then an additive clip adds its difference from its first pose (withAdditive).
ReferencePose referencePose(const Model& model, const PoseRequest& request);

ReferencePose referencePose(const Model& model, const Pose& pose);

struct ReferenceVertices {
    std::vector<glm::dvec3> positions;  // object space, in the order of Geometry
    std::vector<glm::dvec3> normals;    // unit length
    // xyz unit length. bitangent = cross(normal, tangent) * w: a matrix that mirrors changes the
    // sign of the file's w.
    std::vector<glm::dvec4> tangents;
    std::vector<bool> mirrored;  // the blended matrix has a negative determinant

    // The length of each normal and tangent before normalization, divided by its length under a
    // uniform scale; at most 1. Errors of input directions grow by the inverse of this number. If
    // it is 0, the direction has no meaning.
    std::vector<double> normalShares;
    std::vector<double> tangentShares;

    double extent = 0;  // diagonal of the bounding box of `positions`
};

/// These functions skin `model`. Only `blend`, `normals` and `influenceLimit` of the settings
/// affect the result (skinning/settings.h). Storage formats do not (format_bounds.h).
ReferenceVertices referenceVertices(const Model& model, const ReferencePose& pose,
                                    const SkinSettings& settings);
ReferenceVertices referenceVertices(const Model& model, uint32_t clip, double timeSeconds,
                                    const SkinSettings& settings = {});
ReferenceVertices referenceVertices(const Model& model, const PoseRequest& request,
                                    const SkinSettings& settings);
ReferenceVertices referenceVertices(const Model& model, const Pose& pose,
                                    const SkinSettings& settings = {});

}  // namespace sinew
