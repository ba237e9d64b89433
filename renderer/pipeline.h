// Descriptions of compute and graphics pipelines. The defaults suit most passes.
#pragma once

#include <span>
#include <string_view>

#include "renderer/device/device.h"
#include "renderer/passes/target.h"
#include "renderer/shader_library.h"

namespace sinew {

/// `specialization` may be null.
Pipeline createComputePipeline(const Device& device, const ShaderLibrary& shaders,
                               std::string_view shader, VkPipelineLayout layout,
                               const VkSpecializationInfo* specialization);

/// Viewport, scissor, cull mode and front face are dynamic state.
struct GraphicsPipelineDescription {
    std::string_view vertexShader;
    std::string_view fragmentShader;                       // empty: depth only
    const VkSpecializationInfo* specialization = nullptr;  // for both stages
    VkPipelineLayout layout = VK_NULL_HANDLE;
    std::span<const VkFormat> colorFormats;
    VkFormat depthFormat = VK_FORMAT_UNDEFINED;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
    VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    VkPolygonMode polygonMode = VK_POLYGON_MODE_FILL;
    bool depthWrite = true;
    VkCompareOp depthTest = VK_COMPARE_OP_GREATER_OR_EQUAL;  // reversed depth, see camera.h
    bool depthClamp = false;
    bool blend = false;       // premultiplied alpha, first colour attachment
    bool writeOthers = true;  // false: writes the first colour attachment only
    bool rasterize = true;    // false: the vertex stage only writes buffers
    float depthBias = 0.0f;   // units of the smallest depth step
    float depthBiasSlope = 0.0f;
    const VkPipelineVertexInputStateCreateInfo* vertexInput = nullptr;  // null: no attributes
};
Pipeline createGraphicsPipeline(const Device& device, const ShaderLibrary& shaders,
                                const GraphicsPipelineDescription& description);

void setViewport(VkCommandBuffer commands, VkExtent2D extent);

/// Begins rendering to the target's colour. `clear` is the colour of VK_ATTACHMENT_LOAD_OP_CLEAR.
void beginColor(VkCommandBuffer commands, const Target& target, VkAttachmentLoadOp load,
                const VkClearValue& clear = {});
/// Begins rendering without attachments, for vertex stages that only write buffers.
void beginPoints(VkCommandBuffer commands);

}  // namespace sinew
