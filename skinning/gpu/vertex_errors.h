// How far a captured vertex is off.
#pragma once

#include "skinning/cpu/format_bounds.h"
#include "skinning/cpu/reference.h"
#include "skinning/gpu/capture.h"

namespace sinew {

// What full precision is allowed.
inline constexpr double kPositionTolerance = kFullPosition;  // of the posed model's extent
inline constexpr double kAngleTolerance = kFullDegrees;      // normals and tangents

struct PoseSample {
    uint32_t clip = kRestPose;
    float timeSeconds = 0.0f;
};

/// Largest errors, infinite where something is not a number. Where less than a tenth of a
/// direction is left (ReferenceVertices), its angle counts for less: a joint that flattens or
/// shrinks it to nothing magnifies rounding of what goes in, and no method is at fault there.
struct VertexErrors {
    double position = 0;  // distance / extent
    double normalDegrees = 0;
    double tangentDegrees = 0;

    /// The largest error of all in units of what is allowed for that vertex. Infinite where a
    /// tangent has the wrong handedness.
    double share = 0;
    PoseRequest request;  // where that is
    uint32_t instance = 0;
    uint32_t vertex = 0;

    /// Within what the formats imply (skinning/cpu/format_bounds.h).
    bool withinTolerance() const { return share <= 1; }
};

/// What an angle counts where `share` of a direction is left: all of it, unless that is less than
/// kFullShare. Stored directions are off by up to 0.004 degree (packing.h), of which a tenth makes
/// 0.04; below that the matrix magnifies rounding past any bound, down to directions of length 0
/// that mean nothing.
double weightOf(double share);

/// Errors of one vertex; `bound` has its limits. Directions count if `usesNormals`.
VertexErrors errorsOf(const CapturedVertices& captured, const ReferenceVertices& reference,
                      const VertexBound& bound, uint32_t vertex, bool usesNormals);

/// Keeps the larger of each.
void include(VertexErrors& worst, const VertexErrors& errors);

}  // namespace sinew
