// Draws ImGui's triangles over the image.
#pragma once

#include <imgui.h>

#include "renderer/frame_ring.h"
#include "renderer/passes/target.h"
#include "renderer/pipeline.h"

namespace sinew {

/// Images that the panels show.
enum class UiPicture : uint8_t { bakedClips, thumbnails };
inline constexpr size_t kUiPictures = 2;

/// Draws ImDrawData with dynamic rendering. Move-only. Call record() once per frame from
/// FrameInput::drawUi, because it writes to the frame slot's memory.
class UiPass {
public:
    /// `colorFormat` is an sRGB format; the vertex stage decodes ImGui's colours to linear.
    static UiPass create(const Device& device, const ShaderLibrary& shaders, VkFormat colorFormat);

    /// Rasterises and uploads ImGui's fonts. The GPU must not use the previous font texture.
    void setFonts(const Device& device, ImFontAtlas& atlas);
    /// Uploads an image for the panels and replaces the previous image of `which`. `rgba` is
    /// sRGB-encoded, top row first, and magnified with the nearest filter. The GPU must not use the
    /// previous image.
    ImTextureID setPicture(const Device& device, UiPicture which, VkExtent2D extent,
                           std::span<const uint8_t> rgba);
    /// Creates the pipeline again. The GPU must not use the old pipeline, which stays in use after
    /// an exception.
    void setShaders(const Device& device, const ShaderLibrary& shaders);

    /// Draws `data` over `ground` or, if it is null, over the content of `target`, which must be a
    /// colour attachment.
    void record(const Device& device, VkCommandBuffer commands, const Target& target,
                const ImDrawData& data, const VkClearValue* ground = nullptr);

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
    std::array<VkDescriptorSet, kUiPictures> pictureSets_{};
    Sampler atlasSampler_;
    Sampler pictureSampler_;
    Image2D atlas_;
    std::array<Image2D, kUiPictures> pictures_;
    PipelineLayout layout_;
    Pipeline pipeline_;
    std::array<Slot, kFramesInFlight> slots_;
    uint32_t slot_ = 0;
};

}  // namespace sinew
