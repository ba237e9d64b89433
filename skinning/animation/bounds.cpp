// Bounds of posed characters.
#include "skinning/animation/bounds.h"

#include <limits>

#include "skinning/animation/palette.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"

namespace sinew {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr Box kEmpty{glm::vec3(kInfinity), glm::vec3(-kInfinity)};
constexpr uint32_t kTimesPerClip = 16;

}  // namespace

std::vector<Box> bindBoxes(const Model& model) {
    const Geometry& geometry = model.geometry;
    std::vector<Box> boxes(model.binds.size(), kEmpty);
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        Box box{geometry.positions[v], geometry.positions[v]};
        if (!geometry.morphOffsets.empty()) {
            for (uint32_t m = geometry.morphOffsets[v]; m < geometry.morphOffsets[v + 1]; ++m) {
                box.low += glm::min(geometry.morphDeltas[m].position, glm::vec3(0.0f));
                box.high += glm::max(geometry.morphDeltas[m].position, glm::vec3(0.0f));
            }
        }
        for (uint32_t i = geometry.influenceOffsets[v]; i < geometry.influenceOffsets[v + 1]; ++i) {
            boxes[geometry.influences[i].bind].include(box);
        }
    }
    return boxes;
}

Box posedBounds(std::span<const Box> bindBoxes, std::span<const gpu::Affine> palette) {
    Box bounds = kEmpty;
    for (size_t b = 0; b < bindBoxes.size(); ++b) {
        const Box& box = bindBoxes[b];
        if (box.low.x > box.high.x) continue;
        const glm::vec3 center = glm::vec4(box.center(), 1.0f) * palette[b];
        const glm::vec3 half = 0.5f * (box.high - box.low);
        glm::vec3 reach;  // half size after the transform: Arvo, "Graphics Gems" (1990)
        for (int row = 0; row < 3; ++row) {
            reach[row] = glm::dot(glm::abs(glm::vec3(palette[b][row])), half);
        }
        bounds.include({center - reach, center + reach});
    }
    return bounds;
}

Box animatedBounds(const Model& model) {
    const std::vector<Box> boxes = bindBoxes(model);
    std::vector<gpu::Affine> objectFromJoint(model.skeleton.size());
    std::vector<gpu::Affine> palette(model.binds.size());
    Box bounds = kEmpty;
    auto includePose = [&](const Pose& pose) {
        poseSkeleton(model.skeleton, pose, objectFromJoint);
        computePalette(model.binds, objectFromJoint, palette);
        bounds.include(posedBounds(boxes, palette));
    };
    Pose pose = restPose(model);
    includePose(pose);
    for (const Clip& clip : model.clips) {
        for (uint32_t i = 0; i < kTimesPerClip; ++i) {
            pose = restPose(model);
            sampleClip(clip, clip.durationSeconds * static_cast<float>(i) / kTimesPerClip, pose);
            includePose(pose);
        }
    }
    if (bounds.low.x > bounds.high.x) return {glm::vec3(-0.5f), glm::vec3(0.5f)};
    return bounds;
}

}  // namespace sinew
