// Spherical interpolation of many rotations at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "skinning/animation/key_table.h"
#include "skinning/model.h"

namespace sinew {

namespace slerping {
/// What lies of each key of a rotation.
enum Plane : size_t {
    kX,
    kY,
    kZ,
    kW,
    kSquare,  // of the angle to the next key's quaternion or to its negative, which is nearer
    kRatio,   // that angle over its sine; negative where it is the negative
    kPlanes
};
}  // namespace slerping

/// Linear rotations of joints that share their keys, laid out so that slerp takes one a lane.
class LinearRotations {
public:
    /// Fewer are done faster beside those of other keys.
    static constexpr size_t kFewest = 4;

    /// Channels of the same keys, at least one; values as in Clip::values, unit quaternions.
    LinearRotations(std::span<const Channel> channels, std::span<const float> values);

    /// The rotation of each channel's joint: slerp from `key`, which is not the last, to the next,
    /// `fraction` of the way in [0, 1], the short way. Apart from the rounding of floats it is
    /// within 3e-8 radians of its place and within 3e-8 of unit length. Runs on the widest vectors
    /// of this machine.
    void slerp(uint32_t key, float fraction, std::span<Transform> joints) const;

private:
    std::vector<uint32_t> joints_;
    std::vector<float> planes_;  // key by key, a float a rotation in each plane
};

/// Linear rotations that share their keys with few others or with none: each lane finds its own.
class LoneRotations {
public:
    LoneRotations() = default;
    LoneRotations(std::span<const Channel> channels, const Clip& clip);

    /// As LinearRotations; held before the first and after the last key.
    void slerp(float timeSeconds, std::span<Transform> joints) const;

private:
    std::vector<uint32_t> joints_;
    KeySteps steps_;
    std::vector<float> records_;  // rotation by rotation and key by key: planes, then a KeyTime
};

/// What either keeps of a key.
inline constexpr uint64_t kMostBytesOfRotationKey =
    slerping::kPlanes * sizeof(float) + sizeof(KeyTime) + 2 * sizeof(uint32_t);

}  // namespace sinew
