// Making a crowd, and its part of a frame on the CPU.
#include "skinning/gpu/skinned_crowd.h"

#include <algorithm>

#include "skinning/gpu/bounds.h"
#include "skinning/gpu/techniques/cpu_page.h"

namespace sinew {

SkinnedCrowd SkinnedCrowd::create(const Device& device, const CrowdDemand& demand,
                                  const Parts& parts,
                                  std::span<const gpu::Affine> worldFromObject) {
    SkinnedCrowd crowd;
    crowd.demand_ = demand;
    crowd.mesh_ = parts.mesh;
    crowd.baked_ = parts.baked;
    crowd.plan_ = planOf(deviceLimits(device), *parts.mesh->model, demand.choice);
    crowd.variant_ = crowd.plan_.variant();
    crowd.pages_ = Pages::create(device, crowd.plan_,
                                 {.layouts = parts.layouts,
                                  .mesh = parts.mesh->mesh,
                                  .materials = parts.materials,
                                  .poses = parts.poses,
                                  .baked = parts.baked.get(),
                                  .compared = parts.compared},
                                 worldFromObject, demand.motion);
    return crowd;
}

uint64_t SkinnedCrowd::verticesSkinned(uint32_t passes) const {
    return plan_.vertices() * demand_.instanceCount * (technique().passesSkin ? passes : 1);
}

GpuStep::Input SkinnedCrowd::paletteInput(Moment moment) const {
    return stepInput(pages_.paletteStep(), moment);
}

GpuStep::Input SkinnedCrowd::skinInput(Moment moment) const {
    return stepInput(pages_.skinStep(), moment);
}

GpuStep::Input SkinnedCrowd::stepInput(const Pages::Step& step, Moment moment) const {
    return {variant_, mesh_->mesh.buckets, step.layouts, step.pages[moment.phase],
            pages_.buffers(moment.phase).vertices};
}

void SkinnedCrowd::animate(const Poses& poses, std::span<const PoseRequest> requests,
                           uint32_t phase, bool boxesShown, FrameStatistics& statistics) {
    for (Page& page : pages_.all()) {
        if (boxesShown || plan_.compact()) writeBoxes(poses, requests, page, phase);
        if (!technique().animate) continue;
        const bool posed = technique().posesOnCpu;
        const CpuPage job{
            .plan = plan_,
            .mesh = *mesh_,
            .baked = baked_ ? &baked_->clips() : nullptr,
            .requests = page.range.of(requests),
            .instanceCount = page.range.instanceCount,
            .objectFromJoint =
                posed ? poses.objectFromJoint(page.range) : std::span<const gpu::Affine>{},
            .morphWeights = posed ? poses.morphWeights(page.range) : std::span<const float>{},
            .boxes = page.buffers.at(SINEW_BINDING_BOXES, phase)
                         .mapped<Box>(0, page.range.instanceCount),
            .buffers = page.buffers,
            .phase = phase,
            .statistics = statistics};
        technique().animate(job);
    }
}

void SkinnedCrowd::writeBoxes(const Poses& poses, std::span<const PoseRequest> requests, Page& page,
                              uint32_t phase) const {
    static_assert(sizeof(Box) == sizeof(gpu::BoxEntry));
    const std::span<Box> boxes =
        page.buffers.at(SINEW_BINDING_BOXES, phase).mapped<Box>(0, page.range.instanceCount);
    if (baked_) {
        boundBaked(baked_->clips(), *mesh_->model, poses.bindBoxes(), page.range.of(requests),
                   boxes);
        return;
    }
    const std::span<const Box> posed = poses.boxes(page.range);
    std::copy(posed.begin(), posed.end(), boxes.begin());
    growFor(plan_.settings().blend, boxes);
}

}  // namespace sinew
