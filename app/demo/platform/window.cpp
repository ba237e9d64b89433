// Opens the window and its surface.
#include "app/demo/platform/window.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include <SDL_syswm.h>
#include <SDL_vulkan.h>

#include "app/demo/platform/icon.h"

namespace sinew {
namespace {

[[noreturn]] void throwNoDisplay(const std::string& reason) {
    throw std::runtime_error(fmt::format(
        "no display to open a window on ({}); sinew-cli needs none: sinew-cli render MODEL -o "
        "picture.png, sinew-cli bench --quick",
        reason));
}

void setIcon(SDL_Window* window) {
    constexpr int kSize = 64;
    std::vector<uint8_t> pixels = iconPixels(kSize);
    SDL_Surface* icon = SDL_CreateRGBSurfaceWithFormatFrom(pixels.data(), kSize, kSize, 32,
                                                           4 * kSize, SDL_PIXELFORMAT_RGBA32);
    if (!icon) return;  // the icon is optional
    SDL_SetWindowIcon(window, icon);
    SDL_FreeSurface(icon);
}

}  // namespace

Window::Window(uint32_t width, uint32_t height) {
    // Without XDG_RUNTIME_DIR there is no Wayland, and the Wayland library would print a warning.
    if (!std::getenv("XDG_RUNTIME_DIR") && !std::getenv("SDL_VIDEODRIVER")) {
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11,kmsdrm");
    }
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");  // app/ending.h handles signals
    if (SDL_Init(SDL_INIT_VIDEO) != 0) throwNoDisplay(SDL_GetError());
    const char* driver = SDL_GetCurrentVideoDriver();
    for (const char* invisible : {"dummy", "offscreen"}) {
        if (std::strcmp(driver, invisible) != 0) continue;
        const std::string reason = fmt::format("SDL found only its '{}' driver", driver);
        SDL_Quit();
        throwNoDisplay(reason);
    }
    // Limits the size to the screen, because the edges of a larger window would be hidden.
    SDL_Rect usable{0, 0, static_cast<int>(width), static_cast<int>(height)};
    SDL_GetDisplayUsableBounds(0, &usable);
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    window_ = SDL_CreateWindow("sinew", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                               std::min(static_cast<int>(width), usable.w),
                               std::min(static_cast<int>(height), usable.h),
                               SDL_WINDOW_VULKAN | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (!window_) {
        const std::string reason = SDL_GetError();
        SDL_Quit();
        throw std::runtime_error(fmt::format(
            "cannot open a window for Vulkan ({}); install a driver, on Debian and Ubuntu: apt-get "
            "install libvulkan1 mesa-vulkan-drivers",
            reason));
    }
    SDL_SetWindowMinimumSize(window_, 320, 240);
    setIcon(window_);
    SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
}

Window::~Window() {
    SDL_DestroyWindow(window_);
    SDL_Quit();
}

std::vector<const char*> Window::vulkanExtensions() const {
    unsigned count = 0;
    std::vector<const char*> extensions;
    bool known = SDL_Vulkan_GetInstanceExtensions(window_, &count, nullptr);
    extensions.resize(count);
    known = known && SDL_Vulkan_GetInstanceExtensions(window_, &count, extensions.data());
    if (!known) {
        throw std::runtime_error(
            fmt::format("SDL does not know how Vulkan draws on this display: {}", SDL_GetError()));
    }
    return extensions;
}

Surface Window::createSurface(const Instance& instance) const {
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    if (!SDL_Vulkan_CreateSurface(window_, instance.get(), &surface)) {
        throw std::runtime_error(
            fmt::format("Vulkan cannot draw on this display: {}", SDL_GetError()));
    }
    return Surface(instance, surface);
}

VkExtent2D Window::pixels() const {
    int width = 0;
    int height = 0;
    SDL_Vulkan_GetDrawableSize(window_, &width, &height);
    return {static_cast<uint32_t>(std::max(width, 0)), static_cast<uint32_t>(std::max(height, 0))};
}

std::pair<uint32_t, uint32_t> Window::size() const {
    int width = 0;
    int height = 0;
    SDL_GetWindowSize(window_, &width, &height);
    return {static_cast<uint32_t>(width), static_cast<uint32_t>(height)};
}

bool Window::hidden() const {
    const VkExtent2D extent = pixels();
    return (SDL_GetWindowFlags(window_) & (SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN)) != 0 ||
           extent.width == 0 || extent.height == 0;
}

bool Window::fullscreen() const {
    return (SDL_GetWindowFlags(window_) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
}

void Window::toggleFullscreen() {
    SDL_SetWindowFullscreen(window_, fullscreen() ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

std::string Window::portalName() const {
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(window_, &info) || info.subsystem != SDL_SYSWM_X11) return {};
    return fmt::format("x11:{:x}", info.info.x11.window);
}

float Window::displayScale() const {
    float dpi = 96.0f;
    SDL_GetDisplayDPI(std::max(SDL_GetWindowDisplayIndex(window_), 0), &dpi, nullptr, nullptr);
    // Displays report inexact sizes. Rounding down to quarters keeps text sharp at 100 dpi.
    return std::clamp(std::floor(dpi / 96.0f * 4.0f) / 4.0f, 1.0f, 3.0f);
}

}  // namespace sinew
