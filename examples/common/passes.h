// Descriptor sets, pipelines and render passes of the examples.
#pragma once
#include "gpu.h"

// clang-format off
namespace example {

/// The contents of one binding.
struct Descriptor { VkDescriptorType type; VkDescriptorBufferInfo buffer{}; VkDescriptorImageInfo image{}; };
inline Descriptor storage(const Buffer& b) { return {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, {b.buffer, 0, b.bytes}}; }
inline Descriptor uniform(const Buffer& b) { return {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, {b.buffer, 0, b.bytes}}; }

/// Binding i has the i-th type. Each binding is visible to all stages.
inline VkDescriptorSetLayout createSetLayout(Gpu& gpu, const std::vector<VkDescriptorType>& types) {
    const auto buffers = std::count(types.begin(), types.end(), VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
    requireLimit("maxPerStageDescriptorStorageBuffers", uint64_t(buffers), gpu.limits.maxPerStageDescriptorStorageBuffers);
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (const VkDescriptorType type : types) bindings.push_back({uint32_t(bindings.size()), type, 1, VK_SHADER_STAGE_ALL, nullptr});
    return make(gpu, vkCreateDescriptorSetLayout, vkDestroyDescriptorSetLayout, {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = uint32_t(bindings.size()), .pBindings = bindings.data()});
}

/// Binding i gets the i-th descriptor. The range of a buffer must be within the device's limit.
inline VkDescriptorSet createSet(Gpu& gpu, VkDescriptorSetLayout layout, const std::vector<Descriptor>& descriptors) {
    const VkDescriptorSetAllocateInfo allocation{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = gpu.descriptorPool, .descriptorSetCount = 1, .pSetLayouts = &layout};
    VkDescriptorSet set;
    check(vkAllocateDescriptorSets(gpu.device, &allocation, &set));
    for (uint32_t b = 0; b < descriptors.size(); ++b) {
        const Descriptor& d = descriptors[b];
        if (d.type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER) requireLimit("maxUniformBufferRange", d.buffer.range, gpu.limits.maxUniformBufferRange);
        if (d.type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER) requireLimit("maxStorageBufferRange", d.buffer.range, gpu.limits.maxStorageBufferRange);
        const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .dstBinding = b,
            .descriptorCount = 1, .descriptorType = d.type, .pImageInfo = &d.image, .pBufferInfo = &d.buffer};
        vkUpdateDescriptorSets(gpu.device, 1, &write, 0, nullptr);
    }
    return set;
}

inline VkPipelineLayout createPipelineLayout(Gpu& gpu, const std::vector<VkDescriptorSetLayout>& sets, const VkPushConstantRange& constants = {}) {
    return make(gpu, vkCreatePipelineLayout, vkDestroyPipelineLayout, {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = uint32_t(sets.size()), .pSetLayouts = sets.data(), .pushConstantRangeCount = constants.size ? 1u : 0u, .pPushConstantRanges = &constants});
}

inline VkPipelineShaderStageCreateInfo shaderStage(Gpu& gpu, VkShaderStageFlagBits stage, std::span<const uint32_t> spirv) {
    return {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = stage,
        .module = make(gpu, vkCreateShaderModule, vkDestroyShaderModule, {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
            .codeSize = spirv.size_bytes(), .pCode = spirv.data()}), .pName = "main"};
}

inline VkPipeline createComputePipeline(Gpu& gpu, VkPipelineLayout layout, std::span<const uint32_t> shader) {
    const VkComputePipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = shaderStage(gpu, VK_SHADER_STAGE_COMPUTE_BIT, shader), .layout = layout};
    VkPipeline pipeline;
    check(vkCreateComputePipelines(gpu.device, {}, 1, &info, nullptr, &pipeline));
    return owned(gpu, pipeline, vkDestroyPipeline);
}

/// Binds a pipeline, its sets from set 0 on, and its push constants, which `stages` read.
template <typename Constants>
void bind(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipeline pipeline, VkPipelineLayout layout,
          const std::vector<VkDescriptorSet>& sets, VkShaderStageFlags stages, const Constants& constants) {
    vkCmdBindPipeline(commands, point, pipeline);
    vkCmdBindDescriptorSets(commands, point, layout, 0, uint32_t(sets.size()), sets.data(), 0, nullptr);
    vkCmdPushConstants(commands, layout, stages, 0, sizeof(constants), &constants);
}

/// A compute shader with local_size_x = 64, its buffers at bindings 0, 1, ... and its grid.
struct Kernel { VkPipelineLayout layout; VkPipeline pipeline; VkDescriptorSet set; uint32_t groups[2]; };

/// `width` and `height` count invocations. The push constants have `constantBytes` bytes.
inline Kernel createKernel(Gpu& gpu, std::span<const uint32_t> shader, uint32_t constantBytes,
                           uint32_t width, uint32_t height, const std::vector<Descriptor>& buffers) {
    const uint32_t groups = (width + 63) / 64;
    requireLimit("maxComputeWorkGroupCount[0]", groups, gpu.limits.maxComputeWorkGroupCount[0]);
    requireLimit("maxComputeWorkGroupCount[1]", height, gpu.limits.maxComputeWorkGroupCount[1]);
    const VkDescriptorSetLayout setLayout = createSetLayout(gpu, std::vector(buffers.size(), VK_DESCRIPTOR_TYPE_STORAGE_BUFFER));
    const VkPipelineLayout layout = createPipelineLayout(gpu, {setLayout}, {VK_SHADER_STAGE_COMPUTE_BIT, 0, constantBytes});
    return {layout, createComputePipeline(gpu, layout, shader), createSet(gpu, setLayout, buffers), {groups, height}};
}

