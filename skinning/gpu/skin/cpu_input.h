// The input of a skinning method's CPU work.
#pragma once

#include "skinning/animation/listed.h"
#include "skinning/animation/pose_request.h"
#include "skinning/bounds/bounds.h"
#include "skinning/gpu/skin/skinning_method.h"
#include "skinning/packing/bake.h"

namespace sinew {

struct CrowdMesh;

struct CpuInput {
    const SkinPlan& plan;
    CrowdMesh& mesh;
    const BakedClips* baked;  // null without MethodFacts::bakes
    std::span<const PoseRequest> requests;
    uint32_t instanceCount;
    Listed listed;  // instances to process
    // Ordered by instance; only with MethodFacts::posesOnCpu.
    std::span<const gpu::Affine> objectFromJoint;
    std::span<const float> morphWeights;
    std::span<const Box> boxes;  // object space; for compact vertices
    const CrowdBuffers& buffers;
    uint32_t phase;
    FrameStatistics& statistics;
};

}  // namespace sinew
