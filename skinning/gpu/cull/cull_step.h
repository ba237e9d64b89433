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

    const Kernel* masks = nullptr;
    const Kernel* ends = nullptr;
    const Kernel* lists = nullptr;
};

/// Bounds, views -> visibility words, counts of each workgroup.
void recordMasks(Commands& commands, const SkinnedCrowd& crowd, Moment moment, uint32_t round);
/// Counts -> ends of lists and levels, indirect arguments.
void recordEnds(Commands& commands, const SkinnedCrowd& crowd, Moment moment, uint32_t round);
/// Visibility words, ends -> visible lists, first vertices, arguments of single draws.
void recordLists(Commands& commands, const SkinnedCrowd& crowd, Moment moment, uint32_t round);

}  // namespace sinew
