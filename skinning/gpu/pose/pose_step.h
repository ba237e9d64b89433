// Steps pose and boxes of a crowd on the GPU.
#pragma once

#include "renderer/commands.h"
#include "skinning/gpu/crowd/moment.h"

namespace sinew {

class SkinnedCrowd;

struct PoseKernels {
    /// Outside the frame.
    static PoseKernels create(Kernels& kernels, const ShaderLibrary& shaders,
                              const SkinnedCrowd& crowd);

    const Kernel* poses = nullptr;
    const Kernel* boxes = nullptr;
};

/// Clips, requests -> joint matrices, morph weights.
void recordPoses(Commands& commands, const SkinnedCrowd& crowd, Moment moment);
/// Joint matrices, bounds of palette entries -> bounds of instances.
void recordBoxes(Commands& commands, const SkinnedCrowd& crowd, Moment moment);

}  // namespace sinew
