// The capture pass.
#include "renderer/capture_pass.h"

#include <fmt/format.h>

#include "renderer/barrier.h"

namespace sinew {

CapturePass CapturePass::create(const Device& device, const ShaderLibrary& shaders,
                                const SetLayouts& layouts) {
    if (!device.has().vertexStores) {
        throw std::runtime_error(fmt::format(
            "'{}' cannot store from the vertex stage (vertexPipelineStoresAndAtomics), so its "
            "vertices cannot be read back; choose another device with --device",
            device.info().properties.deviceName));
    }
    CapturePass pass;
    pass.layout_ = createPipelineLayout(device, {layouts.capture.get(), layouts.page.get()},
                                        VK_SHADER_STAGE_VERTEX_BIT, sizeof(BatchConstants));
    pass.pool_ = createDescriptorPool(device, 1, 1);
    pass.set_ = allocateSet(device, pass.pool_, layouts.capture, "capture");
    for (size_t i = 0; i < kVertexSourceNames.size(); ++i) {
        const std::string vertex = fmt::format("capture.{}.vert", kVertexSourceNames[i]);
        pass.pipelines_[i] = createGraphicsPipeline(device, shaders,
                                                    {.vertexShader = vertex,
                                                     .layout = pass.layout_.get(),
                                                     .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
                                                     .rasterize = false});
    }
    return pass;
}

std::vector<gpu::SkinnedVertex> CapturePass::capture(const Device& device, VertexSource source,
                                                     const Batch& batch) const {
    const uint64_t count = uint64_t{batch.vertexCount} * batch.instanceCount;
    const Buffer captured = Buffer::create(
        device, {.name = "captured vertices", .bytes = count * sizeof(gpu::SkinnedVertex)});
    const Buffer readback = Buffer::create(device, {.name = "captured vertices, read back",
                                                    .bytes = captured.bytes(),
                                                    .memory = MemoryUse::readback});
    const VkBuffer buffers[] = {captured.get()};
    writeStorageBuffers(device, set_, buffers);

    runOnce(device, [&](VkCommandBuffer commands) {
        memoryBarrier(commands, access::kEverything, access::kVertexRead);
        const VkExtent2D extent{1, 1};
        const VkRenderingInfo rendering{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                                        .renderArea = {{0, 0}, extent},
                                        .layerCount = 1};
        const BatchConstants constants{batch.constants, {}};
        const VkDescriptorSet sets[] = {set_, batch.page};
        vkCmdBeginRendering(commands, &rendering);
        setViewport(commands, extent);
        vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
        vkCmdSetFrontFace(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                          pipelines_[static_cast<size_t>(source)].get());
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_.get(), 0, 2,
                                sets, 0, nullptr);
        vkCmdPushConstants(commands, layout_.get(), VK_SHADER_STAGE_VERTEX_BIT, 0,
                           sizeof(constants), &constants);
        vkCmdDraw(commands, batch.vertexCount, batch.instanceCount, 0, 0);
        vkCmdEndRendering(commands);
        memoryBarrier(commands, access::kVertexWrite, access::kCopyRead);
        const VkBufferCopy region{.size = captured.bytes()};
        vkCmdCopyBuffer(commands, captured.get(), readback.get(), 1, &region);
        memoryBarrier(commands, access::kCopyWrite, access::kHostRead);
    });
    const auto vertices = readback.mapped<gpu::SkinnedVertex>(0, count);
    return {vertices.begin(), vertices.end()};
}

}  // namespace sinew
