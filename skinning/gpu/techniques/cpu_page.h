// A page of instances, as a technique's part on the CPU finds it.
#pragma once

#include "skinning/animation/bake.h"
#include "skinning/animation/bounds.h"
#include "skinning/animation/listed.h"
#include "skinning/animation/pose_request.h"
#include "skinning/gpu/techniques/technique.h"

namespace sinew {

struct CrowdMesh;

struct CpuPage {
    const SkinPlan& plan;
    CrowdMesh& mesh;
    const BakedClips* baked;  // where Technique::bakes
    std::span<const PoseRequest> requests;
    uint32_t instanceCount;
    Listed listed;  // those that there is work for
    // In instance-major order, where Technique::posesOnCpu.
    std::span<const gpu::Affine> objectFromJoint;
    std::span<const float> morphWeights;
    std::span<const Box> boxes;  // object space, where vertices are compact
    PageBuffers& buffers;
    uint32_t phase;
    FrameStatistics& statistics;
};

}  // namespace sinew
