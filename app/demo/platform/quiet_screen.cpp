// Clears the target, draws the interface and presents.
#include "app/demo/platform/quiet_screen.h"

#include "skinning/gpu/frame/hazards.h"

namespace sinew {
namespace {

// A linear colour, which sRGB encoding makes a dark blue-grey.
constexpr VkClearValue kGround{.color = {.float32 = {0.0025f, 0.003f, 0.0045f, 1.0f}}};

void clear(VkCommandBuffer commands, const Target& target) {
    const VkRenderingAttachmentInfo color{
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = target.view,
        .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
        .clearValue = kGround,
    };
    const VkRenderingInfo rendering{
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = {{0, 0}, target.extent},
        .layerCount = 1,
        .colorAttachmentCount = 1,
        .pColorAttachments = &color,
    };
    vkCmdBeginRendering(commands, &rendering);
    vkCmdEndRendering(commands);
}

}  // namespace

QuietScreen QuietScreen::create(const Device& device) {
    QuietScreen screen;
    screen.ring_ = FrameRing::create(device);
    return screen;
}

void QuietScreen::show(const Device& device, Swapchain& swapchain, UiPass& ui,
                       const ImDrawData& data) {
    const std::optional<AcquiredImage> image = swapchain.acquire(device);
    if (!image) return;
    const Target& target = image->target;
    const VkCommandBuffer commands = ring_.begin(device);
    hazard::targetBeforeColor(commands, target.image);
    clear(commands, target);
    hazard::colorBeforeUi(commands);
    ui.record(device, commands, target, data);
    hazard::colorBeforeLeaving(commands, target.image, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    ring_.submit(device, {.wait = image->acquired,
                          .waitStage = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                          .signal = image->done});
    swapchain.present(device, *image);
    ring_.finish(device);
}

}  // namespace sinew
