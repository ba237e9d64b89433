// Step 5 on the GPU: palettes of all instances. The techniques that skin on the GPU from poses
// share it.
#include "skinning/gpu/techniques/kernels.h"
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

/// A thread a palette entry. Reads poses, writes palettes.
std::vector<StepItem> items(const GpuStep::PageInput& input) {
    return {{.variant = variantFor(input.variant),
             .constants = input.page,
             .slot = slotOfPosed(input.variant),
             .threads = input.page.bindCount}};
}

}  // namespace

constexpr GpuStep kPalette{
    .streams = &streams::kPaletteStep, .writes = access::kComputeWrite, .items = items};

}  // namespace sinew::techniques
