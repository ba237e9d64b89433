// Intersects rays with boxes, and finds the nearest bone.
#include "skinning/gpu/verify/picking.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "skinning/gpu/crowd/scene.h"

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

glm::vec3 PosedJoints::origin(uint32_t joint) const {
    const gpu::Affine& m = objectFromJoint[joint];
    return glm::vec4(m[0].w, m[1].w, m[2].w, 1.0f) * worldFromObject;
}

glm::vec3 PosedJoints::axis(uint32_t joint, uint32_t column) const {
    const gpu::Affine& m = objectFromJoint[joint];
    const auto c = static_cast<int>(column);
    const glm::vec3 along = glm::vec4(m[0][c], m[1][c], m[2][c], 0.0f) * worldFromObject;
    const float length = glm::length(along);
    return length > 0 ? along / length : glm::vec3(0.0f);
}

PosedJoints posedJoints(Scene& scene, const PoseRequest& request,
                        const gpu::Affine& worldFromObject) {
    PosedJoints posed{.worldFromObject = worldFromObject};
    posed.objectFromJoint.resize(scene.model().skeleton.size());
    std::vector<float> weights(scene.model().restMorphWeights.size());
    scene.crowd().pose({&request, 1}, posed.objectFromJoint, weights);
    posed.size = 2.0f * transformed(scene.bounds(), worldFromObject).radius();
    return posed;
}

namespace {

/// Returns the image positions of the joints in units of half the image height; nothing for joints
/// behind the camera.
std::vector<std::optional<glm::vec2>> projectedJoints(const PosedJoints& posed,
                                                      const PickView& view) {
    std::vector<std::optional<glm::vec2>> projected;
    for (uint32_t joint = 0; joint < posed.objectFromJoint.size(); ++joint) {
        const glm::vec4 clip = view.clipFromWorld * glm::vec4(posed.origin(joint), 1.0f);
        projected.push_back(clip.w > 0
                                ? std::optional(glm::vec2(clip.x * view.aspect, clip.y) / clip.w)
                                : std::nullopt);
    }
    return projected;
}

}  // namespace

std::optional<uint32_t> jointOriginAt(const PosedJoints& posed, const PickView& view, glm::vec2 ndc,
                                      float radius) {
    const std::vector<std::optional<glm::vec2>> projected = projectedJoints(posed, view);
    const glm::vec2 at(ndc.x * view.aspect, ndc.y);
    std::optional<uint32_t> found;
    float nearest = radius;
    for (uint32_t joint = 0; joint < projected.size(); ++joint) {
        if (!projected[joint]) continue;
        const float away = glm::distance(at, *projected[joint]);
        if (away >= nearest) continue;
        nearest = away;
        found = joint;
    }
    return found;
}

std::optional<uint32_t> jointAt(const Skeleton& skeleton, const PosedJoints& posed,
                                const PickView& view, glm::vec2 ndc) {
    constexpr float kMostAway = 0.125f;  // relative to half the image height
    const std::vector<std::optional<glm::vec2>> projected = projectedJoints(posed, view);
    const glm::vec2 at(ndc.x * view.aspect, ndc.y);
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
    // Joints without children have no bone, so the origins of joints are tested too.
    for (uint32_t joint = 0; joint < skeleton.size(); ++joint) {
        if (projected[joint]) offer(joint, *projected[joint], *projected[joint]);
    }
    return found;
}

}  // namespace sinew