template <typename Constants>
void dispatch(VkCommandBuffer commands, const Kernel& kernel, const Constants& constants) {
    bind(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.pipeline, kernel.layout, {kernel.set}, VK_SHADER_STAGE_COMPUTE_BIT, constants);
    vkCmdDispatch(commands, kernel.groups[0], kernel.groups[1], 1);
}

struct GraphicsState {
    VkPipelineLayout layout = VK_NULL_HANDLE;
    std::span<const uint32_t> vertexShader, fragmentShader;  // no fragment shader: depth only
    uint32_t stride = 0;  // bytes; 0: no vertex buffer
    std::vector<VkVertexInputAttributeDescription> attributes{};
    const VkSpecializationInfo* vertexConstants = nullptr;
};

inline VkPipeline createGraphicsPipeline(Gpu& gpu, const GraphicsState& state) {
    const uint32_t colors = state.fragmentShader.empty() ? 0 : 1;
    std::vector<VkPipelineShaderStageCreateInfo> stages{shaderStage(gpu, VK_SHADER_STAGE_VERTEX_BIT, state.vertexShader)};
    stages[0].pSpecializationInfo = state.vertexConstants;
    if (colors) stages.push_back(shaderStage(gpu, VK_SHADER_STAGE_FRAGMENT_BIT, state.fragmentShader));
    const VkVertexInputBindingDescription binding{0, state.stride, VK_VERTEX_INPUT_RATE_VERTEX};
    const VkPipelineVertexInputStateCreateInfo input{.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .vertexBindingDescriptionCount = state.stride ? 1u : 0u, .pVertexBindingDescriptions = &binding,
        .vertexAttributeDescriptionCount = uint32_t(state.attributes.size()), .pVertexAttributeDescriptions = state.attributes.data()};
    const VkPipelineInputAssemblyStateCreateInfo assembly{.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    const VkPipelineViewportStateCreateInfo viewport{.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1, .scissorCount = 1};  // dynamic
    const VkPipelineRasterizationStateCreateInfo raster{.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
    const VkPipelineMultisampleStateCreateInfo samples{.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    const VkPipelineDepthStencilStateCreateInfo depth{.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
        .depthTestEnable = VK_TRUE, .depthWriteEnable = VK_TRUE, .depthCompareOp = VK_COMPARE_OP_LESS};
    const VkPipelineColorBlendAttachmentState opaque{.colorWriteMask = 0xf};
    const VkPipelineColorBlendStateCreateInfo blend{.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = colors, .pAttachments = &opaque};
    const VkDynamicState dynamicStates[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    const VkPipelineDynamicStateCreateInfo dynamic{.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
        .dynamicStateCount = 2, .pDynamicStates = dynamicStates};
    const VkPipelineRenderingCreateInfo formats{.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = colors, .pColorAttachmentFormats = &kColorFormat, .depthAttachmentFormat = kDepthFormat};
    const VkGraphicsPipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, .pNext = &formats,
        .stageCount = uint32_t(stages.size()), .pStages = stages.data(), .pVertexInputState = &input,
        .pInputAssemblyState = &assembly, .pViewportState = &viewport, .pRasterizationState = &raster,
        .pMultisampleState = &samples, .pDepthStencilState = &depth, .pColorBlendState = &blend,
        .pDynamicState = &dynamic, .layout = state.layout};
    VkPipeline pipeline;
    check(vkCreateGraphicsPipelines(gpu.device, {}, 1, &info, nullptr, &pipeline));
    return owned(gpu, pipeline, vkDestroyPipeline);
}

/// Clears the attachments and sets viewport and scissor. `color` may be null.
inline void beginRendering(VkCommandBuffer commands, const Image* color, const Image& depth) {
    VkRenderingAttachmentInfo colorInfo{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = color ? color->view : VK_NULL_HANDLE, .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR, .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
        .clearValue = {.color = {.float32 = {0.5f, 0.5f, 0.5f, 1.0f}}}};
    VkRenderingAttachmentInfo depthInfo = colorInfo;
    depthInfo.imageView = depth.view;
    depthInfo.imageLayout = VK_IMAGE_LAYOUT_ATTACHMENT_OPTIMAL;
    depthInfo.clearValue.depthStencil = {1.0f, 0};
    const VkRect2D area{{0, 0}, depth.extent};
    const VkRenderingInfo info{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO, .renderArea = area, .layerCount = 1,
        .colorAttachmentCount = color ? 1u : 0u, .pColorAttachments = &colorInfo, .pDepthAttachment = &depthInfo};
    vkCmdBeginRendering(commands, &info);
    const VkViewport viewport{0, 0, float(depth.extent.width), float(depth.extent.height), 0, 1};
    vkCmdSetViewport(commands, 0, 1, &viewport);
    vkCmdSetScissor(commands, 0, 1, &area);
}

}  // namespace example
