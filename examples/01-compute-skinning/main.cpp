// Compute skinning in plain Vulkan 1.3: loads a glTF character, poses it half a second into its
// first clip, skins it with one dispatch of skin_plain.comp, draws it and writes an image.
//
//   compute-skinning character.glb picture.png [vertices.bin]
//
// Markers "skinning: begin" and "skinning: end" enclose the skinning code; the rest is a small
// renderer that yours replaces. A test reads the skinned vertices from vertices.bin. The
// environment variable VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation enables validation.
#define VOLK_IMPLEMENTATION
#include <volk.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <glm/gtc/matrix_transform.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "images/png_writer.h"
#include "shaders.h"  // generated: kSkinShader, kVertexShader, kFragmentShader
// skinning: begin
#include "skinning/animation/palette.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"
#include "skinning/bounds/bounds.h"
#include "skinning/gltf/import.h"
#include "skinning/model/plain_mesh.h"
// skinning: end

namespace {

constexpr uint32_t kSide = 640;  // image, pixels
constexpr uint32_t kQueueFamily = 0;
constexpr VkRect2D kArea{{0, 0}, {kSide, kSide}};
constexpr VkFormat kColorFormat = VK_FORMAT_R8G8B8A8_SRGB, kDepthFormat = VK_FORMAT_D32_SFLOAT;
constexpr VkMemoryPropertyFlags kHostMemory =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kDeviceMemory = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;

// ---- A small renderer, with several Vulkan fields per line
// clang-format off

struct Gpu {
    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    VkQueue queue = VK_NULL_HANDLE;
    std::vector<std::function<void()>> atEnd;  // destroys in reverse order

