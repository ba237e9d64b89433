// ImGui's context: its look, its fonts, and its events from SDL.
#pragma once

#include <SDL.h>
#include <imgui.h>

#include <array>
#include <vector>

#include "skinning/gpu/walk.h"

namespace sinew {

/// Colours with a meaning; the others are part of ImGui's style.
namespace color {
inline const ImVec4 kAccent{0.36f, 0.68f, 0.94f, 1.0f};
inline const ImVec4 kText{0.90f, 0.92f, 0.95f, 1.0f};
inline const ImVec4 kMuted{0.58f, 0.62f, 0.69f, 1.0f};
inline const ImVec4 kGood{0.52f, 0.80f, 0.55f, 1.0f};
inline const ImVec4 kBad{0.96f, 0.52f, 0.44f, 1.0f};
inline const ImVec4 kNote{0.93f, 0.75f, 0.33f, 1.0f};
}  // namespace color

/// The colour of a step wherever it is shown.
ImVec4 colorOf(Step step);

/// What the control in focus takes: to go on, to be pressed, to be typed into, to be left.
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
    /// The draw data of the widgets since beginFrame; valid until the next beginFrame.
    const ImDrawData& endFrame();

    /// Whether a list or a menu is open.
    bool listIsOpen() const;
    void closeLists();

    /// A frame stands around the control that has the keyboard's focus.
    bool focusShown() const { return ImGui::GetIO().NavVisible; }

    /// Style and fonts for a scale (1: 96 dpi). The atlas must then be uploaded again.
    void setScale(float scale);
    float scale() const { return scale_; }

    ImFont* regular() const { return regular_; }
    ImFont* heading() const { return heading_; }
    ImFont* title() const { return title_; }

private:
    bool pressed_ = false;  // a key, since the last endFrame
    // That key's release and whatever came after it: told in the next frame, because ImGui sees
    // what is held and not what was.
    std::vector<SDL_Event> later_;
    float scale_ = 0.0f;
    ImFont* regular_ = nullptr;
    ImFont* heading_ = nullptr;
    ImFont* title_ = nullptr;
};

}  // namespace sinew
