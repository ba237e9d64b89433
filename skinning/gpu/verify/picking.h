// Finds the instance and the joint at a point of the image.
#pragma once

#include <optional>
#include <span>

#include "renderer/camera.h"
#include "skinning/animation/placement.h"
#include "skinning/gpu/crowd/scene.h"

namespace sinew {

struct Ray {
    glm::vec3 origin{0.0f};
    glm::vec3 direction{0.0f, 0.0f, -1.0f};  // any length above 0
};

/// Ray from the camera through a point of the image. `ndc`: [-1, 1], y down.
Ray rayThrough(const Camera& camera, float aspect, glm::vec2 ndc);

/// Distance to the box in lengths of the ray's direction; 0 from inside; nothing without a hit.
std::optional<float> hitOf(const Ray& ray, const Box& box);

struct HitInstance {
    uint32_t instance = 0;
    float distance = 0;  // as hitOf()
};

/// The instance whose posed box is hit first. Poses every instance. `anchors`: as in FrameInput;
/// `worldFromObject`: as from Frame::places(). Throws OutOfRange as Crowd::pose does.
std::optional<HitInstance> instanceAt(Scene& scene, std::span<const PoseRequest> requests,
                                      std::span<const Anchor> anchors,
                                      std::span<const gpu::Affine> worldFromObject, const Ray& ray);

/// The joint whose bone, to a child, is within a sixteenth of the image height and nearest.
std::optional<uint32_t> jointAt(Scene& scene, const PoseRequest& request,
                                const gpu::Affine& worldFromObject, const glm::mat4& clipFromWorld,
                                float aspect, glm::vec2 ndc);

}  // namespace sinew
