// Steps sample and pose on the GPU: poses of instances from their requests, and the boxes around
// them. The methods that skin on the GPU from poses share them.
#include "shaders/shared/culling.h"
#include "skinning/gpu/techniques/crowd_work.h"
#include "skinning/gpu/techniques/rooms.h"

namespace sinew::techniques {
namespace {

/// A thread an instance.
CrowdWork workOf(const SkinnedCrowd& crowd) {
    return {.constants = {crowd.constants(), slotOfPosed(crowd.plan().variant())}};
}

std::vector<gpu::CallEntry> calls(const SkinnedCrowd& crowd) {
    return {workOf(crowd).call()};
}

GpuStep::Pipelines preparePoses(Kernels& kernels, const ShaderLibrary& shaders,
                                const SkinnedCrowd& crowd) {
    return {&kernels.compute(shaders, "pose.comp", crowd.plan().posingVariant().constants())};
}

/// Clips and requests -> joint matrices, morph weights.
void recordPoses(Commands& commands, const GpuStep::Pipelines& pipelines, const SkinnedCrowd& crowd,
                 Moment moment) {
    const FrameBuffers buffers = crowd.buffers(moment);
    dispatch(commands, *pipelines.front(),
             {crowd.clips().joints, crowd.clips().clips, buffers.requests, buffers.playback,
              buffers.visibleLists, buffers.listEnds, buffers.poses, buffers.morphWeights},
             crowd, CrowdStep::pose, workOf(crowd));
}

GpuStep::Pipelines prepareBoxes(Kernels& kernels, const ShaderLibrary& shaders,
                                const SkinnedCrowd& crowd) {
    return {&kernels.compute(shaders, "boxes.comp", crowd.plan().posingVariant().constants())};
}

/// Joint matrices, bounds of palette entries -> bounds of instances.
void recordBoxes(Commands& commands, const GpuStep::Pipelines& pipelines, const SkinnedCrowd& crowd,
                 Moment moment) {
    const FrameBuffers buffers = crowd.buffers(moment);
    dispatch(commands, *pipelines.front(),
             {crowd.mesh().mesh.binds, crowd.clips().bindBoxes, buffers.requests, buffers.playback,
              buffers.poses, buffers.morphWeights, buffers.visibleLists, buffers.listEnds,
              buffers.boxes},
             crowd, CrowdStep::boxes, workOf(crowd));
}

}  // namespace

constexpr GpuStep kPose{.writes = access::kComputeWrite,
                        .calls = calls,
                        .prepare = preparePoses,
                        .record = recordPoses};
constexpr GpuStep kBoxes{.writes = access::kComputeWrite,
                         .calls = calls,
                         .prepare = prepareBoxes,
                         .record = recordBoxes};

}  // namespace sinew::techniques
