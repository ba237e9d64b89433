// Motion blur of hand-made pictures: how far and which way they smear, and what stays untouched.
#include "renderer/motion_blur_pass.h"

#include <cmath>

#include "renderer/barrier.h"
#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

constexpr VkExtent2D kExtent{256, 160};

/// A rectangle of one colour that moves as a whole; linear colour, pixels a frame.
struct Block {
    VkRect2D rect;
    glm::vec3 color;
    glm::vec2 velocity{0};
};

/// The whole picture as such a block, still and black.
constexpr Block kBackground{{{0, 0}, kExtent}, glm::vec3(0)};

void clearInto(VkCommandBuffer commands, VkImageView color, VkImageView velocity,
               std::span<const Block> blocks) {
    std::vector<VkRenderingAttachmentInfo> attachments;
    for (const VkImageView view : {color, velocity}) {
        if (!view) continue;
        attachments.push_back({.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                               .imageView = view,
                               .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                               .loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                               .storeOp = VK_ATTACHMENT_STORE_OP_STORE});
    }
    const VkRenderingInfo rendering{
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = {{0, 0}, kExtent},
        .layerCount = 1,
        .colorAttachmentCount = static_cast<uint32_t>(attachments.size()),
        .pColorAttachments = attachments.data(),
    };
    vkCmdBeginRendering(commands, &rendering);
    for (const Block& block : blocks) {
        const VkClearRect rect{block.rect, 0, 1};
        const VkClearAttachment clears[] = {
            {VK_IMAGE_ASPECT_COLOR_BIT,
             0,
             {.color = {{block.color.r, block.color.g, block.color.b, 1.0f}}}},
            {VK_IMAGE_ASPECT_COLOR_BIT,
             1,
             {.color = {{block.velocity.x, block.velocity.y, 0.0f, 0.0f}}}}};
        vkCmdClearAttachments(commands, rendering.colorAttachmentCount, clears, 1, &rect);
    }
    vkCmdEndRendering(commands);
}

void toAttachment(VkCommandBuffer commands, VkImage image) {
    imageBarrier(commands, {.image = image,
                            .before = access::kColorWrite |
                                      Access{VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT |
                                             VK_PIPELINE_STAGE_2_COPY_BIT},
                            .after = access::kColorWrite,
                            .to = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL});
}
void fromAttachment(VkCommandBuffer commands, VkImage image, Access after, VkImageLayout to) {
    imageBarrier(commands, {.image = image,
                            .before = access::kColorWrite,
                            .from = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                            .after = after,
                            .to = to});
}

