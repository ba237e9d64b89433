// Tests that barriers that drop the content of an image wait for earlier writes to it. The
// validation layer of Debian 12 does not track dynamic rendering, so render passes write the images
// here.
#include "skinning/gpu/frame/hazards.h"
#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

constexpr VkExtent2D kExtent{64, 48};

using RenderPass = Handle<VkRenderPass, &vkDestroyRenderPass>;
using Framebuffer = Handle<VkFramebuffer, &vkDestroyFramebuffer>;

/// A render pass that clears an image in its attachment layout.
class Clearing {
public:
    Clearing(const Device& device, const Image2D& image, VkFormat format)
        : isDepth_(format == VK_FORMAT_D32_SFLOAT) {
        const VkImageLayout layout = isDepth_ ? VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL
                                              : VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
        const VkAttachmentDescription attachment{.format = format,
                                                 .samples = VK_SAMPLE_COUNT_1_BIT,
                                                 .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                                 .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                                 .initialLayout = layout,
                                                 .finalLayout = layout};
        const VkAttachmentReference reference{.attachment = 0, .layout = layout};
        const VkSubpassDescription subpass{
            .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
            .colorAttachmentCount = isDepth_ ? 0u : 1u,
            .pColorAttachments = &reference,
            .pDepthStencilAttachment = isDepth_ ? &reference : nullptr,
        };
        const VkRenderPassCreateInfo passInfo{
            .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
            .attachmentCount = 1,
            .pAttachments = &attachment,
            .subpassCount = 1,
            .pSubpasses = &subpass,
        };
        VkRenderPass pass = VK_NULL_HANDLE;
        VK_CHECK(vkCreateRenderPass(device.get(), &passInfo, nullptr, &pass));
        pass_ = RenderPass(device.get(), pass);
        const VkImageView view = image.view();
        const VkFramebufferCreateInfo framebufferInfo{
            .sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
            .renderPass = pass,
            .attachmentCount = 1,
            .pAttachments = &view,
            .width = kExtent.width,
            .height = kExtent.height,
            .layers = 1,
        };
        VkFramebuffer framebuffer = VK_NULL_HANDLE;
        VK_CHECK(vkCreateFramebuffer(device.get(), &framebufferInfo, nullptr, &framebuffer));
        framebuffer_ = Framebuffer(device.get(), framebuffer);
    }

    void record(VkCommandBuffer commands) const {
        const VkClearValue value{};
        const VkRenderPassBeginInfo begin{
            .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
            .renderPass = pass_.get(),
            .framebuffer = framebuffer_.get(),
            .renderArea = {{0, 0}, kExtent},
            .clearValueCount = 1,
            .pClearValues = &value,
        };
        vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
        vkCmdEndRenderPass(commands);
    }

private:
    bool isDepth_;
    RenderPass pass_;
    Framebuffer framebuffer_;
};

class DroppedContentTest : public test::GpuTest {
protected:
    static Image2D image(VkFormat format, VkImageUsageFlags usage) {
        return Image2D::create(
            device(),
            {.name = "written twice", .extent = kExtent, .format = format, .usage = usage});
    }
    static Image2D colorImage() {
        return image(OffscreenTarget::kFormat, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    }

    /// Returns the number of validation messages if `image` is written, dropped by `drop`, and
    /// written again.
    template <typename Drop>
    uint32_t messagesOf(const Image2D& image, VkFormat format, Drop&& drop) {
        const Clearing clearing(device(), image, format);
        runCommands(device(), [&](VkCommandBuffer commands) {
            drop(commands);
            clearing.record(commands);
            drop(commands);
            clearing.record(commands);
        });
        return takeMessages();
    }
};

TEST_F(DroppedContentTest, ATargetThatWasWrittenAndNotReadIsDroppedInSilence) {
    const Image2D target = colorImage();
    const auto drop = [&](VkCommandBuffer c) { hazard::targetBeforeColor(c, target.get()); };
    EXPECT_EQ(messagesOf(target, OffscreenTarget::kFormat, drop), 0u);
}

TEST_F(DroppedContentTest, AShadowMapThatWasWrittenAndNotReadIsDroppedInSilence) {
    const Image2D map = image(VK_FORMAT_D32_SFLOAT, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT);
    const auto drop = [&](VkCommandBuffer commands) {
        hazard::previousSamplingBeforeShadow(commands, map.get());
    };
    EXPECT_EQ(messagesOf(map, VK_FORMAT_D32_SFLOAT, drop), 0u);
}

TEST_F(DroppedContentTest, VelocitiesThatWereWrittenAndNotReadAreDroppedInSilence) {
    ForwardPass pass = ForwardPass::create(device(), PassLayouts::create(device()),
                                           OffscreenTarget::kFormat, VK_SAMPLE_COUNT_1_BIT);
    (void)pass.resize(device(), kExtent);
    (void)pass.resizeVelocities(device(), kExtent);
    const auto drop = [&](VkCommandBuffer c) { pass.prepareAttachments(c, {.motion = true}); };
    EXPECT_EQ(messagesOf(pass.velocities(), kVelocityFormat, drop), 0u);
}

// Counterexample: a barrier with a stage but without an access does not make a write available.
TEST_F(DroppedContentTest, ABarrierThatNamesOnlyTheStageIsReported) {
    const Image2D target = colorImage();
    const auto drop = [&](VkCommandBuffer commands) {
        imageBarrier(commands, {.image = target.get(),
                                .before = {VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT},
                                .after = access::kColorWrite,
                                .to = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL});
    };
    EXPECT_GT(messagesOf(target, OffscreenTarget::kFormat, drop), 0u);
}

}  // namespace
}  // namespace sinew
