// Bounds of posed characters.
#include "skinning/animation/bounds.h"

#include <algorithm>
#include <limits>
#include <span>

#include "skinning/animation/palette.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"

namespace sinew {
namespace {

constexpr uint32_t kTimesPerClip = 16;
constexpr uint32_t kVerticesSampled = 2048;

gpu::Affine blendedMatrix(const Geometry& geometry, uint32_t vertex,
                          std::span<const gpu::Affine> palette) {
    gpu::Affine blended(0.0f);
    const uint32_t end = geometry.influenceOffsets[vertex + 1];
    for (uint32_t i = geometry.influenceOffsets[vertex]; i < end; ++i) {
        blended += palette[geometry.influences[i].bind] * geometry.influences[i].weight;
    }
    return blended;
}

/// Every `stride`-th vertex of a pose.
void includePose(const Model& model, const Pose& pose, uint32_t stride, Box& bounds) {
    const Geometry& geometry = model.geometry;
    std::vector<gpu::Affine> objectFromJoint(model.skeleton.size());
    std::vector<gpu::Affine> palette(model.binds.size());
    poseSkeleton(model.skeleton, pose, objectFromJoint);
    computePalette(model.binds, objectFromJoint, palette);
    for (uint32_t v = 0; v < geometry.vertexCount(); v += stride) {
        const gpu::Affine objectFromBind = blendedMatrix(geometry, v, palette);
        const glm::vec4 p(geometry.positions[v], 1.0f);
        bounds.include(p * objectFromBind);
        if (geometry.morphOffsets.empty()) continue;
        for (uint32_t m = geometry.morphOffsets[v]; m < geometry.morphOffsets[v + 1]; ++m) {
            bounds.include((p + glm::vec4(geometry.morphDeltas[m].position, 0.0f)) *
                           objectFromBind);
        }
    }
}

}  // namespace

Box standingBounds(const Model& model) {
    const uint32_t vertexCount = model.geometry.vertexCount();
    if (vertexCount == 0) return {glm::vec3(-0.5f), glm::vec3(0.5f)};
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    Box bounds{glm::vec3(kInfinity), glm::vec3(-kInfinity)};
    includePose(model, restPose(model), 1, bounds);
    const float standsOn = bounds.low.y;

    const uint32_t stride = std::max(vertexCount / kVerticesSampled, 1u);
    for (const Clip& clip : model.clips) {
        for (uint32_t i = 0; i < kTimesPerClip; ++i) {
            Pose pose = restPose(model);
            sampleClip(clip, clip.durationSeconds * static_cast<float>(i) / kTimesPerClip, pose);
            includePose(model, pose, stride, bounds);
        }
    }
    if (standsOn < bounds.high.y) bounds.low.y = standsOn;
    return bounds;
}

}  // namespace sinew
