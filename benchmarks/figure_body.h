// The body that generated figures have: its limbs' shapes, and how they bend in a walk.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <span>
#include <vector>

namespace sinew {

/// A point of a limb's axis, and the limb's ellipse there; metres, object space.
struct LimbKey {
    glm::vec3 point{0.0f};
    float radiusAcross = 0;
    float radiusThrough = 0;
};

/// Where a limb bends, and how far: by mean + swing * sin(beats * walk + offset), radians.
struct Bend {
    float at = 0;  // along the limb, [0, 1]
    glm::vec3 axis{1, 0, 0};
    float mean = 0;
    float swing = 0;
    float offset = 0;
    float beats = 1;
};

/// A closed tube around an axis through its keys, with rounded ends.
struct Limb {
    const char* name = "";
    std::span<const LimbKey> keys;
    std::span<const Bend> bends;
    glm::vec3 across{1, 0, 0};     // never along the axis
    float roundness = 0.5f;        // circumference / length
    float vertexShare = 0;         // of the body's; the first limb takes what is left
    float jointShare = 0;          // relative to the others'
    int32_t attachedTo = kToHips;  // index of a limb before it
    float attachedAt = 0;          // along that limb

    static constexpr int32_t kToHips = -1;
};
inline constexpr size_t kLimbCount = 5;

/// Spine and head, legs, arms: y up, looking along +z, 1.8 m tall.
const std::array<Limb, kLimbCount>& bodyLimbs();
inline constexpr glm::vec3 kHips{0.0f, 0.98f, 0.0f};

struct SurfacePoint {
    glm::vec3 position{0.0f};
    glm::vec3 normal{0.0f};
    glm::vec4 tangent{0.0f};  // along u, which runs around the limb; v runs along it
};
glm::vec3 axisPoint(const Limb& limb, float along);
/// `along` and `around` in [0, 1]; at the ends all of `around` is one point.
SurfacePoint surfacePoint(const Limb& limb, float along, float around);

/// How the `count` joints of a limb turn. A bend is shared by the joints near it.
class LimbMotion {
public:
    LimbMotion(const Limb& limb, uint32_t count);
    /// Of one joint at `walk` radians of a stride of two steps.
    glm::quat rotation(uint32_t joint, float walk) const;

private:
    float nearness(uint32_t joint, float at) const;

    const Limb& limb_;
    uint32_t count_;
    std::vector<float> shares_;  // of each bend, of all joints together
};
/// Of the hips, object space.
glm::vec3 hipsAt(float walk);

}  // namespace sinew