    ~Gpu() {
        for (auto step = atEnd.rbegin(); step != atEnd.rend(); ++step) (*step)();
    }
};

void check(VkResult result) {
    if (result != VK_SUCCESS) throw std::runtime_error("Vulkan error " + std::to_string(result));
}

template <typename Handle>
using Destroy = void (*)(VkDevice, Handle, const VkAllocationCallbacks*);
template <typename Handle>
Handle owned(Gpu& gpu, Handle handle, Destroy<Handle> destroy) {
    gpu.atEnd.push_back([&gpu, handle, destroy] { destroy(gpu.device, handle, nullptr); });
    return handle;
}

/// Calls vkCreate..., and vkDestroy... at the end of the program.
template <typename Handle, typename Info>
Handle make(Gpu& gpu,
            VkResult (*create)(VkDevice, const Info*, const VkAllocationCallbacks*, Handle*),
            Destroy<Handle> destroy, const std::type_identity_t<Info>& info) {
    Handle handle;
    check(create(gpu.device, &info, nullptr, &handle));
    return owned(gpu, handle, destroy);
}

/// Uses the first device and its queue family 0, which must support graphics and compute.
void createDevice(Gpu& gpu) {
    if (volkInitialize() != VK_SUCCESS) throw std::runtime_error("no Vulkan loader");
    const VkApplicationInfo application{
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo instanceInfo{
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    check(vkCreateInstance(&instanceInfo, nullptr, &gpu.instance));
    volkLoadInstance(gpu.instance);
    gpu.atEnd.push_back([&gpu] { vkDestroyInstance(gpu.instance, nullptr); });

    uint32_t count = 1;
    vkEnumeratePhysicalDevices(gpu.instance, &count, &gpu.physical);
    if (count == 0) throw std::runtime_error("no Vulkan device; try mesa-vulkan-drivers");
    const float priority = 1.0f;
    const VkDeviceQueueCreateInfo queue{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = kQueueFamily, .queueCount = 1, .pQueuePriorities = &priority};
    const VkPhysicalDeviceVulkan13Features features{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
        .synchronization2 = VK_TRUE, .dynamicRendering = VK_TRUE, .maintenance4 = VK_TRUE};
    const VkDeviceCreateInfo info{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &features, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue};
    check(vkCreateDevice(gpu.physical, &info, nullptr, &gpu.device));
    volkLoadDevice(gpu.device);
    gpu.atEnd.push_back([&gpu] { vkDestroyDevice(gpu.device, nullptr); });
    vkGetDeviceQueue(gpu.device, kQueueFamily, 0, &gpu.queue);
}

VkDeviceMemory allocate(Gpu& gpu, const VkMemoryRequirements& needs, VkMemoryPropertyFlags wanted) {
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(gpu.physical, &memory);
    uint32_t type = 0;
    while (~needs.memoryTypeBits & (1u << type) ||  // Vulkan guarantees a match
           ~memory.memoryTypes[type].propertyFlags & wanted) ++type;
    return make(gpu, vkAllocateMemory, vkFreeMemory, {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .allocationSize = needs.size, .memoryTypeIndex = type});
}

struct Buffer { VkBuffer buffer = VK_NULL_HANDLE; void* mapped = nullptr; };
Buffer createBuffer(Gpu& gpu, VkDeviceSize bytes, VkBufferUsageFlags usage,
                    VkMemoryPropertyFlags memory) {
    Buffer result{make(gpu, vkCreateBuffer, vkDestroyBuffer, {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = std::max<VkDeviceSize>(bytes, 4), .usage = usage})};
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(gpu.device, result.buffer, &needs);
    const VkDeviceMemory bound = allocate(gpu, needs, memory);
    check(vkBindBufferMemory(gpu.device, result.buffer, bound, 0));
    if (memory == kHostMemory) {
        check(vkMapMemory(gpu.device, bound, 0, VK_WHOLE_SIZE, 0, &result.mapped));
    }
    return result;
}

/// Uses host-visible memory for brevity. A renderer stages constant data.
template <typename T>
VkBuffer upload(Gpu& gpu, const std::vector<T>& values, VkBufferUsageFlags usage) {
    const Buffer result = createBuffer(gpu, values.size() * sizeof(T), usage, kHostMemory);
    std::memcpy(result.mapped, values.data(), values.size() * sizeof(T));
    return result.buffer;
}

struct Image { VkImage image = VK_NULL_HANDLE; VkImageView view = VK_NULL_HANDLE; };
Image createImage(Gpu& gpu, VkFormat format, VkImageUsageFlags usage, VkImageAspectFlags aspect) {
    Image result{make(gpu, vkCreateImage, vkDestroyImage, {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D,
        .format = format, .extent = {kSide, kSide, 1}, .mipLevels = 1, .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT, .usage = usage})};
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(gpu.device, result.image, &needs);
    check(vkBindImageMemory(gpu.device, result.image, allocate(gpu, needs, kDeviceMemory), 0));
    result.view = make(gpu, vkCreateImageView, vkDestroyImageView, {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = result.image,
        .viewType = VK_IMAGE_VIEW_TYPE_2D, .format = format,
        .subresourceRange = {aspect, 0, 1, 0, 1}});
    return result;
}

VkPipelineShaderStageCreateInfo stage(Gpu& gpu, VkShaderStageFlagBits stage,
                                      std::span<const uint32_t> spirv) {
    return {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = stage,
        .module = make(gpu, vkCreateShaderModule, vkDestroyShaderModule, {
            .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
            .codeSize = spirv.size_bytes(), .pCode = spirv.data()}),
        .pName = "main"};
}

VkPipelineLayout createLayout(Gpu& gpu, std::span<const VkDescriptorSetLayout> sets,
                              const VkPushConstantRange& constants) {
    return make(gpu, vkCreatePipelineLayout, vkDestroyPipelineLayout, {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = uint32_t(sets.size()), .pSetLayouts = sets.data(),
        .pushConstantRangeCount = 1, .pPushConstantRanges = &constants});
}

void barrier(VkCommandBuffer commands, VkPipelineStageFlags2 writers, VkAccessFlags2 writes,
             VkPipelineStageFlags2 readers, VkAccessFlags2 reads) {
    const VkMemoryBarrier2 memory{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
        .srcStageMask = writers, .srcAccessMask = writes,
        .dstStageMask = readers, .dstAccessMask = reads};
    const VkDependencyInfo dependency{.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .memoryBarrierCount = 1, .pMemoryBarriers = &memory};
    vkCmdPipelineBarrier2(commands, &dependency);
}

void run(Gpu& gpu, const std::function<void(VkCommandBuffer)>& record) {
    const VkCommandPool pool = make(gpu, vkCreateCommandPool, vkDestroyCommandPool, {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = kQueueFamily});
    const VkCommandBufferAllocateInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = pool, .commandBufferCount = 1};
    VkCommandBuffer commands;
    check(vkAllocateCommandBuffers(gpu.device, &info, &commands));
    const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    check(vkBeginCommandBuffer(commands, &begin));
    record(commands);
    check(vkEndCommandBuffer(commands));
    const VkSubmitInfo submit{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1, .pCommandBuffers = &commands};
    check(vkQueueSubmit(gpu.queue, 1, &submit, VK_NULL_HANDLE));
    check(vkQueueWaitIdle(gpu.queue));
}

void writeFile(const std::string& file, const void* bytes, size_t count) {
    std::ofstream out(file, std::ios::binary);
    out.write(static_cast<const char*>(bytes), std::streamsize(count));
    if (!out.flush()) throw std::runtime_error(file + ": cannot be written");
}

// ---- Skinning
// skinning: begin
using sinew::gpu::Affine;

/// Returns the matrices from the stored vertex space to the posed object space.
std::vector<Affine> posedPalette(const sinew::Model& model, float timeSeconds) {
    sinew::Pose pose = sinew::restPose(model);
    if (!model.clips.empty()) {
        const sinew::Clip& clip = model.clips[0];
        sinew::ClipSampler(clip).sample(sinew::wrapTime(clip, timeSeconds), pose);
    }
    std::vector<Affine> objectFromJoint(model.skeleton.size());
    sinew::poseSkeleton(model.skeleton, pose, objectFromJoint);
    std::vector<Affine> palette(model.binds.size());
    sinew::computePalette(model.binds, objectFromJoint, palette);
    return palette;
}

/// State of one dispatch. A renderer writes the palette per frame, into a buffer of that frame in
/// flight; everything else is constant.
struct Skinning {
    sinew::gpu::PlainConstants constants{};
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkDescriptorSet set = VK_NULL_HANDLE;
    Buffer skinned;  // also the vertex buffer
};

Skinning createSkinning(Gpu& gpu, const sinew::Model& model, const std::vector<Affine>& palette,
                        VkMemoryPropertyFlags skinnedMemory) {
    const sinew::PlainMesh mesh = sinew::packPlainMesh(model);
    Skinning skinning{.constants = {.vertexCount = uint32_t(mesh.vertices.size()),
        .bindBits = mesh.bindBits, .paletteStride = uint32_t(palette.size())}};
    constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    skinning.skinned = createBuffer(gpu, mesh.vertices.size() * sizeof(sinew::gpu::PackedVertex),
        kStorage | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, skinnedMemory);
    const VkDescriptorBufferInfo buffers[] = {  // in the order of the kernel's bindings
        {upload(gpu, mesh.vertices, kStorage), 0, VK_WHOLE_SIZE},
        {upload(gpu, model.geometry.influenceOffsets, kStorage), 0, VK_WHOLE_SIZE},
        {upload(gpu, mesh.influences, kStorage), 0, VK_WHOLE_SIZE},
        {upload(gpu, palette, kStorage), 0, VK_WHOLE_SIZE},
        {skinning.skinned.buffer, 0, VK_WHOLE_SIZE}};
    constexpr uint32_t kCount = 5;
    VkDescriptorSetLayoutBinding bindings[kCount];
    for (uint32_t b = 0; b < kCount; ++b) {
        bindings[b] = {b, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, {}};
    }
    const VkDescriptorSetLayout setLayout =
        make(gpu, vkCreateDescriptorSetLayout, vkDestroyDescriptorSetLayout, {
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
            .bindingCount = kCount, .pBindings = bindings});
    const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kCount};
    const VkDescriptorPool pool = make(gpu, vkCreateDescriptorPool, vkDestroyDescriptorPool, {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size});
    const VkDescriptorSetAllocateInfo allocation{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = pool, .descriptorSetCount = 1, .pSetLayouts = &setLayout};
    check(vkAllocateDescriptorSets(gpu.device, &allocation, &skinning.set));
    // One write covers all bindings, because they have the same type.
    const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet = skinning.set, .descriptorCount = kCount,
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = buffers};
    vkUpdateDescriptorSets(gpu.device, 1, &write, 0, nullptr);

