// Step sample: clips become local poses.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "skinning/animation/key_table.h"
#include "skinning/animation/slerp.h"
#include "skinning/model.h"

namespace sinew {

/// The rest pose, for everything without a channel.
Pose restPose(const Model& model);

/// A time that stands for the end of any clip: its last keys.
inline constexpr double kClipEnd = std::numeric_limits<double>::infinity();

/// `timeSeconds` wrapped into [0, duration) in double precision, then narrowed, which may give the
/// duration. A time of exactly the duration is 0; kClipEnd is the duration. Clips of length 0 and
/// NaN give 0. All methods and the reference pose this moment.
float wrapTime(const Clip& clip, double timeSeconds);

/// A cubic spline's quaternion that is shorter than this share of the key before it has no
/// direction of its own; the key's rotation is held there.
inline constexpr double kShortestRotation = 1e-5;

/// A clip, made ready to be sampled.
class ClipSampler {
public:
    explicit ClipSampler(const Clip& clip);  // the clip outlives it, and stays as it is

    /// Writes every property that the clip animates, at `timeSeconds` (already wrapped), into
    /// `pose`; the rest of `pose` is left alone. LINEAR, STEP and CUBICSPLINE by appendix C of the
    /// glTF 2.0 specification; rotations slerp the short way. Held before the first and after the
    /// last key. `pose` has the model's sizes.
    void sample(float timeSeconds, Pose& pose) const;

private:
    /// Channels that are alike, at one place between keys.
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
