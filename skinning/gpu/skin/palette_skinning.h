// The base of methods whose palettes are computed by a kernel.
#pragma once

#include "skinning/gpu/skin/skinning_method.h"

namespace sinew {

class PaletteSkinning : public SkinningMethod {
public:
    using SkinningMethod::SkinningMethod;

    PaletteLimit paletteLimit(const SkinPlan& plan) const override { return indexLimit(plan); }
    BufferList buffers(const SkinPlan& plan) const override;
    MethodKernels kernels(Kernels& kernels, const ShaderLibrary& shaders,
                          const SkinnedCrowd& crowd) const override;
    /// Computes palette entry = joint matrix * inverse bind matrix, in the format of the settings.
    void recordPalettes(Commands& commands, const SkinnedCrowd& crowd,
                        Moment moment) const override;
};

}  // namespace sinew
