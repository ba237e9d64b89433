// Which character of a crowd is under a point of the picture.
#pragma once

#include <optional>
#include <span>

#include "renderer/camera.h"
#include "skinning/animation/placement.h"
#include "skinning/gpu/scene.h"

namespace sinew {

struct Ray {
    glm::vec3 origin{0.0f};
    glm::vec3 direction{0.0f, 0.0f, -1.0f};  // of any length
};

/// From the camera through a point of the picture; `ndc`: from -1 to 1, downwards.
Ray rayThrough(const Camera& camera, float aspect, glm::vec2 ndc);

/// How far along the ray it meets the box, in lengths of its direction; 0 from inside. Nothing
/// where it does not.
std::optional<float> hitOf(const Ray& ray, const Box& box);

struct HitInstance {
    uint32_t instance = 0;
    float distance = 0;  // as hitOf() has it
};

/// The instance whose posed box is hit first; nothing where there is none. Poses every instance.
/// `anchors`: as FrameInput has them; `worldFromObject`: such as Frame::places(). Throws OutOfRange
/// as Crowd::pose does.
std::optional<HitInstance> instanceAt(Scene& scene, std::span<const PoseRequest> requests,
                                      std::span<const Anchor> anchors,
                                      std::span<const gpu::Affine> worldFromObject, const Ray& ray);

/// The joint of that instance whose bone is nearest to a point of the picture, as far as a
/// sixteenth of its height; nothing where none is. A bone goes from its joint to a child's.
std::optional<uint32_t> jointAt(Scene& scene, const PoseRequest& request,
                                const gpu::Affine& worldFromObject, const glm::mat4& clipFromWorld,
                                float aspect, glm::vec2 ndc);

}  // namespace sinew
