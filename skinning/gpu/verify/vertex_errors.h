// Errors of a captured vertex against the reference.
#pragma once

#include "skinning/reference/format_bounds.h"
#include "skinning/reference/reference.h"

namespace sinew {

struct CapturedVertices;

// Tolerances of choices whose formats have full precision.
inline constexpr double kPositionTolerance = kFullPosition;  // relative to the posed model's extent
inline constexpr double kAngleTolerance = kFullDegrees;      // degrees, for normals and tangents

struct PoseSample {
    uint32_t clip = kRestPose;
    float timeSeconds = 0.0f;
};

/// Largest errors; infinite if a component is not a number. Angles are multiplied by weightOf(): a
/// joint that flattens a direction magnifies the rounding of the input for every method.
struct VertexErrors {
    double position = 0;
    double normalDegrees = 0;
    double tangentDegrees = 0;

    /// The largest ratio of an error to its bound; infinite for the wrong handedness.
    double share = 0;
    PoseRequest request;  // location of the largest share
    uint32_t instance = 0;
    uint32_t vertex = 0;

    bool withinTolerance() const { return share <= 1; }
};

/// Returns the weight of an angle if skinning leaves `share` of a direction's length: min(share /
/// kFullShare, 1). Stored directions are off by up to 0.004 degrees (packing.h), and by ten times
/// as much at a tenth of the length. Shorter directions magnify rounding beyond any bound.
double weightOf(double share);

/// Returns the errors of one vertex relative to `bound`. Ignores normals and tangents unless
/// `usesNormals`.
VertexErrors errorsOf(const CapturedVertices& captured, const ReferenceVertices& reference,
                      const VertexBound& bound, uint32_t vertex, bool usesNormals);

void include(VertexErrors& worst, const VertexErrors& errors);

}  // namespace sinew
