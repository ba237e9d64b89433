// Spherical interpolation of many rotations, one per SIMD lane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "skinning/model.h"
#include "skinning/packing/key_table.h"

namespace sinew {

namespace slerping {
/// Data per key of a rotation.
enum Plane : size_t {
    kX,
    kY,
    kZ,
    kW,
    kSquare,  // squared angle to the next quaternion or its negative, the nearer one
    kRatio,   // angle divided by its sine; negative if the negative is nearer
    kPlanes
};
}  // namespace slerping

/// Linear rotations of joints that share their keys, one per lane.
class LinearRotations {
public:
    /// Fewer rotations are faster in LoneRotations.
    static constexpr size_t kFewest = 4;

    /// At least one channel, all with the same keys; values are unit quaternions.
    LinearRotations(std::span<const Channel> channels, std::span<const float> values);

    /// Slerps each joint from `key` (not the last) to the next on the shorter arc; `fraction` in
    /// [0, 1]. Apart from float rounding, errors are at most 3e-8 radians and 3e-8 of unit length.
    /// Uses the CPU's widest vectors.
    void slerp(uint32_t key, float fraction, std::span<Transform> joints) const;

private:
    std::vector<uint32_t> joints_;
    std::vector<float> planes_;  // by key, plane and rotation
};

/// Linear rotations that share their keys with few others; each lane finds its own key.
class LoneRotations {
public:
    LoneRotations() = default;
    LoneRotations(std::span<const Channel> channels, const Clip& clip);

    /// As LinearRotations; constant before the first and after the last key.
    void slerp(float timeSeconds, std::span<Transform> joints) const;

private:
    std::vector<uint32_t> joints_;
    KeySteps steps_;
    std::vector<float> records_;  // by rotation and key: planes, then a KeyTime
};

inline constexpr uint64_t kMostBytesOfRotationKey =
    slerping::kPlanes * sizeof(float) + sizeof(KeyTime) + 2 * sizeof(uint32_t);

}  // namespace sinew
