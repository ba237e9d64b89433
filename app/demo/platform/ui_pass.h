// Step ui: ImGui's triangles over the finished picture.
#pragma once

#include <imgui.h>

#include "renderer/frame_ring.h"
#include "renderer/pipeline.h"
#include "renderer/target.h"

namespace sinew {

/// Draws ImDrawData with dynamic rendering. Move-only. Vertices are written to memory of the frame
/// slot, so `record` must be called from Frame's drawUi callback, once a frame: the frame has
/// waited for its slot by then.
class UiPass {
public:
    /// `colorFormat` encodes sRGB; ImGui's colours are decoded in the vertex stage to meet it.
    static UiPass create(const Device& device, const ShaderLibrary& shaders, VkFormat colorFormat);

    /// Rasterises ImGui's fonts and uploads them. The GPU must not be drawing with the old ones.
    void setFonts(const Device& device, ImFontAtlas& atlas);
    /// Uploads a picture that ImGui may draw until the next call: rows from the top, sRGB-encoded,
    /// 4 bytes a pixel. The GPU must not be drawing with the one before. Enlarged it shows its
    /// pixels.
    ImTextureID setPicture(const Device& device, VkExtent2D extent, std::span<const uint8_t> rgba);
    /// The GPU must not be using the old pipeline. On an exception it stays.
    void setShaders(const Device& device, const ShaderLibrary& shaders);

    /// `target` is a colour attachment; the interface is drawn over its content.
    void record(const Device& device, VkCommandBuffer commands, const Target& target,
                const ImDrawData& data);

private:
    struct Slot {
        Buffer vertices;
        Buffer indices;
    };

    Pipeline createPipeline(const Device& device, const ShaderLibrary& shaders) const;
    static void fit(const Device& device, Buffer& buffer, const char* name, uint64_t bytes,
                    VkBufferUsageFlags usage);
    static void fitGeometry(const Device& device, Slot& slot, uint64_t vertexBytes,
                            uint64_t indexBytes);
    static void copyGeometry(const Device& device, Slot& slot, const ImDrawData& data);
    void drawLists(VkCommandBuffer commands, VkExtent2D extent, const ImDrawData& data) const;

    VkFormat colorFormat_ = VK_FORMAT_UNDEFINED;
    SetLayout setLayout_;
    DescriptorPool pool_;
    VkDescriptorSet atlasSet_ = VK_NULL_HANDLE;
    VkDescriptorSet pictureSet_ = VK_NULL_HANDLE;
    Sampler atlasSampler_;
    Sampler pictureSampler_;
    Image2D atlas_;
    Image2D picture_;
    PipelineLayout layout_;
    Pipeline pipeline_;
    std::array<Slot, kFramesInFlight> slots_;
    uint32_t slot_ = 0;
};

}  // namespace sinew