    skinning.layout = createLayout(
        gpu, {&setLayout, 1}, {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(skinning.constants)});
    const VkComputePipelineCreateInfo pipeline{
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = stage(gpu, VK_SHADER_STAGE_COMPUTE_BIT, kSkinShader), .layout = skinning.layout};
    check(vkCreateComputePipelines(gpu.device, {}, 1, &pipeline, nullptr, &skinning.pipeline));
    owned(gpu, skinning.pipeline, vkDestroyPipeline);
    return skinning;
}

void recordSkinning(VkCommandBuffer commands, const Skinning& skinning) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, skinning.pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, skinning.layout, 0, 1,
                            &skinning.set, 0, nullptr);
    vkCmdPushConstants(commands, skinning.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                       sizeof(skinning.constants), &skinning.constants);
    vkCmdDispatch(commands, (skinning.constants.vertexCount + 63) / 64, 1, 1);
    // Kernel writes before vertex reads. A renderer with several frames also needs a barrier before
    // the dispatch, after the previous frame's vertex reads.
    barrier(commands, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
            VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT, VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT);
}

/// The vertex input of the draw pipeline: the kernel's output.
using Vertex = sinew::gpu::PackedVertex;
constexpr VkVertexInputBindingDescription kBinding{0, sizeof(Vertex), VK_VERTEX_INPUT_RATE_VERTEX};
constexpr VkVertexInputAttributeDescription kAttributes[] = {
    {0, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(Vertex, x)},
    {1, 0, VK_FORMAT_R16G16_SNORM, offsetof(Vertex, normal)}};
