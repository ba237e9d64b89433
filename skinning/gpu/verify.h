// Holds every method's vertices against the double-precision reference.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "skinning/gpu/frame.h"

namespace sinew {

inline constexpr double kPositionTolerance = 1e-5;  // of the posed model's extent
inline constexpr double kAngleTolerance = 0.05;     // degrees, normals and tangents

struct PoseSample {
    uint32_t clip = kRestPose;
    float timeSeconds = 0.0f;
};

/// The rest pose, and every clip at 0, 0.25, 0.5 and 0.9 of its length.
std::vector<PoseSample> verifySamples(const Model& model);

/// Largest errors, infinite where something is not a number. Where less than a tenth of a
/// direction is left (ReferenceVertices), its angle counts for less: a joint that flattens or
/// shrinks it to nothing magnifies rounding of what goes in, and no method is at fault there.
struct VertexErrors {
    double position = 0;  // distance / extent
    double normalDegrees = 0;
    double tangentDegrees = 0;

    // Where the position's, normal's or tangent's error is largest against its tolerance.
    PoseSample sample;
    uint32_t instance = 0;
    uint32_t vertex = 0;

    bool withinTolerance() const {
        return position <= kPositionTolerance && normalDegrees <= kAngleTolerance &&
               tangentDegrees <= kAngleTolerance;
    }
};

/// Largest errors of one way of skinning.
struct Verification {
    /// Against what the way means, in double precision: rounding, and what its formats cost.
    VertexErrors ofItself;
    /// Against the file: all influences, the exact pose, right normals; the same blend.
    VertexErrors ofTruth;
};

/// Captures the first and the last instance of a staggered crowd of `crowdSize` at every sample, as
/// the passes see them, and compares each with the reference. The frame has a model; waits for the
/// GPU. Throws std::runtime_error on devices that cannot capture (Device::Features::vertexStores).
Verification verifyChoice(Frame& frame, const SkinChoice& choice, uint32_t crowdSize,
                          std::span<const PoseSample> samples);

}  // namespace sinew
