// Spherical interpolation (slerp) of many rotations, one per SIMD lane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "skinning/model.h"
#include "skinning/packing/key_table.h"

namespace sinew {

namespace slerping {
/// The floats that are stored for each key of a rotation.
enum Plane : size_t {
    kX,
    kY,
    kZ,
    kW,
    // Squared angle to the next key's quaternion or to its negative, whichever is nearer.
    kSquare,
    // The angle divided by its sine. Negative if the negative quaternion is nearer.
    kRatio,
    kPlanes
};
}  // namespace slerping

/// LINEAR rotations of joints that share their keys. Each SIMD lane interpolates one rotation.
class LinearRotations {
public:
    /// If fewer rotations share their keys, LoneRotations is faster.
    static constexpr size_t kFewest = 4;

    /// `channels` has at least one channel; all have the same keys. Values are unit quaternions.
    LinearRotations(std::span<const Channel> channels, std::span<const float> values);

    /// Slerps each joint on the shorter arc from the key with index `key` (not the last) to the
    /// next key. `fraction` is in [0, 1]. Apart from float rounding, errors are at most 3e-8
    /// radians and 3e-8 of unit length. Uses the CPU's widest vectors.
    void slerp(uint32_t key, float fraction, std::span<Transform> joints) const;

private:
    std::vector<uint32_t> joints_;
    std::vector<float> planes_;  // ordered by key, plane, rotation
};

/// LINEAR rotations whose keys are shared by too few rotations for LinearRotations. Each lane
/// searches its own key.
class LoneRotations {
public:
    LoneRotations() = default;
    LoneRotations(std::span<const Channel> channels, const Clip& clip);

    /// Slerps as LinearRotations::slerp() does. Rotations are constant before the first key and
    /// after the last key.
    void slerp(float timeSeconds, std::span<Transform> joints) const;

private:
    std::vector<uint32_t> joints_;
    KeySteps steps_;
    // Ordered by rotation, then key. A record has the key's planes, then its KeyTime.
    std::vector<float> records_;
};

inline constexpr uint64_t kMostBytesOfRotationKey =
    slerping::kPlanes * sizeof(float) + sizeof(KeyTime) + 2 * sizeof(uint32_t);

}  // namespace sinew