class MotionBlurTest : public test::GpuTest {
protected:
    /// The blocks, later ones over earlier ones, as the pass leaves them.
    static Picture blurred(std::span<const Block> blocks, int frames = 1) {
        MotionBlurPass pass =
            MotionBlurPass::create(device(), ShaderLibrary::embedded(), OffscreenTarget::kFormat);
        const auto none = pass.resize(device(), kExtent);
        EXPECT_FALSE(none.color.get());
        const OffscreenTarget target = OffscreenTarget::create(device(), kExtent);
        runOnce(device(), [&](VkCommandBuffer commands) {
            for (int frame = 0; frame < frames; ++frame) {
                const VkImage images[] = {pass.color().get(), pass.velocity().get()};
                for (const VkImage image : images) toAttachment(commands, image);
                clearInto(commands, pass.color().view(), pass.velocity().view(), blocks);
                for (const VkImage image : images) {
                    fromAttachment(commands, image, access::kFragmentSample,
                                   VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
                }
                toAttachment(commands, target.target().image);
                pass.record(commands, target.target());
            }
            fromAttachment(commands, target.target().image, access::kCopyRead,
                           VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
        });
        return target.read(device());
    }
    /// The blocks as they are.
    static Picture sharp(std::span<const Block> blocks) {
        const OffscreenTarget target = OffscreenTarget::create(device(), kExtent);
        runOnce(device(), [&](VkCommandBuffer commands) {
            toAttachment(commands, target.target().image);
            clearInto(commands, target.target().view, VK_NULL_HANDLE, blocks);
            fromAttachment(commands, target.target().image, access::kCopyRead,
                           VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
        });
        return target.read(device());
    }
};

float linearOf(uint32_t srgb) {
    const float c = static_cast<float>(srgb) / 255.0f;
    return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
}
float redAt(const Picture& picture, uint32_t x, uint32_t y) {
    return linearOf(picture.rgba[4 * (y * picture.width + x)]);
}
/// The mean over a few rows or columns: each pixel is dithered.
float meanRed(const Picture& picture, VkRect2D rect) {
    float sum = 0;
    for (uint32_t y = 0; y < rect.extent.height; ++y) {
        for (uint32_t x = 0; x < rect.extent.width; ++x) {
            sum += redAt(picture, static_cast<uint32_t>(rect.offset.x) + x,
                         static_cast<uint32_t>(rect.offset.y) + y);
        }
    }
    return sum / static_cast<float>(rect.extent.width * rect.extent.height);
}

TEST_F(MotionBlurTest, AStillPictureComesOutBitForBit) {
    std::vector<Block> blocks;
    for (uint32_t i = 0; i < 256; ++i) {  // every value that a channel can have
        blocks.push_back({{{static_cast<int32_t>(i), 0}, {1, kExtent.height}},
                          {linearOf(i), linearOf(255 - i), linearOf(i ^ 85)}});
    }
    const Picture expected = sharp(blocks);
    for (uint32_t i = 0; i < 256; ++i) ASSERT_EQ(expected.rgba[4 * i], i);
    EXPECT_EQ(blurred(blocks).rgba, expected.rgba);
}

TEST_F(MotionBlurTest, ABrightBlockSmearsAlongItsMotionForHalfAFrame) {
    // 64 pixels a frame: 32 while the shutter is open, 16 to either side. The block's left edge
    // reaches over the edge of a tile.
    const Block blocks[] = {kBackground, {{{100, 40}, {60, 60}}, glm::vec3(1), {64, 0}}};
    const Picture picture = blurred(blocks);
    // A ramp of 32 pixels around the edge at 100, over the rows of the block.
    for (const int32_t x : {86, 92, 96, 100, 104, 108, 114}) {
        const float expected = (static_cast<float>(x) + 0.5f - 84.0f) / 32.0f;
        EXPECT_NEAR(meanRed(picture, {{x, 44}, {1, 52}}), expected, 0.035f) << "column " << x;
    }
    EXPECT_EQ(meanRed(picture, {{60, 40}, {22, 60}}), 0.0f) << "beyond the ramp";
    EXPECT_EQ(meanRed(picture, {{178, 40}, {60, 60}}), 0.0f) << "beyond the other ramp";
    EXPECT_EQ(meanRed(picture, {{118, 42}, {24, 56}}), 1.0f) << "further inside than it moves";
    EXPECT_EQ(meanRed(picture, {{0, 0}, {256, 39}}), 0.0f) << "above";
    EXPECT_EQ(meanRed(picture, {{0, 101}, {256, 59}}), 0.0f) << "below";
    EXPECT_NEAR(meanRed(picture, {{0, 40}, {256, 60}}), 60.0f / 256.0f, 0.005f)
        << "no light is lost";
}

TEST_F(MotionBlurTest, BothSensesOfADirectionLookTheSame) {
    const Block forth[] = {kBackground, {{{100, 60}, {40, 40}}, glm::vec3(1), {30, -40}}};
    const Block back[] = {kBackground, {{{100, 60}, {40, 40}}, glm::vec3(1), {-30, 40}}};
    const Picture a = blurred(forth);
    const Picture b = blurred(back);
    const float corner = meanRed(a, {{138, 58}, {4, 4}});
    EXPECT_NEAR(corner, meanRed(b, {{138, 58}, {4, 4}}), 0.06f);
    // Along the motion the corner is blurred over, across it hardly: up and right both are bright.
    EXPECT_GT(corner, 0.3f);
    EXPECT_LT(meanRed(a, {{102, 52}, {4, 4}}), meanRed(a, {{140, 54}, {4, 4}}));
}

TEST_F(MotionBlurTest, ASmearIsAtMost64PixelsLong) {
    const Block blocks[] = {kBackground, {{{100, 40}, {60, 60}}, glm::vec3(1), {0, 2000}}};
    const Picture picture = blurred(blocks);
    EXPECT_GT(meanRed(picture, {{104, 12}, {52, 8}}), 0.02f);
    EXPECT_EQ(meanRed(picture, {{104, 0}, {52, 7}}), 0.0f);
    EXPECT_EQ(meanRed(picture, {{104, 134}, {52, 26}}), 0.0f);
}

TEST_F(MotionBlurTest, AStillBlockBesideAMovingOneKeepsItsPixels) {
    const Block blocks[] = {kBackground,
                            {{{20, 20}, {40, 100}}, {0.4f, 0.1f, 0.7f}},
                            {{{160, 60}, {30, 30}}, glm::vec3(1), {40, 0}}};
    const Picture picture = blurred(blocks);
    const Picture expected = sharp(blocks);
    for (uint32_t y = 0; y < kExtent.height; ++y) {
        const auto row = [&](const Picture& p) {
            return std::vector(p.rgba.begin() + 4 * y * 256, p.rgba.begin() + 4 * (y * 256 + 140));
        };
        ASSERT_EQ(row(picture), row(expected)) << "row " << y;
    }
}

TEST_F(MotionBlurTest, FramesFollowEachOtherWithoutAHazard) {
    const Block blocks[] = {kBackground, {{{100, 40}, {60, 60}}, glm::vec3(1), {64, 0}}};
    EXPECT_EQ(blurred(blocks, 3).rgba, blurred(blocks, 1).rgba);
}

TEST_F(MotionBlurTest, ResizingHandsBackWhatItReplaces) {
    MotionBlurPass pass =
        MotionBlurPass::create(device(), ShaderLibrary::embedded(), OffscreenTarget::kFormat);
    (void)pass.resize(device(), kExtent);
    const VkImage before = pass.color().get();
    const MotionBlurPass::Attachments old = pass.resize(device(), {33, 31});
    EXPECT_EQ(old.color.get(), before);
    EXPECT_EQ(pass.extent().width, 33u);
    EXPECT_EQ(pass.velocity().extent().height, 31u);
}

}  // namespace
}  // namespace sinew
