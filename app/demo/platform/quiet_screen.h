// The interface on a plain background, while another task uses the GPU.
#pragma once

#include "app/demo/platform/ui_pass.h"
#include "renderer/device/swapchain.h"

namespace sinew {

/// Draws the panels without a scene. Move-only. The device must outlive it.
class QuietScreen {
public:
    static QuietScreen create(const Device& device);

    /// Presents one image and waits for the GPU, so that this work does not overlap later
    /// measurements. The GPU must not use `ui`. Does nothing while the window is being resized.
    void show(const Device& device, Swapchain& swapchain, UiPass& ui, const ImDrawData& data);

private:
    FrameRing ring_;
};

}  // namespace sinew
