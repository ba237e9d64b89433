// Stores vertices from the vertex stage, without rasterization.
#include "renderer/passes/capture_pass.h"

#include <fmt/format.h>

#include <algorithm>

#include "renderer/barrier.h"
#include "renderer/commands.h"
#include "shaders/shared/passes.h"
#include "shaders/shared/vertex.h"

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
    pass.layouts_ = StageLayouts({"capture"}, layouts.view.get(), VK_NULL_HANDLE);
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
                                                .layout = layouts_.prepare(device, shaders, stage),
                                                .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
                                                .rasterize = false,
                                                .vertexInput = vertexInputOf(stage)});
}

Buffer CapturePass::createVertices(const Device& device, uint64_t count) {
    if (bytes(count) > device.maxStorageBytes()) {
        throw std::runtime_error(
            fmt::format("captured vertices need a buffer of {} bytes and the device allows {}; try "
                        "fewer instances",
                        bytes(count), device.maxStorageBytes()));
    }
    return Buffer::create(device, {.name = "captured vertices", .bytes = bytes(count)});
}

void CapturePass::record(Commands& commands, const VertexStage& stage, const Batch& batch,
                         const Buffer& into) const {
    const BindingLayout& layout = layouts_.of(stage);
    std::array<Descriptor, SINEW_PASS_BINDING_COUNT> buffers;
    std::ranges::copy(batch.buffers, buffers.begin());
    buffers[SINEW_PASS_CAPTURED] = into;
    beginPoints(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.at(stage).get());
    commands.bind(layout, buffers, batch.uniformOffset);
    const BatchConstants constants{batch.constants, {}};
    vkCmdPushConstants(commands, layout.pipelineLayout.get(), VK_SHADER_STAGE_VERTEX_BIT, 0,
                       sizeof(constants), &constants);
    drawPoints(commands, batch);
    vkCmdEndRendering(commands);
}

std::vector<gpu::PackedVertex> CapturePass::capture(const Device& device, const VertexStage& stage,
                                                    std::span<const Batch> batches) const {
    const Batch& last = batches.back();
    const uint64_t count = uint64_t{last.vertexCount} * (last.firstInstance + last.instanceCount);
    const Buffer captured = createVertices(device, count);
    runCommands(device, [&](Commands& commands) {
        memoryBarrier(commands, access::kEverything,
                      access::kVertexRead | access::kVertexUniformRead | access::kVertexFetch);
        for (const Batch& batch : batches) record(commands, stage, batch, captured);
    });
    return readBack<gpu::PackedVertex>(device, captured, 0, count);
}

}  // namespace sinew
