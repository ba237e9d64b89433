// The window while something else has the GPU: the interface on a plain ground.
#pragma once

#include "app/demo/platform/ui_pass.h"
#include "renderer/swapchain.h"

namespace sinew {

/// Move-only; the device outlives it.
class QuietScreen {
public:
    static QuietScreen create(const Device& device);

    /// Shows one picture and waits until the GPU has drawn it, so that nothing of it runs into what
    /// comes next. Nothing else may be drawing with `ui`. Nothing happens while the window changes
    /// its size.
    void show(const Device& device, Swapchain& swapchain, UiPass& ui, const ImDrawData& data);

private:
    FrameRing ring_;
};

}  // namespace sinew
