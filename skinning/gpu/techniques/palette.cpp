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
            .stretched = variant.stretched};
}

void prepare(Kernels& kernels, const ShaderLibrary& shaders, const GpuStep::Input& input) {
    kernels.prepareCompute(shaders, kShader, input.layouts, variantFor(input.variant));
}

/// One dispatch a page. Reads poses, writes palettes.
void record(VkCommandBuffer commands, const Kernels& kernels, const GpuStep::Input& input,
            FrameStatistics& statistics) {
    constexpr uint64_t kGroupSize = 64;  // as in palette.comp.glsl
    const Kernels::Bound kernel = kernels.bind(commands, kShader, variantFor(input.variant));
    for (const StepPage& page : input.pages) {
        const uint64_t entries = uint64_t{page.constants.instanceCount} * page.constants.bindCount;
        const auto groups = static_cast<uint32_t>((entries + kGroupSize - 1) / kGroupSize);
        const uint32_t columns = std::min(groups, kernels.limits().groupsX);
        kernel.page(page);
        kernel.push(page.constants);
        vkCmdDispatch(commands, columns, (groups + columns - 1) / columns, 1);
        ++statistics.dispatches;
    }
}

}  // namespace

constexpr GpuStep kPalette{.streams = &streams::kPaletteStep,
                           .writes = access::kComputeWrite,
                           .prepare = prepare,
                           .record = record};

}  // namespace sinew::techniques
