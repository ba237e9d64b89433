// The sample step: computes local poses from clips.
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

/// This time means the end of a clip of any duration.
inline constexpr double kClipEnd = std::numeric_limits<double>::infinity();

/// Wraps a time into [0, duration) in double precision. The conversion to float may round up to the
/// duration. The duration itself gives 0, kClipEnd gives the duration. A clip of length 0 gives 0,
/// and so does the time NaN. All methods and the reference use this time.
float wrapTime(const Clip& clip, double timeSeconds);

/// If the quaternion of a cubic spline is shorter than this fraction of the preceding key's
/// quaternion, it has no useful direction. The rotation of that key is used instead.
inline constexpr double kShortestRotation = 1e-5;

class ClipSampler {
public:
    // `clip` must outlive the sampler and must not change.
    explicit ClipSampler(const Clip& clip);

    /// Writes the animated properties at `timeSeconds` (from wrapTime()) into `pose`, which has the
    /// sizes of the model. Follows appendix C of the glTF 2.0 specification; rotations slerp on the
    /// shorter arc. Values are constant before the first key and after the last key.
    void sample(float timeSeconds, Pose& pose) const;

private:
    /// Adjacent channels with the same keys, path and interpolation.
    struct Run {
        uint32_t set = 0;
        std::span<const Channel> channels;
        std::optional<LinearRotations> rotations;
    };

    const Clip* clip_;
    KeyTable keys_;  // indexed by Run::set
    std::vector<Run> runs_;
    LoneRotations lone_;
};

}  // namespace sinew
