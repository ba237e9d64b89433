// Step 8 of the walk: sky, ground, the crowd and its overlays, into the frame's target.
#pragma once

#include "renderer/pipeline.h"
#include "renderer/vertex_source.h"

namespace sinew {

/// Where a frame goes: a swapchain image or a picture in memory.
struct Target {
    VkImage image = VK_NULL_HANDLE;
    VkImageView view = VK_NULL_HANDLE;
    VkExtent2D extent{};
    VkFormat format = VK_FORMAT_UNDEFINED;  // sRGB-encoding: shaders write linear colour
};

/// Lines drawn over the crowd.
struct Overlays {
    bool skeleton = false;
    bool bounds = false;
};

/// Owns the depth buffer and, with MSAA, the multisampled colour. Move-only.
class ForwardPass {
public:
    /// `samples` as Device::sampleCount gave it.
    static ForwardPass create(const Device& device, const ShaderLibrary& shaders,
                              const SetLayouts& layouts, VkFormat colorFormat,
                              VkSampleCountFlagBits samples);

    /// Makes the attachments for `extent`; what they replace is returned, to be retired.
    struct Attachments {
        Image2D color;  // only with MSAA
        Image2D depth;
    };
    [[nodiscard]] Attachments resize(const Device& device, VkExtent2D extent);
    VkExtent2D extent() const { return attachments_.depth.extent(); }
    VkFormat colorFormat() const { return colorFormat_; }
    VkSampleCountFlagBits samples() const { return samples_; }

    /// Transitions for the pass's own attachments; contents are not kept from frame to frame.
    void prepareAttachments(VkCommandBuffer commands) const;

    /// The target is a colour attachment, the shadow map is being sampled. Returns draw calls.
    uint32_t record(VkCommandBuffer commands, const Target& target, VkDescriptorSet view,
                    VertexSource source, std::span<const Batch> batches,
                    const Overlays& overlays) const;

private:
    uint32_t drawBatches(VkCommandBuffer commands, VkDescriptorSet view, VertexSource source,
                         std::span<const Batch> batches, bool blended) const;
    uint32_t drawOverlay(VkCommandBuffer commands, const Pipeline& pipeline, VkDescriptorSet view,
                         std::span<const Batch> batches,
                         uint32_t (*linesAnInstance)(const Batch&)) const;
    void drawBackdrop(VkCommandBuffer commands, const Pipeline& pipeline, VkDescriptorSet view,
                      uint32_t vertexCount) const;

    VkFormat colorFormat_ = VK_FORMAT_UNDEFINED;
    VkSampleCountFlagBits samples_ = VK_SAMPLE_COUNT_1_BIT;
    Attachments attachments_;
    PipelineLayout layout_;
    PipelineLayout overlayLayout_;
    struct Variant {
        Pipeline opaque;
        Pipeline blended;
    };
    std::array<Variant, kVertexSourceNames.size()> variants_;
    Pipeline ground_;
    Pipeline sky_;
    Pipeline skeleton_;
    Pipeline bounds_;
};

}  // namespace sinew
