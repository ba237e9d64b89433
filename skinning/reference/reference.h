// The reference: sampling, posing, morphing and skinning in double precision on one thread.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "skinning/animation/pose_request.h"

namespace sinew {

struct SkinSettings;

struct ReferencePose {
    std::vector<glm::dmat4> palette;   // object from bind space, one entry a bind
    std::vector<double> morphWeights;  // Model::restMorphWeights.size()
};

/// Returns `model`'s pose with `clip` (kRestPose: none) at `timeSeconds`, which it wraps. It
/// follows the glTF 2.0 specification and shares only the wrapping of time with the float path.
ReferencePose referencePose(const Model& model, uint32_t clip, double timeSeconds);

/// Returns the pose of a request. A crossfade mixes rotations along the shorter arc and normalizes
/// them; it mixes other values linearly. A layer is mixed over the result, joint by joint. An
/// additive clip adds its difference from its first pose (withAdditive).
ReferencePose referencePose(const Model& model, const PoseRequest& request);

ReferencePose referencePose(const Model& model, const Pose& pose);

struct ReferenceVertices {
    std::vector<glm::dvec3> positions;  // object space, in the order of Geometry
    std::vector<glm::dvec3> normals;    // unit length
    std::vector<glm::dvec4> tangents;   // xyz unit length, w from the file

    // Length of normals and tangents before normalization, relative to uniform scale; at most 1.
    // Errors of input directions grow by the inverse. At 0 the direction has no meaning.
    std::vector<double> normalShares;
    std::vector<double> tangentShares;

    double extent = 0;  // diagonal of the bounding box of `positions`
};

/// Skins `model` by settings.blend, normals and influenceLimit (skinning/settings.h). Storage
/// formats do not change the result (format_bounds.h).
ReferenceVertices referenceVertices(const Model& model, const ReferencePose& pose,
                                    const SkinSettings& settings);
ReferenceVertices referenceVertices(const Model& model, uint32_t clip, double timeSeconds,
                                    const SkinSettings& settings);
ReferenceVertices referenceVertices(const Model& model, const PoseRequest& request,
                                    const SkinSettings& settings);
ReferenceVertices referenceVertices(const Model& model, const Pose& pose,
                                    const SkinSettings& settings);

/// These use the default settings.
ReferenceVertices referenceVertices(const Model& model, uint32_t clip, double timeSeconds);
ReferenceVertices referenceVertices(const Model& model, const Pose& pose);

}  // namespace sinew
