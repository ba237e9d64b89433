// Shapes and movements of the figure's limbs.
#include "benchmarks/figure_body.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

namespace sinew {
namespace {

constexpr float kPi = glm::pi<float>();
constexpr glm::vec3 kX{1, 0, 0};
constexpr glm::vec3 kY{0, 1, 0};
constexpr glm::vec3 kZ{0, 0, 1};

constexpr LimbKey kSpine[] = {
    {{0, 0.88f, 0.00f}, 0.130f, 0.105f},   // pelvis
    {{0, 1.05f, 0.00f}, 0.140f, 0.100f},   // waist
    {{0, 1.28f, 0.01f}, 0.180f, 0.120f},   // chest
    {{0, 1.45f, -0.01f}, 0.110f, 0.080f},  // shoulders
    {{0, 1.53f, 0.00f}, 0.058f, 0.060f},   // neck
    {{0, 1.65f, 0.02f}, 0.085f, 0.105f},   // head
    {{0, 1.80f, 0.01f}, 0.080f, 0.095f},
};
constexpr LimbKey kLeg[] = {
    {{0.090f, 0.98f, 0.00f}, 0.085f, 0.095f},  {{0.100f, 0.74f, 0.01f}, 0.080f, 0.085f},
    {{0.105f, 0.51f, 0.02f}, 0.056f, 0.060f},                                              // knee
    {{0.105f, 0.31f, -0.01f}, 0.054f, 0.058f}, {{0.105f, 0.09f, -0.02f}, 0.038f, 0.045f},  // ankle
    {{0.115f, 0.05f, 0.07f}, 0.044f, 0.036f},  {{0.120f, 0.03f, 0.18f}, 0.040f, 0.022f},
};
constexpr LimbKey kArm[] = {
    {{0.13f, 1.42f, 0.00f}, 0.070f, 0.065f},                                            // shoulder
    {{0.25f, 1.35f, 0.00f}, 0.052f, 0.055f}, {{0.36f, 1.20f, -0.01f}, 0.042f, 0.042f},  // elbow
    {{0.45f, 1.06f, 0.02f}, 0.040f, 0.036f}, {{0.52f, 0.94f, 0.05f}, 0.032f, 0.022f},   // wrist
    {{0.56f, 0.87f, 0.07f}, 0.044f, 0.020f},                                            // hand
    {{0.61f, 0.78f, 0.09f}, 0.030f, 0.014f},
};

template <size_t N>
constexpr std::array<LimbKey, N> mirrored(const LimbKey (&keys)[N]) {
    std::array<LimbKey, N> other{};
    for (size_t i = 0; i < N; ++i) {
        other[i] = keys[i];
        other[i].point.x = -other[i].point.x;
    }
    return other;
}
constexpr auto kRightLeg = mirrored(kLeg);
constexpr auto kRightArm = mirrored(kArm);

// A turn about +x moves a hanging limb backwards. Arms swing opposite to the leg of their side. A
// knee bends while its leg moves forward.
constexpr Bend kSpineBends[] = {
    {.at = 0.25f, .axis = kY, .swing = 0.10f},
    {.at = 0.60f, .axis = kY, .swing = -0.08f},
    {.at = 0.65f, .axis = kX, .mean = 0.06f, .swing = 0.03f, .beats = 2},
};
template <int kSide>  // 1: left
constexpr std::array<Bend, 3> kLegBends{
    {{.at = 0.0f, .mean = -0.05f, .swing = 0.45f, .offset = kSide > 0 ? 0 : kPi},
     {.at = 0.33f, .mean = 0.42f, .swing = 0.40f, .offset = (kSide > 0 ? 0 : kPi) - 0.5f * kPi},
     {.at = 0.67f, .mean = -0.10f, .swing = 0.20f, .offset = kSide > 0 ? 0 : kPi}}};
template <int kSide>
constexpr std::array<Bend, 3> kArmBends{
    {{.at = 0.0f, .axis = kZ, .mean = kSide * -0.42f},
     {.at = 0.0f, .swing = 0.38f, .offset = kSide > 0 ? kPi : 0},
     {.at = 0.33f, .mean = -0.40f, .swing = 0.22f, .offset = kSide > 0 ? kPi : 0}}};

/// Catmull and Rom's cubic through b and c.
template <typename T>
T cubic(T a, T b, T c, T d, float x) {
    return b +
           0.5f * x *
               (c - a + x * (2.0f * a - 5.0f * b + 4.0f * c - d + x * (3.0f * (b - c) + d - a)));
}

/// The limb's key between its keys.
LimbKey keyAt(const Limb& limb, float along) {
    const auto last = static_cast<int>(limb.keys.size()) - 1;
    const float place = std::clamp(along, 0.0f, 1.0f) * static_cast<float>(last);
    const int i = std::min(static_cast<int>(place), last - 1);
    const auto key = [&](int k) -> const LimbKey& {
        return limb.keys[static_cast<size_t>(std::clamp(k, 0, last))];
    };
    const LimbKey &a = key(i - 1), &b = key(i), &c = key(i + 1), &d = key(i + 2);
    const float x = place - static_cast<float>(i);
    return {cubic(a.point, b.point, c.point, d.point, x),
            cubic(a.radiusAcross, b.radiusAcross, c.radiusAcross, d.radiusAcross, x),
            cubic(a.radiusThrough, b.radiusThrough, c.radiusThrough, d.radiusThrough, x)};
}

glm::vec3 directionAt(const Limb& limb, float along) {
    constexpr float kStep = 1e-3f;
    return glm::normalize(keyAt(limb, std::min(along + kStep, 1.0f)).point -
                          keyAt(limb, std::max(along - kStep, 0.0f)).point);
}

/// Rounds the ends off.
float capAt(float along) {
    constexpr float kLength = 0.09f;
    const float inside = std::min(std::min(along, 1.0f - along) / kLength, 1.0f);
    return std::sqrt(std::max(inside * (2.0f - inside), 0.0f));
}

glm::vec3 positionAt(const Limb& limb, float along, float around) {
    const LimbKey key = keyAt(limb, along);
    const glm::vec3 direction = directionAt(limb, along);
    const glm::vec3 across =
        glm::normalize(limb.across - direction * glm::dot(limb.across, direction));
    const glm::vec3 through = glm::cross(direction, across);
    const float angle = 2.0f * kPi * around;
    return key.point + capAt(along) * (key.radiusAcross * std::cos(angle) * across +
                                       key.radiusThrough * std::sin(angle) * through);
}

}  // namespace

const std::array<Limb, kLimbCount>& bodyLimbs() {
    static const std::array<Limb, kLimbCount> limbs{{
        {.name = "spine",
         .keys = kSpine,
         .bends = kSpineBends,
         .roundness = 0.8f,
         .vertexShare = 0.36f,
         .jointShare = 0.24f},
        {.name = "left leg",
         .keys = kLeg,
         .bends = kLegBends<1>,
         .roundness = 0.4f,
         .vertexShare = 0.18f,
         .jointShare = 0.20f},
        {.name = "right leg",
         .keys = kRightLeg,
         .bends = kLegBends<-1>,
         .roundness = 0.4f,
         .vertexShare = 0.18f,
         .jointShare = 0.20f},
        {.name = "left arm",
         .keys = kArm,
         .bends = kArmBends<1>,
         .across = kZ,
         .roundness = 0.35f,
         .vertexShare = 0.14f,
         .jointShare = 0.18f,
         .attachedTo = 0,
         .attachedAt = 0.5f},
        {.name = "right arm",
         .keys = kRightArm,
         .bends = kArmBends<-1>,
         .across = kZ,
         .roundness = 0.35f,
         .vertexShare = 0.14f,
         .jointShare = 0.18f,
         .attachedTo = 0,
         .attachedAt = 0.5f},
    }};
    return limbs;
}

glm::vec3 axisPoint(const Limb& limb, float along) {
    return keyAt(limb, along).point;
}

SurfacePoint surfacePoint(const Limb& limb, float along, float around) {
    if (along <= 0.0f || along >= 1.0f) {
        const glm::vec3 outwards = directionAt(limb, along) * (along <= 0.0f ? -1.0f : 1.0f);
        const glm::vec3 tangent =
            glm::normalize(limb.across - outwards * glm::dot(limb.across, outwards));
        return {axisPoint(limb, along), outwards, glm::vec4(tangent, 1.0f)};
    }
    const float step = std::min({2e-3f, 0.5f * along, 0.5f * (1.0f - along)});
    const glm::vec3 u = glm::normalize(positionAt(limb, along, around + 1e-3f) -
                                       positionAt(limb, along, around - 1e-3f));
    const glm::vec3 v =
        positionAt(limb, along + step, around) - positionAt(limb, along - step, around);
    const glm::vec3 normal = glm::normalize(glm::cross(u, v));
    return {positionAt(limb, along, around), normal,
            glm::vec4(glm::normalize(u - normal * glm::dot(u, normal)), 1.0f)};
}

LimbMotion::LimbMotion(const Limb& limb, uint32_t count) : limb_(limb), count_(count) {
    for (const Bend& bend : limb.bends) {
        float all = 0;
        for (uint32_t joint = 0; joint < count; ++joint) all += nearness(joint, bend.at);
        shares_.push_back(all);
    }
}

float LimbMotion::nearness(uint32_t joint, float at) const {
    constexpr float kReach = 0.07f;
    const float apart = (static_cast<float>(joint) / static_cast<float>(count_) - at) / kReach;
    return 1.0f / (1.0f + apart * apart * apart * apart);
}

glm::quat LimbMotion::rotation(uint32_t joint, float walk) const {
    glm::quat rotation(1, 0, 0, 0);
    for (size_t i = 0; i < limb_.bends.size(); ++i) {
        const Bend& bend = limb_.bends[i];
        const float angle = bend.mean + bend.swing * std::sin(bend.beats * walk + bend.offset);
        rotation =
            rotation * glm::angleAxis(angle * nearness(joint, bend.at) / shares_[i], bend.axis);
    }
    return glm::normalize(rotation);
}

glm::vec3 hipsAt(float walk) {
    return kHips + glm::vec3(0.015f * std::sin(walk), -0.02f + 0.02f * std::cos(2.0f * walk), 0);
}

}  // namespace sinew
