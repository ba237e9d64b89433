// Draws ImGui's draw data.
#include "app/demo/platform/ui_pass.h"

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>

namespace sinew {
namespace {

struct UiConstants {
    glm::vec2 scale;      // clip-space units per pixel
    glm::vec2 translate;  // clip-space position of pixel (0, 0)
};

void writeImage(const Device& device, VkDescriptorSet set, const Sampler& sampler,
                const Image2D& image) {
    const VkDescriptorImageInfo info{sampler.get(), image.view(),
                                     VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    const VkWriteDescriptorSet write{
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet = set,
        .dstBinding = 0,
        .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
        .pImageInfo = &info,
    };
    vkUpdateDescriptorSets(device.get(), 1, &write, 0, nullptr);
}

/// An ImTextureID is a descriptor set.
ImTextureID textureOf(VkDescriptorSet set) {
    return reinterpret_cast<ImTextureID>(set);
}
VkDescriptorSet setOf(ImTextureID texture) {
    return reinterpret_cast<VkDescriptorSet>(texture);
}

}  // namespace

UiPass UiPass::create(const Device& device, const ShaderLibrary& shaders, VkFormat colorFormat) {
    UiPass pass;
    pass.colorFormat_ = colorFormat;
    constexpr VkDescriptorType kBindings[] = {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER};
    pass.setLayout_ = createSetLayout(device, "ui", kBindings, VK_SHADER_STAGE_FRAGMENT_BIT);
    pass.pool_ = createDescriptorPool(device, "ui", 1 + kUiPictures, 1 + kUiPictures);
    pass.atlasSet_ = allocateSet(device, pass.pool_, pass.setLayout_, "ui atlas");
    for (VkDescriptorSet& set : pass.pictureSets_) {
        set = allocateSet(device, pass.pool_, pass.setLayout_, "ui picture");
    }
    pass.atlasSampler_ = createSampler(device, {.name = "ui atlas",
                                                .addressU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                                .addressV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                                .mipmapped = false});
    pass.pictureSampler_ =
        createSampler(device, {.name = "ui picture",
                               .magFilter = VK_FILTER_NEAREST,
                               .addressU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                               .addressV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE});
    pass.layout_ = createPipelineLayout(device, "ui", {pass.setLayout_.get()},
                                        VK_SHADER_STAGE_VERTEX_BIT, sizeof(UiConstants));
    pass.pipeline_ = pass.createPipeline(device, shaders);
    // Allocates enough for all panels now, because the interface must also work when memory runs
    // out.
    constexpr uint64_t kFirstBytes = 1 << 20;
    for (Slot& slot : pass.slots_) fitGeometry(device, slot, kFirstBytes, kFirstBytes);
    return pass;
}

Pipeline UiPass::createPipeline(const Device& device, const ShaderLibrary& shaders) const {
    const VkVertexInputBindingDescription binding{0, sizeof(ImDrawVert),
                                                  VK_VERTEX_INPUT_RATE_VERTEX};
    const VkVertexInputAttributeDescription attributes[] = {
        {0, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(ImDrawVert, pos)},
        {1, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(ImDrawVert, uv)},
        {2, 0, VK_FORMAT_R8G8B8A8_UNORM, offsetof(ImDrawVert, col)},
    };
    const VkPipelineVertexInputStateCreateInfo vertexInput{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .vertexBindingDescriptionCount = 1,
        .pVertexBindingDescriptions = &binding,
        .vertexAttributeDescriptionCount = static_cast<uint32_t>(std::size(attributes)),
        .pVertexAttributeDescriptions = attributes,
    };
    const VkFormat formats[] = {colorFormat_};
    return createGraphicsPipeline(device, shaders,
                                  {.vertexShader = "ui.vert",
                                   .fragmentShader = "ui.frag",
                                   .layout = layout_.get(),
                                   .colorFormats = formats,
                                   .depthWrite = false,
                                   .blend = true,
                                   .vertexInput = &vertexInput});
}

void UiPass::setShaders(const Device& device, const ShaderLibrary& shaders) {
    pipeline_ = createPipeline(device, shaders);
}

void UiPass::setFonts(const Device& device, ImFontAtlas& atlas) {
    unsigned char* texels = nullptr;
    int width = 0;
    int height = 0;
    atlas.GetTexDataAsRGBA32(&texels, &width, &height);
    const VkExtent2D extent{static_cast<uint32_t>(width), static_cast<uint32_t>(height)};
    Uploader uploader(device);
    Image2D image =
        uploader.texture("ui atlas", extent, {texels, size_t{extent.width} * extent.height * 4},
                         VK_FORMAT_R8G8B8A8_UNORM);
    uploader.finish();
    atlas_ = std::move(image);
    atlas.ClearTexData();
    atlas.SetTexID(textureOf(atlasSet_));
    writeImage(device, atlasSet_, atlasSampler_, atlas_);
}

ImTextureID UiPass::setPicture(const Device& device, UiPicture which, VkExtent2D extent,
                               std::span<const uint8_t> rgba) {
    const auto at = static_cast<size_t>(which);
    Uploader uploader(device);
    Image2D image = uploader.texture("ui picture", extent, rgba, VK_FORMAT_R8G8B8A8_SRGB);
    uploader.finish();
    pictures_[at] = std::move(image);
    writeImage(device, pictureSets_[at], pictureSampler_, pictures_[at]);
    return textureOf(pictureSets_[at]);
}

/// Replaces a buffer that is smaller than `bytes` by one of 1.5 times `bytes`. No frame in flight
/// uses the old buffer, so it is freed at once.
void UiPass::fit(const Device& device, Buffer& buffer, const char* name, uint64_t bytes,
                 VkBufferUsageFlags usage) {
    if (buffer && buffer.bytes() >= bytes) return;
    buffer = Buffer::create(
        device,
        {.name = name, .bytes = bytes + bytes / 2, .usage = usage, .memory = MemoryUse::upload});
}

void UiPass::fitGeometry(const Device& device, Slot& slot, uint64_t vertexBytes,
                         uint64_t indexBytes) {
    fit(device, slot.vertices, "ui vertices", vertexBytes, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
    fit(device, slot.indices, "ui indices", indexBytes, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
}

void UiPass::copyGeometry(const Device& device, Slot& slot, const ImDrawData& data) {
    const auto vertexCount = static_cast<uint64_t>(data.TotalVtxCount);
    const auto indexCount = static_cast<uint64_t>(data.TotalIdxCount);
    fitGeometry(device, slot, vertexCount * sizeof(ImDrawVert), indexCount * sizeof(ImDrawIdx));
    const std::span<ImDrawVert> vertices = slot.vertices.mapped<ImDrawVert>(0, vertexCount);
    const std::span<ImDrawIdx> indices = slot.indices.mapped<ImDrawIdx>(0, indexCount);
    size_t firstVertex = 0;
    size_t firstIndex = 0;
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList& list = *data.CmdLists[i];
        std::copy(list.VtxBuffer.begin(), list.VtxBuffer.end(), vertices.begin() + firstVertex);
        std::copy(list.IdxBuffer.begin(), list.IdxBuffer.end(), indices.begin() + firstIndex);
        firstVertex += static_cast<size_t>(list.VtxBuffer.Size);
        firstIndex += static_cast<size_t>(list.IdxBuffer.Size);
    }
}

void UiPass::record(const Device& device, VkCommandBuffer commands, const Target& target,
                    const ImDrawData& data, const VkClearValue* ground) {
    slot_ = (slot_ + 1) % kFramesInFlight;
    beginColor(commands, target, ground ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD,
               ground ? *ground : VkClearValue{});
    if (data.TotalVtxCount == 0) return vkCmdEndRendering(commands);
    Slot& slot = slots_[slot_];
    copyGeometry(device, slot, data);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline_.get());
    const VkBuffer vertices = slot.vertices.get();
    const VkDeviceSize offset = 0;
    vkCmdBindVertexBuffers(commands, 0, 1, &vertices, &offset);
    vkCmdBindIndexBuffer(commands, slot.indices.get(), 0,
                         sizeof(ImDrawIdx) == 2 ? VK_INDEX_TYPE_UINT16 : VK_INDEX_TYPE_UINT32);
    setViewport(commands, target.extent);
    vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
    vkCmdSetFrontFace(commands, VK_FRONT_FACE_CLOCKWISE);
    const glm::vec2 scale(2.0f / data.DisplaySize.x, 2.0f / data.DisplaySize.y);
    const UiConstants constants{
        .scale = scale,
        .translate = glm::vec2(-1.0f) - glm::vec2(data.DisplayPos.x, data.DisplayPos.y) * scale,
    };
    vkCmdPushConstants(commands, layout_.get(), VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(constants),
                       &constants);
    drawLists(commands, target.extent, data);
    vkCmdEndRendering(commands);
}

void UiPass::drawLists(VkCommandBuffer commands, VkExtent2D extent, const ImDrawData& data) const {
    const auto width = static_cast<float>(extent.width);
    const auto height = static_cast<float>(extent.height);
    uint32_t firstVertex = 0;
    uint32_t firstIndex = 0;
    VkDescriptorSet bound = VK_NULL_HANDLE;
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList& list = *data.CmdLists[i];
        for (const ImDrawCmd& command : list.CmdBuffer) {
            const ImVec2 scale = data.FramebufferScale;
            const float left =
                std::clamp((command.ClipRect.x - data.DisplayPos.x) * scale.x, 0.0f, width);
            const float top =
                std::clamp((command.ClipRect.y - data.DisplayPos.y) * scale.y, 0.0f, height);
            const float right =
                std::clamp((command.ClipRect.z - data.DisplayPos.x) * scale.x, 0.0f, width);
            const float bottom =
                std::clamp((command.ClipRect.w - data.DisplayPos.y) * scale.y, 0.0f, height);
            if (right <= left || bottom <= top) continue;
            const VkRect2D scissor{
                {static_cast<int32_t>(left), static_cast<int32_t>(top)},
                {static_cast<uint32_t>(right - left), static_cast<uint32_t>(bottom - top)}};
            vkCmdSetScissor(commands, 0, 1, &scissor);
            if (const VkDescriptorSet set = setOf(command.GetTexID()); set != bound) {
                vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_.get(), 0,
                                        1, &set, 0, nullptr);
                bound = set;
            }
            vkCmdDrawIndexed(commands, command.ElemCount, 1, firstIndex + command.IdxOffset,
                             static_cast<int32_t>(firstVertex + command.VtxOffset), 0);
        }
        firstVertex += static_cast<uint32_t>(list.VtxBuffer.Size);
        firstIndex += static_cast<uint32_t>(list.IdxBuffer.Size);
    }
}

}  // namespace sinew
