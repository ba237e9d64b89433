// Creates compute and graphics pipelines.
#include "renderer/pipeline.h"

#include <array>

namespace sinew {
namespace {

ShaderModule createModule(const Device& device, const ShaderLibrary& shaders,
                          std::string_view name) {
    const std::span<const uint32_t> spirv = shaders.spirv(name);
    const VkShaderModuleCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = spirv.size_bytes(),
        .pCode = spirv.data(),
    };
    return VK_CREATE(ShaderModule, vkCreateShaderModule, device, info, std::string(name));
}

VkPipelineShaderStageCreateInfo stageInfo(VkShaderStageFlagBits stage, VkShaderModule module) {
    return {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
        .stage = stage,
        .module = module,
        .pName = "main",
    };
}

}  // namespace

Pipeline createComputePipeline(const Device& device, const ShaderLibrary& shaders,
                               std::string_view shader, VkPipelineLayout layout,
                               const VkSpecializationInfo* specialization) {
    const ShaderModule module = createModule(device, shaders, shader);
    VkComputePipelineCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = stageInfo(VK_SHADER_STAGE_COMPUTE_BIT, module.get()),
        .layout = layout,
    };
    info.stage.pSpecializationInfo = specialization;
    VkPipeline pipeline = VK_NULL_HANDLE;
    VK_CHECK(vkCreateComputePipelines(device.get(), device.pipelineCache(), 1, &info, nullptr,
                                      &pipeline));
    device.name(VK_OBJECT_TYPE_PIPELINE, pipeline, std::string(shader));
    return Pipeline(device.get(), pipeline);
}

Pipeline createGraphicsPipeline(const Device& device, const ShaderLibrary& shaders,
                                const GraphicsPipelineDescription& description) {
    const ShaderModule vertex = createModule(device, shaders, description.vertexShader);
    ShaderModule fragment;
    std::vector<VkPipelineShaderStageCreateInfo> stages{
        stageInfo(VK_SHADER_STAGE_VERTEX_BIT, vertex.get())};
    if (!description.fragmentShader.empty()) {
        fragment = createModule(device, shaders, description.fragmentShader);
        stages.push_back(stageInfo(VK_SHADER_STAGE_FRAGMENT_BIT, fragment.get()));
    }
    for (VkPipelineShaderStageCreateInfo& stage : stages) {
        stage.pSpecializationInfo = description.specialization;
    }

    const VkPipelineRenderingCreateInfo rendering{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = static_cast<uint32_t>(description.colorFormats.size()),
        .pColorAttachmentFormats = description.colorFormats.data(),
        .depthAttachmentFormat = description.depthFormat,
    };
    const VkPipelineVertexInputStateCreateInfo noVertexInput{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    const VkPipelineInputAssemblyStateCreateInfo assembly{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = description.topology,
    };
    const VkPipelineViewportStateCreateInfo viewport{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1,
        .scissorCount = 1,
    };
    const VkPipelineRasterizationStateCreateInfo raster{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .depthClampEnable = description.depthClamp,
        .rasterizerDiscardEnable = !description.rasterize,
        .polygonMode = description.polygonMode,
        .depthBiasEnable = description.depthBias != 0 || description.depthBiasSlope != 0,
        .depthBiasConstantFactor = description.depthBias,
        .depthBiasSlopeFactor = description.depthBiasSlope,
        .lineWidth = 1.0f,
    };
    const VkPipelineMultisampleStateCreateInfo multisample{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = description.samples,
    };
    const VkPipelineDepthStencilStateCreateInfo depth{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
        .depthTestEnable = description.depthFormat != VK_FORMAT_UNDEFINED,
        .depthWriteEnable = description.depthWrite,
        .depthCompareOp = description.depthTest,
    };
    const VkPipelineColorBlendAttachmentState attachment{
        .blendEnable = description.blend,
        .srcColorBlendFactor = VK_BLEND_FACTOR_ONE,
        .dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
        .colorBlendOp = VK_BLEND_OP_ADD,
        .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
        .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
        .alphaBlendOp = VK_BLEND_OP_ADD,
        .colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                          VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT,
    };
    std::vector<VkPipelineColorBlendAttachmentState> attachments(description.colorFormats.size(),
                                                                 attachment);
    for (size_t i = 1; i < attachments.size(); ++i) {
        attachments[i].blendEnable = VK_FALSE;
        if (!description.writeOthers) attachments[i].colorWriteMask = 0;
    }
    const VkPipelineColorBlendStateCreateInfo blend{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = static_cast<uint32_t>(attachments.size()),
        .pAttachments = attachments.data(),
    };
    constexpr std::array kDynamic{VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR,
                                  VK_DYNAMIC_STATE_CULL_MODE, VK_DYNAMIC_STATE_FRONT_FACE};
    const VkPipelineDynamicStateCreateInfo dynamic{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
        .dynamicStateCount = static_cast<uint32_t>(kDynamic.size()),
        .pDynamicStates = kDynamic.data(),
    };
    const VkGraphicsPipelineCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &rendering,
        .stageCount = static_cast<uint32_t>(stages.size()),
        .pStages = stages.data(),
        .pVertexInputState = description.vertexInput ? description.vertexInput : &noVertexInput,
        .pInputAssemblyState = &assembly,
        .pViewportState = &viewport,
        .pRasterizationState = &raster,
        .pMultisampleState = &multisample,
        .pDepthStencilState = &depth,
        .pColorBlendState = &blend,
        .pDynamicState = &dynamic,
        .layout = description.layout,
    };
    VkPipeline pipeline = VK_NULL_HANDLE;
    VK_CHECK(vkCreateGraphicsPipelines(device.get(), device.pipelineCache(), 1, &info, nullptr,
                                       &pipeline));
    device.name(VK_OBJECT_TYPE_PIPELINE, pipeline, std::string(description.vertexShader));
    return Pipeline(device.get(), pipeline);
}

void setViewport(VkCommandBuffer commands, VkExtent2D extent) {
    const VkViewport viewport{
        0.0f, 0.0f, static_cast<float>(extent.width), static_cast<float>(extent.height),
        0.0f, 1.0f};
    const VkRect2D scissor{{0, 0}, extent};
    vkCmdSetViewport(commands, 0, 1, &viewport);
    vkCmdSetScissor(commands, 0, 1, &scissor);
}

void beginColor(VkCommandBuffer commands, const Target& target, VkAttachmentLoadOp load,
                const VkClearValue& clear) {
    const VkRenderingAttachmentInfo color{
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = target.view,
        .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        .loadOp = load,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
        .clearValue = clear,
    };
    const VkRenderingInfo rendering{
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = {{0, 0}, target.extent},
        .layerCount = 1,
        .colorAttachmentCount = 1,
        .pColorAttachments = &color,
    };
    vkCmdBeginRendering(commands, &rendering);
}

void beginPoints(VkCommandBuffer commands) {
    const VkExtent2D extent{1, 1};
    const VkRenderingInfo rendering{
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO, .renderArea = {{0, 0}, extent}, .layerCount = 1};
    vkCmdBeginRendering(commands, &rendering);
    setViewport(commands, extent);
    vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
    vkCmdSetFrontFace(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
}

}  // namespace sinew
