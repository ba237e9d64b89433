// Step palette on the GPU. The techniques that skin on the GPU from poses
// share it.
#include "shaders/shared/culling.h"
#include "skinning/gpu/techniques/crowd_work.h"
#include "skinning/gpu/techniques/rooms.h"

namespace sinew::techniques {
namespace {

/// What palette.comp.glsl depends on.
SkinVariant variantFor(const SkinVariant& variant) {
    return {.blend = variant.blend,
            .paletteFormat = variant.paletteFormat,
            .normals = variant.normals,
            .stretched = variant.stretched,
            .culled = variant.culled,
            .rates = variant.rates};
}

/// A thread a palette entry.
CrowdWork workOf(const SkinnedCrowd& crowd) {
    return {.constants = {crowd.constants(), slotOfPosed(crowd.plan().variant())},
            .threads = crowd.constants().bindCount};
}

std::vector<gpu::CallEntry> calls(const SkinnedCrowd& crowd) {
    return {workOf(crowd).call()};
}

GpuStep::Pipelines prepare(Kernels& kernels, const ShaderLibrary& shaders,
                           const SkinnedCrowd& crowd) {
    const SkinVariant variant = variantFor(crowd.plan().variant());
    return {&kernels.compute(shaders, "palette.comp", variant.constants())};
}

/// Joint matrices times inverse bind matrices.
void record(Commands& commands, const GpuStep::Pipelines& pipelines, const SkinnedCrowd& crowd,
            Moment moment) {
    const FrameBuffers buffers = crowd.buffers(moment);
    dispatch(commands, *pipelines.front(),
             {crowd.mesh().mesh.binds, buffers.poses, buffers.visibleLists, buffers.listEnds,
              buffers.palettes, buffers.normalPalettes},
             crowd, CrowdStep::palette, workOf(crowd));
}

}  // namespace

constexpr GpuStep kPalette{
    .writes = access::kComputeWrite, .calls = calls, .prepare = prepare, .record = record};

}  // namespace sinew::techniques
