// Finds the instance and the joint at a point of the image.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "renderer/passes/camera.h"
#include "skinning/animation/placement.h"
#include "skinning/animation/pose_request.h"

namespace sinew {

class Scene;

struct Ray {
    glm::vec3 origin{0.0f};
    glm::vec3 direction{0.0f, 0.0f, -1.0f};  // any length above 0
};

/// Returns the ray from the camera through a point of the image. `ndc`: [-1, 1], y down.
Ray rayThrough(const Camera& camera, float aspect, glm::vec2 ndc);

/// Returns the distance to the box in lengths of the ray's direction; 0 if the ray starts inside,
/// nothing without a hit.
std::optional<float> hitOf(const Ray& ray, const Box& box);

struct HitInstance {
    uint32_t instance = 0;
    float distance = 0;  // see hitOf()
};

/// Returns the instance whose posed box the ray hits first. Poses every instance. `anchors`: as in
/// FrameInput; `worldFromObject`: placements without root motion. Throws OutOfRange as
/// Crowd::pose() does.
std::optional<HitInstance> instanceAt(Scene& scene, std::span<const PoseRequest> requests,
                                      std::span<const Anchor> anchors,
                                      std::span<const gpu::Affine> worldFromObject, const Ray& ray);

/// The joints of one posed instance.
struct PosedJoints {
    uint32_t instance = 0;
    gpu::Affine worldFromObject{};
    std::vector<gpu::Affine> objectFromJoint;
    float size = 0;  // diameter of the character, world units

    glm::vec3 origin(uint32_t joint) const;                 // world
    glm::vec3 axis(uint32_t joint, uint32_t column) const;  // world, unit length
};
/// Poses one instance. Throws OutOfRange as Crowd::pose() does.
PosedJoints posedJoints(Scene& scene, const PoseRequest& request,
                        const gpu::Affine& worldFromObject);

/// The view of an image; `aspect` is width over height.
struct PickView {
    glm::mat4 clipFromWorld{1.0f};
    float aspect = 1;
};

/// Returns the joint whose bone (line to a child joint) is nearest to `ndc`, or nothing if none is
/// within a sixteenth of the image height.
std::optional<uint32_t> jointAt(const Skeleton& skeleton, const PosedJoints& posed,
                                const PickView& view, glm::vec2 ndc);

/// Returns the joint whose origin is nearest to `ndc`, or nothing if none is within `radius`,
/// relative to half the image height.
std::optional<uint32_t> jointOriginAt(const PosedJoints& posed, const PickView& view, glm::vec2 ndc,
                                      float radius);

}  // namespace sinew
