// The interface on a plain background, while another task uses the GPU.
#pragma once

#include "app/demo/platform/ui_pass.h"
#include "renderer/swapchain.h"

namespace sinew {

/// Move-only. The device must outlive it.
class QuietScreen {
public:
    static QuietScreen create(const Device& device);

    /// Presents one image and waits for the GPU, so that its work does not overlap later
    /// measurements. `ui` must be idle. Does nothing while the window is being resized.
    void show(const Device& device, Swapchain& swapchain, UiPass& ui, const ImDrawData& data);

private:
    FrameRing ring_;
};

}  // namespace sinew
