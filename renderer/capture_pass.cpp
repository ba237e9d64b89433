// The capture pass.
#include "renderer/capture_pass.h"

#include <fmt/format.h>

#include "renderer/barrier.h"

namespace sinew {

void CapturePass::requireSupport(const Device& device) {
    if (device.has().vertexStores) return;
    throw std::runtime_error(fmt::format(
        "'{}' cannot store from the vertex stage (vertexPipelineStoresAndAtomics), so its "
        "vertices cannot be read back; choose another device with --device",
        device.info().properties.deviceName));
}

CapturePass CapturePass::create(const Device& device, const SetLayouts& layouts) {
    requireSupport(device);
    CapturePass pass;
    pass.layout_ = createPipelineLayout(device, {layouts.capture.get(), layouts.page.get()},
                                        VK_SHADER_STAGE_VERTEX_BIT, sizeof(BatchConstants));
    return pass;
}

void CapturePass::prepare(const Device& device, const ShaderLibrary& shaders,
                          const VertexStage& stage) {
    if (pipelines_.contains(stage)) return;
    const std::string vertex =
        fmt::format("capture.{}.vert", kVertexSourceNames[static_cast<size_t>(stage.source)]);
    const VkSpecializationInfo specialization = specializationOf(stage.variant);
    pipelines_[stage] = createGraphicsPipeline(device, shaders,
                                               {.vertexShader = vertex,
                                                .specialization = &specialization,
                                                .layout = layout_.get(),
                                                .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
                                                .rasterize = false});
}

CapturePass::Vertices CapturePass::createVertices(const Device& device, const SetLayouts& layouts,
                                                  uint64_t count) {
    Vertices vertices;
    vertices.buffer = Buffer::create(
        device, {.name = "captured vertices", .bytes = count * sizeof(gpu::SkinnedVertex)});
    vertices.pool = createDescriptorPool(device, 1, 1);
    vertices.set = allocateSet(device, vertices.pool, layouts.capture, "capture");
    const VkBuffer buffers[] = {vertices.buffer.get()};
    writeStorageBuffers(device, vertices.set, buffers);
    return vertices;
}

void CapturePass::record(VkCommandBuffer commands, const VertexStage& stage, const Batch& batch,
                         const Vertices& into) const {
    const VkExtent2D extent{1, 1};
    const VkRenderingInfo rendering{
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO, .renderArea = {{0, 0}, extent}, .layerCount = 1};
    const BatchConstants constants{batch.constants, {}};
    const VkDescriptorSet sets[] = {into.set, batch.page};
    vkCmdBeginRendering(commands, &rendering);
    setViewport(commands, extent);
    vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
    vkCmdSetFrontFace(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.at(stage).get());
    bindBatch(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_.get(), sets, batch);
    vkCmdPushConstants(commands, layout_.get(), VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(constants),
                       &constants);
    vkCmdDraw(commands, batch.vertexCount, batch.instanceCount, 0, batch.firstInstance);
    vkCmdEndRendering(commands);
}

std::vector<gpu::SkinnedVertex> CapturePass::capture(const Device& device,
                                                     const SetLayouts& layouts,
                                                     const VertexStage& stage,
                                                     std::span<const Batch> batches) const {
    const Batch& last = batches.back();
    const uint64_t count = uint64_t{last.vertexCount} * (last.firstInstance + last.instanceCount);
    const Vertices captured = createVertices(device, layouts, count);
    const Buffer readback = Buffer::create(device, {.name = "captured vertices, read back",
                                                    .bytes = captured.buffer.bytes(),
                                                    .memory = MemoryUse::readback});
    runOnce(device, [&](VkCommandBuffer commands) {
        memoryBarrier(commands, access::kEverything,
                      access::kVertexRead | access::kVertexUniformRead);
        for (const Batch& batch : batches) record(commands, stage, batch, captured);
        memoryBarrier(commands, access::kVertexWrite, access::kCopyRead);
        const VkBufferCopy region{.size = captured.buffer.bytes()};
        vkCmdCopyBuffer(commands, captured.buffer.get(), readback.get(), 1, &region);
        memoryBarrier(commands, access::kCopyWrite, access::kHostRead);
    });
    const auto vertices = readback.mapped<gpu::SkinnedVertex>(0, count);
    return {vertices.begin(), vertices.end()};
}

}  // namespace sinew
