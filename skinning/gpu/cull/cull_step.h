// Step cull of a crowd on the GPU.
#pragma once

#include "renderer/commands.h"
#include "skinning/gpu/crowd/moment.h"

namespace sinew {

class SkinnedCrowd;

/// The kernels of a round of culling.
struct CullKernels {
    /// `cullBy`: SINEW_CULL_BY_*. Outside the frame.
    static CullKernels create(Kernels& kernels, const ShaderLibrary& shaders,
                              const SkinnedCrowd& crowd, uint32_t cullBy);

    const Kernel* cull = nullptr;
    const Kernel* compact = nullptr;
};

/// Bounds, views -> visibility words; with update rates, the largest error of reused poses.
void recordCull(Commands& commands, const SkinnedCrowd& crowd, Moment moment, uint32_t round);
/// Visibility words -> visible lists, list ends, first vertices, indirect arguments.
void recordLists(Commands& commands, const SkinnedCrowd& crowd, Moment moment, uint32_t round);

}  // namespace sinew