// skinning: end

// ---- Drawing

VkPipeline createDrawPipeline(Gpu& gpu, VkPipelineLayout layout) {
    const VkPipelineShaderStageCreateInfo stages[] = {
        stage(gpu, VK_SHADER_STAGE_VERTEX_BIT, kVertexShader),
        stage(gpu, VK_SHADER_STAGE_FRAGMENT_BIT, kFragmentShader)};
    const VkPipelineVertexInputStateCreateInfo input{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .vertexBindingDescriptionCount = 1, .pVertexBindingDescriptions = &kBinding,
        .vertexAttributeDescriptionCount = 2, .pVertexAttributeDescriptions = kAttributes};
    const VkPipelineInputAssemblyStateCreateInfo assembly{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    const VkViewport area{0, 0, kSide, kSide, 0, 1};
    const VkPipelineViewportStateCreateInfo viewport{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1, .pViewports = &area, .scissorCount = 1, .pScissors = &kArea};
    const VkPipelineRasterizationStateCreateInfo raster{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
    const VkPipelineMultisampleStateCreateInfo samples{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    const VkPipelineDepthStencilStateCreateInfo depth{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
        .depthTestEnable = VK_TRUE, .depthWriteEnable = VK_TRUE,
        .depthCompareOp = VK_COMPARE_OP_LESS};
    const VkPipelineColorBlendAttachmentState opaque{.colorWriteMask = 0xf};
    const VkPipelineColorBlendStateCreateInfo blend{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = 1, .pAttachments = &opaque};
    const VkPipelineRenderingCreateInfo formats{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO, .colorAttachmentCount = 1,
        .pColorAttachmentFormats = &kColorFormat, .depthAttachmentFormat = kDepthFormat};
    const VkGraphicsPipelineCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, .pNext = &formats,
        .stageCount = 2, .pStages = stages, .pVertexInputState = &input,
        .pInputAssemblyState = &assembly, .pViewportState = &viewport,
        .pRasterizationState = &raster, .pMultisampleState = &samples,
        .pDepthStencilState = &depth, .pColorBlendState = &blend, .layout = layout};
    VkPipeline pipeline;
    check(vkCreateGraphicsPipelines(gpu.device, {}, 1, &info, nullptr, &pipeline));
    return owned(gpu, pipeline, vkDestroyPipeline);
}

/// Looks at the character from the front; the distance fits its box.
glm::mat4 cameraFor(const sinew::Box& box) {
    const float distance = box.radius() / glm::sin(glm::radians(15.0f));
    const glm::vec3 eye = box.center() + distance * glm::normalize(glm::vec3(0.4f, 0.25f, 1.0f));
    glm::mat4 clip = glm::perspective(glm::radians(30.0f), 1.0f, 0.1f * distance, 3.0f * distance);
    clip[1][1] *= -1.0f;  // Vulkan's y points down
    return clip * glm::lookAt(eye, box.center(), glm::vec3(0.0f, 1.0f, 0.0f));
}

/// Clears both images, in the general layout.
void beginRendering(VkCommandBuffer commands, const Image& color, const Image& depth) {
    VkImageMemoryBarrier2 barriers[2];
    barriers[0] = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
        .dstStageMask = VK_PIPELINE_STAGE_2_ALL_GRAPHICS_BIT,
        .dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL, .image = color.image,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    barriers[1] = barriers[0];
    barriers[1].image = depth.image;
    barriers[1].subresourceRange.aspectMask = VK_IMAGE_ASPECT_DEPTH_BIT;
    const VkDependencyInfo dependency{.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .imageMemoryBarrierCount = 2, .pImageMemoryBarriers = barriers};
    vkCmdPipelineBarrier2(commands, &dependency);
    const VkRenderingAttachmentInfo colorInfo{
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO, .imageView = color.view,
        .imageLayout = VK_IMAGE_LAYOUT_GENERAL, .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE};
    VkRenderingAttachmentInfo depthInfo = colorInfo;
    depthInfo.imageView = depth.view;
    depthInfo.clearValue.depthStencil.depth = 1.0f;
    const VkRenderingInfo info{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO, .renderArea = kArea,
        .layerCount = 1, .colorAttachmentCount = 1, .pColorAttachments = &colorInfo,
        .pDepthAttachment = &depthInfo};
    vkCmdBeginRendering(commands, &info);
}

void render(Gpu& gpu, const sinew::Model& model, const char* picture, const char* verticesFile) {
    const Image color = createImage(gpu, kColorFormat,
        VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
        VK_IMAGE_ASPECT_COLOR_BIT);
    const Image depth = createImage(gpu, kDepthFormat, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
        VK_IMAGE_ASPECT_DEPTH_BIT);
    const std::vector<uint32_t>& triangles = model.geometry.indices;
    const VkBuffer indices = upload(gpu, triangles, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    const auto layout = createLayout(gpu, {}, {VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(glm::mat4)});
    const VkPipeline pipeline = createDrawPipeline(gpu, layout);
    // skinning: begin
    const std::vector<Affine> palette = posedPalette(model, 0.5f);
    const Skinning skinning =
        createSkinning(gpu, model, palette, verticesFile ? kHostMemory : kDeviceMemory);
    const sinew::Box box = sinew::posedBounds(sinew::makeBindBoxes(model), palette, {});
    // skinning: end
    const glm::mat4 clipFromObject = cameraFor(box);
    constexpr size_t kBytes = size_t{kSide} * kSide * 4;
    const Buffer pixels = createBuffer(gpu, kBytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT, kHostMemory);

    run(gpu, [&](VkCommandBuffer commands) {
        recordSkinning(commands, skinning);
        beginRendering(commands, color, depth);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(clipFromObject),
                           &clipFromObject);
        const VkDeviceSize start = 0;
        vkCmdBindVertexBuffers(commands, 0, 1, &skinning.skinned.buffer, &start);
        vkCmdBindIndexBuffer(commands, indices, 0, VK_INDEX_TYPE_UINT32);
        vkCmdDrawIndexed(commands, uint32_t(triangles.size()), 1, 0, 0, 0);
        vkCmdEndRendering(commands);

        barrier(commands, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT, VK_PIPELINE_STAGE_2_COPY_BIT,
                VK_ACCESS_2_TRANSFER_READ_BIT);
        const VkBufferImageCopy fullImage{.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
            .imageExtent = {kSide, kSide, 1}};
        vkCmdCopyImageToBuffer(commands, color.image, VK_IMAGE_LAYOUT_GENERAL, pixels.buffer,
                               1, &fullImage);
        barrier(commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, VK_ACCESS_2_MEMORY_WRITE_BIT,
                VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT);
    });

    const std::string png = sinew::images::encodePng(
        kSide, kSide, {static_cast<const uint8_t*>(pixels.mapped), kBytes});
    writeFile(picture, png.data(), png.size());
    const size_t vertexBytes = skinning.constants.vertexCount * sizeof(Vertex);
    if (verticesFile) writeFile(verticesFile, skinning.skinned.mapped, vertexBytes);
}
// clang-format on

}  // namespace

int main(int count, char** arguments) try {
    if (count < 3) throw std::runtime_error("usage: compute-skinning character.glb picture.png");
    Gpu gpu;
    createDevice(gpu);
    render(gpu, sinew::importGltf(arguments[1]), arguments[2], arguments[3]);
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
