// Rays and boxes.
#include "skinning/gpu/picking.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "skinning/animation/placement.h"

namespace sinew {

Ray rayThrough(const Camera& camera, float aspect, glm::vec2 ndc) {
    // The near plane is at depth 1.
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

std::optional<uint32_t> instanceAt(Scene& scene, std::span<const PoseRequest> requests,
                                   std::span<const glm::vec3> anchors, uint32_t scatter,
                                   const Ray& ray) {
    std::vector<Box> boxes(requests.size());
    scene.crowd().bounds(requests, boxes);
    std::vector<gpu::Affine> worldFromObject(requests.size());
    placeCrowd(scene.bounds(), worldFromObject, scatter);
    std::optional<uint32_t> found;
    float nearest = std::numeric_limits<float>::infinity();
    for (uint32_t i = 0; i < requests.size(); ++i) {
        gpu::Affine& placed = worldFromObject[i];
        if (!anchors.empty()) placed = moved(placed, anchors[i]);
        const std::optional<float> hit = hitOf(ray, transformed(boxes[i], placed));
        if (!hit || *hit >= nearest) continue;
        nearest = *hit;
        found = i;
    }
    return found;
}

}  // namespace sinew
