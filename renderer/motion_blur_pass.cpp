// The two triangles of the motion blur.
#include "renderer/motion_blur_pass.h"

#include "renderer/barrier.h"

namespace sinew {
namespace {

constexpr uint32_t kTileSide = 32;  // kReach of shaders/motion_blur.glsl

}  // namespace

MotionBlurPass MotionBlurPass::create(const Device& device, const ShaderLibrary& shaders,
                                      VkFormat colorFormat) {
    MotionBlurPass pass;
    pass.colorFormat_ = colorFormat;
    constexpr VkDescriptorType kBindings[] = {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                              VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                              VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER};
    pass.setLayout_ =
        createSetLayout(device, "motion blur", kBindings, VK_SHADER_STAGE_FRAGMENT_BIT);
    pass.sampler_ = createSampler(
        device,
        {.magFilter = VK_FILTER_NEAREST, .minFilter = VK_FILTER_NEAREST, .mipmapped = false});
    pass.layout_ = createPipelineLayout(device, {pass.setLayout_.get()}, 0, 0);
    const auto pipeline = [&](std::string_view fragmentShader, VkFormat format) {
        return createGraphicsPipeline(device, shaders,
                                      {.vertexShader = "motion_blur.vert",
                                       .fragmentShader = fragmentShader,
                                       .layout = pass.layout_.get(),
                                       .colorFormats = {&format, 1},
                                       .depthWrite = false});
    };
    pass.tiles_ = pipeline("motion_tiles.frag", kVelocityFormat);
    pass.gather_ = pipeline("motion_blur.frag", colorFormat);
    return pass;
}

MotionBlurPass::Attachments MotionBlurPass::resize(const Device& device, VkExtent2D extent) {
    constexpr VkImageUsageFlags kUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                                         VK_IMAGE_USAGE_SAMPLED_BIT |
                                         VK_IMAGE_USAGE_TRANSFER_SRC_BIT;  // tests read them back
    const VkExtent2D tiles{(extent.width + kTileSide - 1) / kTileSide,
                           (extent.height + kTileSide - 1) / kTileSide};
    Attachments fresh;
    fresh.color = Image2D::create(device, {.name = "colour before motion blur",
                                           .extent = extent,
                                           .format = colorFormat_,
                                           .usage = kUsage});
    fresh.velocity = Image2D::create(
        device, {.name = "velocity", .extent = extent, .format = kVelocityFormat, .usage = kUsage});
    fresh.tiles = Image2D::create(
        device,
        {.name = "velocity tiles", .extent = tiles, .format = kVelocityFormat, .usage = kUsage});

    // A pool and a set of its own: the old set may still be in use by a frame in flight.
    fresh.pool = createDescriptorPool(device, 1, 3);
    fresh.set = allocateSet(device, fresh.pool, setLayout_, "motion blur");
    std::array<VkDescriptorImageInfo, 3> infos;
    std::array<VkWriteDescriptorSet, 3> writes;
    const VkImageView views[] = {fresh.color.view(), fresh.velocity.view(), fresh.tiles.view()};
    for (uint32_t i = 0; i < infos.size(); ++i) {
        infos[i] = {sampler_.get(), views[i], VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
        writes[i] = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                     .dstSet = fresh.set,
                     .dstBinding = i,
                     .descriptorCount = 1,
                     .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                     .pImageInfo = &infos[i]};
    }
    vkUpdateDescriptorSets(device.get(), static_cast<uint32_t>(writes.size()), writes.data(), 0,
                           nullptr);
    std::swap(attachments_, fresh);
    return fresh;
}

void MotionBlurPass::record(VkCommandBuffer commands, const Target& target) const {
    const Image2D& tiles = attachments_.tiles;
    // The previous frame's tiles and their gathering -> this frame's tiles -> their gathering.
    imageBarrier(commands,
                 {.image = tiles.get(),
                  .before = access::kColorWrite | Access{VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT},
                  .after = access::kColorWrite,
                  .to = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL});
    draw(commands, tiles_, tiles.view(), tiles.extent());
    imageBarrier(commands, {.image = tiles.get(),
                            .before = access::kColorWrite,
                            .from = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                            .after = access::kFragmentSample,
                            .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL});
    draw(commands, gather_, target.view, target.extent);
}

/// One triangle over all of `view`, which keeps nothing of what it had.
void MotionBlurPass::draw(VkCommandBuffer commands, const Pipeline& pipeline, VkImageView view,
                          VkExtent2D extent) const {
    const VkRenderingAttachmentInfo color{
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = view,
        .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        .loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
    };
    const VkRenderingInfo rendering{
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = {{0, 0}, extent},
        .layerCount = 1,
        .colorAttachmentCount = 1,
        .pColorAttachments = &color,
    };
    vkCmdBeginRendering(commands, &rendering);
    setViewport(commands, extent);
    vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
    vkCmdSetFrontFace(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline.get());
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_.get(), 0, 1,
                            &attachments_.set, 0, nullptr);
    vkCmdDraw(commands, 3, 1, 0, 0);
    vkCmdEndRendering(commands);
}

}  // namespace sinew
