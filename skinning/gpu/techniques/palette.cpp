// Step 5 on the GPU: palettes of all instances. The techniques that skin on the GPU from poses
// share it.
#include "skinning/gpu/techniques/kernels.h"
#include "skinning/gpu/techniques/rooms.h"

namespace sinew::techniques {
namespace {

constexpr std::string_view kShader = "palette.comp";

/// What palette.comp.glsl depends on.
SkinVariant variantFor(const SkinVariant& variant) {
    return {.blend = variant.blend,
            .paletteFormat = variant.paletteFormat,
            .normals = variant.normals,
            .stretched = variant.stretched,
            .culled = variant.culled,
            .rates = variant.rates};
}

/// A thread a palette entry. Reads poses, writes palettes.
KernelDispatch dispatchOf(const SkinVariant& variant, const gpu::SkinConstants& page) {
    return {.variant = variantFor(variant),
            .push = {page, slotOfPosed(variant)},
            .threads = page.bindCount};
}

std::vector<gpu::CallEntry> calls(const GpuStep::CallInput& input) {
    return {dispatchOf(input.variant, input.page).call()};
}

void prepare(Kernels& kernels, const ShaderLibrary& shaders, const GpuStep::Input& input) {
    kernels.prepareCompute(shaders, kShader, input.layouts, variantFor(input.variant));
}

void record(VkCommandBuffer commands, const Kernels& kernels, const GpuStep::Input& input,
            FrameStatistics& statistics) {
    for (const StepPage& page : input.pages) {
        kernels.dispatch(commands, kShader, dispatchOf(input.variant, page.constants), page, 0,
                         statistics);
    }
}

}  // namespace

constexpr GpuStep kPalette{.streams = &streams::kPaletteStep,
                           .writes = access::kComputeWrite,
                           .calls = calls,
                           .prepare = prepare,
                           .record = record};

}  // namespace sinew::techniques
