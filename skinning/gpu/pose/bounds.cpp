// Computes object-space boxes of instances, and the box of a crowd.
#include "skinning/gpu/pose/bounds.h"

#include <algorithm>
#include <vector>

#include "shaders/shared/instance.h"
#include "skinning/bounds/clip_arcs.h"
#include "skinning/gpu/crowd/scene.h"
#include "skinning/packing/bake.h"

namespace sinew {

void growBy(const ClipArcs* arcs, std::span<const PoseRequest> requests,
            std::span<Box> objectBoxes) {
    if (!arcs) return;
    for (size_t i = 0; i < objectBoxes.size(); ++i) {
        objectBoxes[i] = sum(objectBoxes[i], arcs->of(requests[i]));
    }
}

void boundBaked(const BakedClips& clips, const Model& model, const BindBoxes& bindBoxes,
                std::span<const PoseRequest> requests, std::span<Box> objectBoxes) {
    std::vector<gpu::Affine> palette(model.binds.size());
    std::vector<float> weights(model.restMorphWeights.size());
    for (uint32_t i = 0; i < objectBoxes.size(); ++i) {
        const gpu::BakedState state = bakedStateAt(clips, requests[i]);
        bakedPalette(clips, state, palette);
        bakedMorphWeights(clips, state, weights);
        objectBoxes[i] = posedBounds(bindBoxes, palette, weights);
    }
}

Box crowdBoundsAt(Scene& scene, std::span<const PoseRequest> requests,
                  std::span<const Anchor> anchors, uint32_t scatter) {
    const auto count = static_cast<uint32_t>(requests.size());
    return crowdBoundsAt(scene, requests, anchors, layOutCrowd(scene.bounds(), count, scatter));
}

Box crowdBoundsAt(Scene& scene, std::span<const PoseRequest> requests,
                  std::span<const Anchor> anchors, std::span<const gpu::Affine> worldFromObject) {
    // Clip phases are spread evenly, so the first kPosed instances show nearly every pose.
    constexpr size_t kPosed = 1024;
    std::vector<Box> objectBoxes(std::min(requests.size(), kPosed));
    scene.crowd().bounds(requests.first(objectBoxes.size()), objectBoxes);
    Box any = Box::nothing();
    for (const Box& box : objectBoxes) any.include(box);
    Box around = Box::nothing();
    for (size_t i = 0; i < requests.size(); ++i) {
        const gpu::Affine placement =
            anchors.empty() ? worldFromObject[i] : moved(worldFromObject[i], anchors[i]);
        around.include(transformed(i < objectBoxes.size() ? objectBoxes[i] : any, placement));
    }
    return around;
}

}  // namespace sinew
