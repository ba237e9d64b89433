// Step sample: clips become local poses.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "skinning/animation/slerp.h"
#include "skinning/model.h"
#include "skinning/packing/key_table.h"

namespace sinew {

Pose restPose(const Model& model);

/// A time that stands for the last keys of any clip.
inline constexpr double kClipEnd = std::numeric_limits<double>::infinity();

/// Wraps into [0, duration) in double precision, then narrows, which may round up to the duration.
/// The duration itself gives 0, kClipEnd the duration. Clips of length 0 and NaN give 0. All
/// methods and the reference use this time.
float wrapTime(const Clip& clip, double timeSeconds);

/// A cubic spline's quaternion shorter than this share of the preceding key has no direction; the
/// key's rotation replaces it.
inline constexpr double kShortestRotation = 1e-5;

class ClipSampler {
public:
    explicit ClipSampler(const Clip& clip);  // the clip outlives it and does not change

    /// Writes the clip's properties at `timeSeconds` (wrapped) into `pose`, which has the model's
    /// sizes. Follows appendix C of the glTF 2.0 specification; rotations slerp on the shorter arc.
    /// Values are constant before the first and after the last key.
    void sample(float timeSeconds, Pose& pose) const;

private:
    /// Channels of one kind with the same keys.
    struct Run {
        uint32_t set = 0;
        std::span<const Channel> channels;
        std::optional<LinearRotations> rotations;
    };

    const Clip* clip_;
    KeyTable keys_;  // by Run::set
    std::vector<Run> runs_;
    LoneRotations lone_;
};

}  // namespace sinew
