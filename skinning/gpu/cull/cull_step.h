// The cull step of a crowd on the GPU.
#pragma once

#include "skinning/gpu/crowd/moment.h"

namespace sinew {

class Commands;
class Kernels;
class ShaderLibrary;
class SkinnedCrowd;
struct Kernel;

/// The kernels of one round of culling (by clip bounds, or by posed bounds).
struct CullKernels {
    /// `cullBy`: SINEW_CULL_BY_*. Call it before the frame is recorded.
    static CullKernels create(Kernels& kernels, const ShaderLibrary& shaders,
                              const SkinnedCrowd& crowd, uint32_t cullBy);

    const Kernel* cull = nullptr;
    const Kernel* lists = nullptr;
};

/// Writes visibility words from bounds and views; with update rates, also the largest error of
/// reused poses.
void recordCull(Commands& commands, const SkinnedCrowd& crowd, Moment moment, uint32_t round);
/// Writes visible lists, list ends, first vertices and indirect arguments from visibility words.
void recordLists(Commands& commands, const SkinnedCrowd& crowd, Moment moment, uint32_t round);

}  // namespace sinew
