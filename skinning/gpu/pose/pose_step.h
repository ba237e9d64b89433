// The pose step and the boxes step of a crowd on the GPU.
#pragma once

#include "skinning/gpu/crowd/moment.h"

namespace sinew {

class Commands;
class Kernels;
class ShaderLibrary;
class SkinnedCrowd;
struct Kernel;

struct PoseKernels {
    /// Call it before the frame is recorded.
    static PoseKernels create(Kernels& kernels, const ShaderLibrary& shaders,
                              const SkinnedCrowd& crowd);

    const Kernel* poses = nullptr;
    const Kernel* boxes = nullptr;
};

/// Computes joint matrices and morph weights from clips and requests.
void recordPoses(Commands& commands, const SkinnedCrowd& crowd, Moment moment);
/// Computes the bounds of instances from joint matrices and the bounds of palette entries.
void recordBoxes(Commands& commands, const SkinnedCrowd& crowd, Moment moment);

}  // namespace sinew
