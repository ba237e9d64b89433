// What each key does.
#include "app/demo/shortcuts.h"

#include <algorithm>

namespace sinew {
namespace {

template <Method method>
void setMethod(State& state) {
    state.settings.method = method;
}

void stepClip(State& state, int step) {
    const int count = static_cast<int>(state.model->clips.size());
    if (count == 0) return;
    const int clip = state.playback.clip == kRestPose ? 0 : static_cast<int>(state.playback.clip);
    state.requests.clip = static_cast<uint32_t>((clip + step + count) % count);
}

void moreInstances(State& state) {
    state.settings.instanceCount =
        std::min(state.settings.instanceCount * 2, std::max(state.maxInstances, 1u));
}
void fewerInstances(State& state) {
    state.settings.instanceCount = std::max(state.settings.instanceCount / 2, 1u);
}

constexpr Shortcut kShortcuts[] = {
    {"Space", "play or pause", SDLK_SPACE, false, [](State& s) { s.playing = !s.playing; }},
    {"N", "next clip", SDLK_n, false, [](State& s) { stepClip(s, 1); }},
    {"P", "previous clip", SDLK_p, false, [](State& s) { stepClip(s, -1); }},
    {"1", "method: compute", SDLK_1, false, setMethod<Method::compute>},
    {"2", "method: vertex", SDLK_2, false, setMethod<Method::vertex>},
    {"3", "method: cpu", SDLK_3, false, setMethod<Method::cpu>},
    {"X", "check that the methods agree", SDLK_x, false,
     [](State& s) { s.requests.verify = true; }},
    {"+", "twice the instances", SDLK_PLUS, false, moreInstances},
    {"\xe2\x88\x92", "half the instances", SDLK_MINUS, false, fewerInstances},
    {"G", "stagger the crowd", SDLK_g, false,
     [](State& s) { s.settings.staggered = !s.settings.staggered; }},
    {"C", "shadow cascades: 1 to 4, around", SDLK_c, false,
     [](State& s) { s.settings.cascadeCount = s.settings.cascadeCount % SINEW_MAX_CASCADES + 1; }},
    {"V", "view: shaded, normals, weights", SDLK_v, false,
     [](State& s) { s.settings.view = (s.settings.view + 1) % (SINEW_VIEW_WEIGHTS + 1); }},
    {"K", "skeleton", SDLK_k, false, [](State& s) { s.settings.skeleton = !s.settings.skeleton; }},
    {"B", "bounds", SDLK_b, false, [](State& s) { s.settings.bounds = !s.settings.bounds; }},
    {"T", "GPU times: overlapped or serialised", SDLK_t, false,
     [](State& s) {
         s.settings.timerMode = s.settings.timerMode == TimerMode::overlapped
                                    ? TimerMode::serialised
                                    : TimerMode::overlapped;
     }},
    {"F", "frame the crowd", SDLK_f, false, [](State& s) { s.requests.frameCamera = true; }},
    {"F5", "compile the shaders again", SDLK_F5, false,
     [](State& s) { s.requests.reloadShaders = true; }},
    {"Tab", "hide or show the panels", SDLK_TAB, false,
     [](State& s) { s.settings.panels = !s.settings.panels; }},
    {"F11", "full screen", SDLK_F11, false, [](State& s) { s.requests.toggleFullscreen = true; }},
    {"F1", "this list", SDLK_F1, false, [](State& s) { s.helpShown = !s.helpShown; }},
    {"Esc", "close this list, or leave", SDLK_ESCAPE, false,
     [](State& s) {
         s.requests.quit = !s.helpShown;
         s.helpShown = false;
     }},
    {"Ctrl Q", "leave", SDLK_q, true, [](State& s) { s.requests.quit = true; }},
};

/// Other keys of the same meaning, on the number block and without shift, to those of the table.
SDL_Keycode mainKey(SDL_Keycode key) {
    switch (key) {
        case SDLK_KP_PLUS:
        case SDLK_EQUALS:
            return SDLK_PLUS;
        case SDLK_KP_MINUS:
            return SDLK_MINUS;
        case SDLK_KP_1:
            return SDLK_1;
        case SDLK_KP_2:
            return SDLK_2;
        case SDLK_KP_3:
            return SDLK_3;
        default:
            return key;
    }
}

}  // namespace

std::span<const Shortcut> shortcuts() {
    return kShortcuts;
}

bool pressKey(State& state, const SDL_Keysym& key) {
    const bool control = (key.mod & KMOD_CTRL) != 0;
    for (const Shortcut& shortcut : kShortcuts) {
        if (shortcut.key != mainKey(key.sym) || shortcut.control != control) continue;
        shortcut.act(state);
        return true;
    }
    return false;
}

}  // namespace sinew
