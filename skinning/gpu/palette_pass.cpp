// The palette pass.
#include "skinning/gpu/palette_pass.h"

#include <algorithm>

namespace sinew {
namespace {

/// What palette.comp.glsl depends on.
SkinVariant keyOf(const SkinVariant& variant) {
    return {.blend = variant.blend,
            .paletteFormat = variant.paletteFormat,
            .normals = variant.normals,
            .stretched = variant.stretched};
}

}  // namespace

PalettePass PalettePass::create(const Device& device, const SetLayouts& layouts) {
    PalettePass pass;
    pass.layout_ = createPipelineLayout(device, {layouts.page.get()}, VK_SHADER_STAGE_COMPUTE_BIT,
                                        sizeof(gpu::SkinConstants));
    pass.maxGroups_ = device.limits().maxComputeWorkGroupCount[0];
    return pass;
}

void PalettePass::prepare(const Device& device, const ShaderLibrary& shaders,
                          const SkinVariant& variant) {
    const SkinVariant key = keyOf(variant);
    if (pipelines_.contains(key)) return;
    const VkSpecializationInfo specialization = specializationOf(key);
    pipelines_[key] = createComputePipeline(
        device, shaders,
        {.shader = "palette.comp", .layout = layout_.get(), .specialization = &specialization});
}

uint32_t PalettePass::record(VkCommandBuffer commands, const SkinVariant& variant,
                             std::span<const Batch> pages) const {
    constexpr uint64_t kGroupSize = 64;  // as in palette.comp.glsl
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                      pipelines_.at(keyOf(variant)).get());
    for (const Batch& batch : pages) {
        const uint64_t entries = uint64_t{batch.instanceCount} * batch.constants.bindCount;
        const uint32_t groups = static_cast<uint32_t>((entries + kGroupSize - 1) / kGroupSize);
        const uint32_t columns = std::min(groups, maxGroups_);
        bindBatch(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_.get(), {&batch.page, 1}, batch);
        vkCmdPushConstants(commands, layout_.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                           sizeof(batch.constants), &batch.constants);
        vkCmdDispatch(commands, columns, (groups + columns - 1) / columns, 1);
    }
    return static_cast<uint32_t>(pages.size());
}

}  // namespace sinew
