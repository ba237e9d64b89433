// Intersects rays with boxes, and finds the nearest bone.
#include "skinning/gpu/verify/picking.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace sinew {

Ray rayThrough(const Camera& camera, float aspect, glm::vec2 ndc) {
    // The near plane has depth 1.
    const glm::vec4 near = glm::inverse(camera.clipFromWorld(aspect)) * glm::vec4(ndc, 1.0f, 1.0f);
    return {camera.position(), glm::vec3(near) / near.w - camera.position()};
}

std::optional<float> hitOf(const Ray& ray, const Box& box) {
    float enters = 0.0f, leaves = std::numeric_limits<float>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        const float a = (box.low[axis] - ray.origin[axis]) / ray.direction[axis];
        const float b = (box.high[axis] - ray.origin[axis]) / ray.direction[axis];
        enters = std::max(enters, std::min(a, b));
        leaves = std::min(leaves, std::max(a, b));
    }
    return enters <= leaves ? std::optional(enters) : std::nullopt;
}

std::optional<HitInstance> instanceAt(Scene& scene, std::span<const PoseRequest> requests,
                                      std::span<const Anchor> anchors,
                                      std::span<const gpu::Affine> worldFromObject,
                                      const Ray& ray) {
    std::vector<Box> boxes(requests.size());
    scene.crowd().bounds(requests, boxes);
    std::optional<HitInstance> found;
    for (uint32_t i = 0; i < requests.size(); ++i) {
        const gpu::Affine placement =
            anchors.empty() ? worldFromObject[i] : moved(worldFromObject[i], anchors[i]);
        const std::optional<float> hit = hitOf(ray, transformed(boxes[i], placement));
        if (hit && (!found || *hit < found->distance)) found = {i, *hit};
    }
    return found;
}

std::optional<uint32_t> jointAt(Scene& scene, const PoseRequest& request,
                                const gpu::Affine& worldFromObject, const glm::mat4& clipFromWorld,
                                float aspect, glm::vec2 ndc) {
    constexpr float kMostAway = 0.125f;  // relative to half the image height
    const Model& model = scene.model();
    const Skeleton& skeleton = model.skeleton;
    std::vector<gpu::Affine> joints(skeleton.size());
    std::vector<float> weights(model.restMorphWeights.size());
    scene.crowd().pose({&request, 1}, joints, weights);
    std::vector<std::optional<glm::vec2>> projected;
    for (const gpu::Affine& joint : joints) {
        const glm::vec4 origin(joint[0].w, joint[1].w, joint[2].w, 1.0f);
        const glm::vec4 clip = clipFromWorld * glm::vec4(origin * worldFromObject, 1.0f);
        projected.push_back(clip.w > 0 ? std::optional(glm::vec2(clip.x * aspect, clip.y) / clip.w)
                                       : std::nullopt);
    }
    const glm::vec2 at(ndc.x * aspect, ndc.y);
    std::optional<uint32_t> found;
    float nearest = kMostAway;
    const auto offer = [&](uint32_t joint, const glm::vec2& from, const glm::vec2& to) {
        const glm::vec2 bone = to - from;
        const float along = glm::dot(at - from, bone) / std::max(glm::dot(bone, bone), 1e-12f);
        const float away = glm::distance(at, from + glm::clamp(along, 0.0f, 1.0f) * bone);
        if (away >= nearest) return;
        nearest = away;
        found = joint;
    };
    for (uint32_t joint = 0; joint < skeleton.size(); ++joint) {
        if (!projected[joint]) continue;
        const int32_t parent = skeleton.parents[joint];
        if (parent == kNoParent || !projected[static_cast<size_t>(parent)]) continue;
        offer(static_cast<uint32_t>(parent), *projected[static_cast<size_t>(parent)],
              *projected[joint]);
    }
    for (uint32_t joint = 0; joint < skeleton.size(); ++joint) {  // joints without children
        if (projected[joint]) offer(joint, *projected[joint], *projected[joint]);
    }
    return found;
}

}  // namespace sinew
