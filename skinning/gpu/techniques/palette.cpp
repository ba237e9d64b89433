// Step 5 on the GPU: palettes of all instances. The techniques that skin on the GPU from poses
// share it.
#include <algorithm>

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

void prepare(Kernels& kernels, const ShaderLibrary& shaders, const GpuStep::Input& input) {
    kernels.prepareCompute(shaders, kShader, input.layouts, variantFor(input.variant));
}

/// A thread a palette entry.
gpu::CallEntry callOf(const GroupLimits& limits, const SkinVariant& variant,
                      const gpu::SkinConstants& page) {
    return {slotOfPosed(variant), SINEW_CALL_THREADS, page.bindCount, limits.x};
}

std::vector<gpu::CallEntry> calls(const GpuStep::CallInput& input) {
    return {callOf(input.limits, input.variant, input.page)};
}

/// One dispatch a page. Reads poses, writes palettes.
void record(VkCommandBuffer commands, const Kernels& kernels, const GpuStep::Input& input,
            FrameStatistics& statistics) {
    const Kernels::Bound kernel = kernels.bind(commands, kShader, variantFor(input.variant));
    for (const StepPage& page : input.pages) {
        kernel.page(page);
        kernel.push(page.constants);
        kernel.dispatch(page, callOf(kernels.limits(), input.variant, page.constants), 0);
        ++statistics.dispatches;
    }
}

}  // namespace

constexpr GpuStep kPalette{.streams = &streams::kPaletteStep,
                           .writes = access::kComputeWrite,
                           .calls = calls,
                           .prepare = prepare,
                           .record = record};

}  // namespace sinew::techniques
