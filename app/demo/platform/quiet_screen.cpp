// Clears the target, draws the interface and presents.
#include "app/demo/platform/quiet_screen.h"

#include "skinning/gpu/frame/hazards.h"

namespace sinew {
QuietScreen QuietScreen::create(const Device& device) {
    QuietScreen screen;
    screen.ring_ = FrameRing::create(device);
    return screen;
}

void QuietScreen::show(const Device& device, Swapchain& swapchain, UiPass& ui,
                       const ImDrawData& data) {
    // A linear colour, which sRGB encoding makes a dark blue-grey.
    constexpr VkClearValue kGround{.color = {.float32 = {0.0025f, 0.003f, 0.0045f, 1.0f}}};
    const std::optional<AcquiredImage> image = swapchain.acquire(device);
    if (!image) return;
    const Target& target = image->target;
    const VkCommandBuffer commands = ring_.begin(device);
    hazard::targetBeforeColor(commands, target.image);
    ui.record(device, commands, target, data, &kGround);
    hazard::colorBeforeLeaving(commands, target.image, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    ring_.submit(device, {.wait = image->acquired,
                          .waitStage = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                          .signal = image->done});
    swapchain.present(device, *image);
    ring_.finish(device);
}

}  // namespace sinew
