// The SDL2 window.
#pragma once

#include <SDL.h>

#include <string>
#include <vector>

#include "renderer/swapchain.h"

namespace sinew {

/// SDL's video system and one resizable window that Vulkan draws into. Not movable.
class Window {
public:
    /// Throws std::runtime_error when there is no display, saying what runs without one.
    Window(uint32_t width, uint32_t height);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    SDL_Window* get() const { return window_; }
    /// The instance extensions that a surface needs.
    std::vector<const char*> vulkanExtensions() const;
    Surface createSurface(const Instance& instance) const;

    VkExtent2D pixels() const;
    std::pair<uint32_t, uint32_t> size() const;  // screen units
    /// Minimised or otherwise without area: nothing can be presented.
    bool hidden() const;
    bool fullscreen() const;
    void toggleFullscreen();
    /// As desktop portals name it: "x11:" and its number there; empty where it has none.
    std::string portalName() const;
    /// Screen units to 96 dpi ones: 1, 1.25, 1.5 ... from the display's density.
    float displayScale() const;

private:
    SDL_Window* window_ = nullptr;
};

}  // namespace sinew
