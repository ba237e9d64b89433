// The SDL2 window.
#pragma once

#include <SDL.h>

#include <string>
#include <vector>

#include "renderer/device/swapchain.h"

namespace sinew {

/// SDL's video system and one resizable window with a Vulkan surface. Not movable.
class Window {
public:
    /// Throws std::runtime_error without a display; the message names the programs that need none.
    Window(uint32_t width, uint32_t height);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    SDL_Window* get() const { return window_; }
    std::vector<const char*> vulkanExtensions() const;
    Surface createSurface(const Instance& instance) const;

    VkExtent2D pixels() const;
    std::pair<uint32_t, uint32_t> size() const;  // screen units
    bool hidden() const;
    bool fullscreen() const;
    void toggleFullscreen();
    /// Returns the window identifier for desktop portals: "x11:" and a number; empty if
    /// unavailable.
    std::string portalName() const;
    /// Returns the UI scale for the display: 1 at 96 dpi, then 1.25, 1.5 and so on.
    float displayScale() const;

private:
    SDL_Window* window_ = nullptr;
};

}  // namespace sinew
