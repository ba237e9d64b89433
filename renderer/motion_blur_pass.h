// Motion blur: the finished colour, smeared along its velocities, into the frame's target.
#pragma once

#include "renderer/forward_pass.h"

namespace sinew {

/// Owns the colour and the velocities that the forward pass writes in the target's place.
/// Move-only.
///
/// Exposure is half a frame (a shutter of 180 degrees), centred on the moment that is shown. Knows
/// no depths: where a still surface stands before a moving one, the moving one's colour bleeds over
/// its edge; and one smear is at most 64 pixels long. What moved behind the edge of the picture, or
/// behind something else, is made up from what is seen beside it.
class MotionBlurPass {
public:
    /// `colorFormat` is the target's and encodes sRGB.
    static MotionBlurPass create(const Device& device, const ShaderLibrary& shaders,
                                 VkFormat colorFormat);

    /// Makes the images for `extent`; what they replace is returned, to be retired.
    struct Attachments {
        Image2D color;     // colorFormat
        Image2D velocity;  // RG16F: pixels a frame, x right, y down
        Image2D tiles;     // RG16F: the longest velocity of each tile
        DescriptorPool pool;
        VkDescriptorSet set = VK_NULL_HANDLE;
    };
    [[nodiscard]] Attachments resize(const Device& device, VkExtent2D extent);
    VkExtent2D extent() const { return attachments_.color.extent(); }

    const Image2D& color() const { return attachments_.color; }
    const Image2D& velocity() const { return attachments_.velocity; }

    /// `color()` and `velocity()` are being sampled (SHADER_READ_ONLY_OPTIMAL), the target is a
    /// colour attachment of the same extent, and all of it is written: bit for bit `color()` where
    /// nothing moves within reach.
    void record(VkCommandBuffer commands, const Target& target) const;

private:
    void draw(VkCommandBuffer commands, const Pipeline& pipeline, VkImageView view,
              VkExtent2D extent) const;

    VkFormat colorFormat_ = VK_FORMAT_UNDEFINED;
    Attachments attachments_;
    SetLayout setLayout_;
    Sampler sampler_;
    PipelineLayout layout_;
    Pipeline tiles_;
    Pipeline gather_;
};

}  // namespace sinew
