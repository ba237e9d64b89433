// The palette pass.
#include "skinning/gpu/palette_pass.h"

#include <algorithm>

namespace sinew {

PalettePass PalettePass::create(const Device& device, const ShaderLibrary& shaders,
                                const SetLayouts& layouts) {
    PalettePass pass;
    pass.layout_ = createPipelineLayout(device, {layouts.page.get()}, VK_SHADER_STAGE_COMPUTE_BIT,
                                        sizeof(gpu::SkinConstants));
    pass.pipeline_ = createComputePipeline(
        device, shaders, {.shader = "palette.comp", .layout = pass.layout_.get()});
    pass.maxGroups_ = device.limits().maxComputeWorkGroupCount[0];
    return pass;
}

uint32_t PalettePass::record(VkCommandBuffer commands, const Pages& pages, uint32_t slot) const {
    constexpr uint64_t kGroupSize = 64;  // as in palette.comp.glsl
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
    for (const Batch& batch : pages.batches(slot)) {
        const uint64_t entries = uint64_t{batch.instanceCount} * batch.constants.bindCount;
        const uint32_t groups = static_cast<uint32_t>((entries + kGroupSize - 1) / kGroupSize);
        const uint32_t columns = std::min(groups, maxGroups_);
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_.get(), 0, 1,
                                &batch.page, 0, nullptr);
        vkCmdPushConstants(commands, layout_.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                           sizeof(batch.constants), &batch.constants);
        vkCmdDispatch(commands, columns, (groups + columns - 1) / columns, 1);
    }
    return static_cast<uint32_t>(pages.batches(slot).size());
}

}  // namespace sinew
