// The capture pass.
#include "renderer/capture_pass.h"

#include <fmt/format.h>

#include "renderer/barrier.h"

namespace sinew {

void CapturePass::requireSupport(const Device& device) {
    if (device.has().vertexStores) return;
    throw std::runtime_error(
        fmt::format("'{}' lacks vertexPipelineStoresAndAtomics, and vertices cannot be read back; "
                    "choose another device with --device",
                    device.info().properties.deviceName));
}

CapturePass CapturePass::create(const Device& device, const PassLayouts& layouts) {
    requireSupport(device);
    CapturePass pass;
    pass.layouts_ = StagePipelineLayouts(layouts.capture.get(), VK_NULL_HANDLE);
    return pass;
}

void CapturePass::prepare(const Device& device, const ShaderLibrary& shaders,
                          const VertexStage& stage) {
    if (pipelines_.contains(stage)) return;
    const std::string vertex = shaderNameOf("capture", stage);
    const VkSpecializationInfo specialization = specializationOf(stage.constants);
    pipelines_[stage] = createGraphicsPipeline(device, shaders,
                                               {.vertexShader = vertex,
                                                .specialization = &specialization,
                                                .layout = layouts_.prepare(device, stage),
                                                .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
                                                .rasterize = false,
                                                .vertexInput = vertexInputOf(stage)});
}

CapturePass::Vertices CapturePass::createVertices(const Device& device, const PassLayouts& layouts,
                                                  uint64_t count) {
    if (bytes(count) > device.maxStorageBytes()) {
        throw std::runtime_error(
            fmt::format("captured vertices need a buffer of {} bytes and the device allows {}; try "
                        "fewer instances",
                        bytes(count), device.maxStorageBytes()));
    }
    Vertices vertices;
    vertices.buffer = Buffer::create(device, {.name = "captured vertices", .bytes = bytes(count)});
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
    const VkPipelineLayout layout = layouts_.of(stage);
    vkCmdBeginRendering(commands, &rendering);
    setViewport(commands, extent);
    vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
    vkCmdSetFrontFace(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.at(stage).get());
    bindBatch(commands, layout, into.set, batch, VK_NULL_HANDLE);
    pushBatch(commands, layout, batch, {});
    drawPoints(commands, batch);
    vkCmdEndRendering(commands);
}

std::vector<gpu::PackedVertex> CapturePass::capture(const Device& device,
                                                    const PassLayouts& layouts,
                                                    const VertexStage& stage,
                                                    std::span<const Batch> batches) const {
    const Batch& last = batches.back();
    const uint64_t count = uint64_t{last.vertexCount} * (last.firstInstance + last.instanceCount);
    const Vertices captured = createVertices(device, layouts, count);
    runOnce(device, [&](VkCommandBuffer commands) {
        memoryBarrier(commands, access::kEverything,
                      access::kVertexRead | access::kVertexUniformRead | access::kVertexFetch);
        for (const Batch& batch : batches) record(commands, stage, batch, captured);
    });
    return readBack<gpu::PackedVertex>(device, captured.buffer, 0, count);
}

}  // namespace sinew
