// ImGui's context: style, fonts and SDL events.
#pragma once

#include <SDL.h>
#include <imgui.h>

#include <array>
#include <vector>

#include "benchmarks/charts/palette.h"

namespace sinew {

/// Colours with a meaning. ImGuiStyle has the other colours.
namespace color {
inline const ImVec4 kAccent{0.36f, 0.68f, 0.94f, 1.0f};
inline const ImVec4 kText{0.90f, 0.92f, 0.95f, 1.0f};
inline const ImVec4 kMuted{0.58f, 0.62f, 0.69f, 1.0f};
inline const ImVec4 kGood{0.52f, 0.80f, 0.55f, 1.0f};
inline const ImVec4 kBad{0.96f, 0.52f, 0.44f, 1.0f};
inline const ImVec4 kNote{0.93f, 0.75f, 0.33f, 1.0f};
}  // namespace color

ImVec4 colorOf(const Paint& paint);

/// Returns true for the keys that a focused control handles: arrows, Space, Enter, Esc.
bool isForTheFocus(SDL_Keycode key);

/// One ImGui context on one SDL window. Not movable.
class Interface {
public:
    Interface(SDL_Window* window, float scale);
    ~Interface();
    Interface(const Interface&) = delete;
    Interface& operator=(const Interface&) = delete;

    void handle(const SDL_Event& event);
    void beginFrame();
    /// Returns the draw data of the widgets since beginFrame(), valid until the next beginFrame().
    const ImDrawData& endFrame();

    /// Returns true if a text field has the keyboard focus.
    bool takesText() const;
    bool listIsOpen() const;
    void closeLists();

    /// Returns true if ImGui outlines the control with the keyboard focus.
    bool focusShown() const { return ImGui::GetIO().NavVisible; }

    /// Sets style and fonts for a scale (1: 96 dpi). The caller must then call UiPass::setFonts().
    void setScale(float scale);
    float scale() const { return scale_; }

    ImFont* regular() const { return regular_; }
    ImFont* heading() const { return heading_; }
    ImFont* title() const { return title_; }

private:
    bool pressed_ = false;                 // a key went down since endFrame()
    bool edits_ = false;                   // a text field got a key in this frame; later keys wait
    SDL_Keycode released_ = SDLK_UNKNOWN;  // the last key that went up since endFrame()
    // Events for the next frame: the release of a pressed key, the press of a released key, and all
    // later events. ImGui reads the state of each key once per frame.
    std::vector<SDL_Event> later_;
    float scale_ = 0.0f;
    ImFont* regular_ = nullptr;
    ImFont* heading_ = nullptr;
    ImFont* title_ = nullptr;
};

}  // namespace sinew
