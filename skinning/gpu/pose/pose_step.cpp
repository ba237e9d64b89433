// Records the dispatches of poses and boxes, with one thread per instance.
#include "skinning/gpu/pose/pose_step.h"

#include "skinning/gpu/crowd/crowd_dispatch.h"
#include "skinning/gpu/crowd/gpu_mesh.h"
#include "skinning/gpu/pose/gpu_clips.h"

namespace sinew {

PoseKernels PoseKernels::create(Kernels& kernels, const ShaderLibrary& shaders,
                                const SkinnedCrowd& crowd) {
    const SkinVariant boxes = crowd.plan().posingVariant();
    SkinVariant poses = boxes;
    poses.blend = SINEW_BLEND_LINEAR;  // pose.comp does not read it
    return {.poses = &kernels.compute(shaders, "pose.comp", poses.constants()),
            .boxes = &kernels.compute(shaders, "boxes.comp", boxes.constants())};
}

void recordPoses(Commands& commands, const SkinnedCrowd& crowd, Moment moment) {
    const FrameBuffers buffers = crowd.buffers(moment.phase);
    dispatch(commands, *crowd.kernels().pose.poses,
             {crowd.clips().joints, crowd.clips().clips, buffers.requests, buffers.playback,
              buffers.visibleLists, buffers.listEnds, buffers.poses, buffers.morphWeights},
             crowd, CrowdStep::pose, instanceDispatch(crowd));
}

void recordBoxes(Commands& commands, const SkinnedCrowd& crowd, Moment moment) {
    const FrameBuffers buffers = crowd.buffers(moment.phase);
    dispatch(commands, *crowd.kernels().pose.boxes,
             {crowd.mesh().mesh.binds, crowd.clips().bindBoxes, buffers.requests, buffers.playback,
              buffers.poses, buffers.morphWeights, buffers.visibleLists, buffers.listEnds,
              buffers.boxes},
             crowd, CrowdStep::boxes, instanceDispatch(crowd));
}

}  // namespace sinew
