// Records the palette step on the GPU.
#include "skinning/gpu/skin/palette_skinning.h"

#include "skinning/gpu/crowd/crowd_dispatch.h"
#include "skinning/gpu/crowd/crowd_rows.h"
#include "skinning/gpu/crowd/gpu_mesh.h"

namespace sinew {

BufferList PaletteSkinning::buffers(const SkinPlan& plan) const {
    return paletteRows(plan);
}

MethodKernels PaletteSkinning::kernels(Kernels& kernels, const ShaderLibrary& shaders,
                                       const SkinnedCrowd& crowd) const {
    const SkinVariant all = crowd.plan().variant();
    const SkinVariant variant{.blend = all.blend,
                              .paletteFormat = all.paletteFormat,
                              .normals = all.normals,
                              .stretched = all.stretched,
                              .culled = all.culled,
                              .rates = all.rates};
    return {.palettes = &kernels.compute(shaders, "palette.comp", variant.constants()), .skin = {}};
}

void PaletteSkinning::recordPalettes(Commands& commands, const SkinnedCrowd& crowd,
                                     Moment moment) const {
    const FrameBuffers buffers = crowd.buffers(moment.phase);
    dispatch(commands, *crowd.kernels().method.palettes,
             {crowd.mesh().mesh.binds, buffers.poses, buffers.visibleLists, buffers.listEnds,
              buffers.palettes, buffers.normalPalettes},
             crowd, CrowdStep::palette, paletteDispatch(crowd));
}

}  // namespace sinew
