// Making a crowd, and its part of a frame on the CPU.
#include "skinning/gpu/skinned_crowd.h"

#include <algorithm>
#include <utility>

#include "skinning/alike.h"
#include "skinning/animation/playback.h"
#include "skinning/gpu/bounds.h"
#include "skinning/gpu/stopwatch.h"
#include "skinning/gpu/techniques/cpu_page.h"
#include "skinning/injected_fault.h"

namespace sinew {

SkinnedCrowd SkinnedCrowd::create(const Device& device, const CrowdDemand& demand,
                                  const Parts& parts) {
    SkinnedCrowd crowd;
    crowd.demand_ = demand;
    crowd.mesh_ = parts.mesh;
    crowd.clipBoxes_ = parts.clipBoxes;
    crowd.arcs_ = parts.arcs;
    crowd.clips_ = parts.clips;
    crowd.baked_ = parts.baked;
    crowd.plan_ = parts.plan;
    crowd.drawnVertices_ = drawnVertices(*parts.plan.model);
    crowd.pages_ = Pages::create(device,
                                 {.plan = crowd.plan_,
                                  .mesh = parts.mesh->mesh,
                                  .ranges = parts.poses.pages(),
                                  .motion = demand.motion},
                                 {.layouts = parts.layouts,
                                  .materials = parts.materials,
                                  .poses = parts.poses,
                                  .clipBoxes = parts.clipBoxes.get(),
                                  .clips = parts.clips.get(),
                                  .baked = parts.baked.get(),
                                  .compared = parts.compared});
    for (const BufferRow& row : crowd.plan_.buffers()) {
        if (row.binding != SINEW_BINDING_SKINNED) continue;
        const uint64_t copies = copiesOf(row, demand.motion);
        crowd.vertexBytes_.aVertex = copies * skinnedVertexBytes(parts.plan.settings().output);
        for (const Page& page : crowd.pages_.all()) {
            crowd.vertexBytes_.held += copies * page.buffers.find(row.binding, 0)->bytes();
        }
    }
    return crowd;
}

uint64_t SkinnedCrowd::verticesSkinned(uint32_t passes) const {
    const uint64_t anInstance = technique().passesSkin ? drawnVertices_ * passes : plan_.vertices();
    return anInstance * demand_.instanceCount;
}

GpuStep::Input SkinnedCrowd::inputOf(CrowdStep step, Moment moment) const {
    const Pages::Step& made = pages_.step(step);
    return {plan_.variantOf(step), pages_.levels(), mesh_->mesh.buckets, made.layouts,
            made.pages[moment.phase]};
}

void SkinnedCrowd::animate(const Poses& poses, std::span<const PoseRequest> requests,
                           uint32_t phase, const Work& work, FrameStatistics& statistics) {
    const bool boxes = work.boxesShown || plan_.compact();
    boxesOnGpu_ = plan_.posedOnGpu() && (boxes || plan_.culled());
    for (size_t p = 0; p < pages_.all().size(); ++p) {
        Page& page = pages_.all()[p];
        if (plan_.posedOnGpu() || plan_.culled()) {
            const Stopwatch stopwatch;
            writeRequests(requests, work.playback, page, phase);
            statistics.cpuUploadMs += stopwatch.ms();
        }
        if (boxes && !plan_.posedOnGpu()) writeBoxes(poses, requests, page, phase);
        if (!technique().animate) continue;
        const bool posed = technique().posesOnCpu;
        const CpuPage job{
            .plan = plan_,
            .mesh = *mesh_,
            .baked = baked_ ? &baked_->clips() : nullptr,
            .requests = page.range.of(requests),
            .instanceCount = page.range.instanceCount,
            .listed = work.listed ? listedOf((*work.listed)[p]) : Listed{page.range.instanceCount},
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

void SkinnedCrowd::writeRequests(std::span<const PoseRequest> requests, gpu::Playback playback,
                                 Page& page, uint32_t phase) const {
    if (plan_.posedOnGpu() && injected::wrong(methodName(plan_.choice.method))) {
        playback = playbackWords(*plan_.model, {});
    }
    playback.firstInstance = page.range.firstInstance;
    page.buffers.at(SINEW_BINDING_PLAYBACK, phase).mapped<gpu::Playback>()[0] = playback;
    if (playback.requests != SINEW_REQUESTS_GIVEN) return;
    const std::span given = page.range.of(requests);
    const std::span<PoseRequest> uploaded =
        page.buffers.at(SINEW_BINDING_REQUESTS, phase).mapped<PoseRequest>(0, given.size());
    std::copy(given.begin(), given.end(), uploaded.begin());
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
    growBy(arcs_.get(), page.range.of(requests), boxes);
}

}  // namespace sinew
