// Defines the action of each key.
#include "app/demo/session/shortcuts.h"

#include <algorithm>

#include "shaders/shared/view.h"

namespace sinew {
namespace {

template <Method method>
void setMethod(State& state) {
    state.edited().method = method;
}

/// Returns the next value of a cyclic list; the first if `value` is not in it.
template <size_t count>
uint32_t nextOf(const uint32_t (&values)[count], uint32_t value) {
    for (size_t i = 0; i < count; ++i) {
        if (values[i] == value) return values[(i + 1) % count];
    }
    return values[0];
}

void nextComparison(State& state) {
    Comparison& comparison = state.settings.comparison;
    switch (comparison) {
        case Comparison::off:
            comparison = Comparison::sideBySide;
            break;
        case Comparison::sideBySide:
            comparison = state.canCompareVertices ? Comparison::difference : Comparison::off;
            break;
        case Comparison::difference:
            comparison = Comparison::off;
            break;
    }
}

void nextView(State& state) {
    uint32_t& view = state.settings.view;
    view = (view + 1) % SINEW_VIEW_DIFFERENCE;  // SINEW_VIEW_DIFFERENCE is not in the cycle
    if (view == SINEW_VIEW_MOTION && !state.supportsMotion) ++view;
}

void toggleBlend(State& state) {
    Blend& blend = state.edited().settings.blend;
    blend = blend == Blend::linear ? Blend::dualQuaternion : Blend::linear;
}

/// Closes the topmost open overlay.
void escape(State& state) {
    BenchmarkView& benchmark = state.benchmark;
    if (state.quitAsked) {
        state.quitAsked = false;
    } else if (state.question) {
        state.requests.keepCrowd = true;
    } else if (state.helpShown) {
        state.helpShown = false;
    } else if (benchmark.running()) {
        state.requests.cancelBenchmark = true;
    } else if (state.ranking.running()) {
        state.requests.cancelRanking = true;
    } else if (benchmark.shown) {
        benchmark.shown = false;
    } else if (state.bakedView.shown) {
        state.bakedView.shown = false;
    } else if (!state.shaderErrors.empty()) {
        state.shaderErrors.clear();
    } else if (state.joints.selected) {
        state.joints.selected.reset();
    } else if (state.picked) {
        state.picked.reset();
    } else {
        state.quitAsked = true;
    }
}

void confirm(State& state) {
    (state.quitAsked ? state.requests.quit : state.requests.showCrowd) = true;
}

void stepClip(State& state, int step) {
    const int count = static_cast<int>(state.chosen().model()->clips.size());
    if (count == 0) return;
    const int clip = state.chosen().playback.clip == kRestPose
                         ? 0
                         : static_cast<int>(state.chosen().playback.clip);
    state.requests.clip = static_cast<uint32_t>((clip + step + count) % count);
}

void moreInstances(State& state) {
    state.settings.instanceCount =
        std::min(state.settings.instanceCount * 2, std::max(state.maxInstances, 1u));
}
void fewerInstances(State& state) {
    state.settings.instanceCount = std::max(state.settings.instanceCount / 2, 1u);
}

constexpr const char* kPlayback = "Playback and crowd";
constexpr const char* kMethod = "Method and times";
constexpr const char* kCamera = "Camera";
constexpr const char* kView = "View";
constexpr const char* kWindow = "Window";

/// All shortcuts, in the order of the F1 overlay.
constexpr Shortcut kShortcuts[] = {
    {kPlayback, "Space", "play or pause", SDLK_SPACE, false,
     [](State& s) { s.playing = !s.playing; }},
    {kPlayback, ".", "one frame forward", SDLK_PERIOD, false, [](State& s) { ++s.requests.steps; }},
    {kPlayback, ",", "one frame back", SDLK_COMMA, false, [](State& s) { --s.requests.steps; }},
    {kPlayback, "N", "next clip", SDLK_n, false, [](State& s) { stepClip(s, 1); }},
    {kPlayback, "P", "previous clip", SDLK_p, false, [](State& s) { stepClip(s, -1); }},
    {kPlayback, "+", "twice the instances", SDLK_PLUS, false, moreInstances},
    {kPlayback, "\xe2\x88\x92", "half the instances", SDLK_MINUS, false, fewerInstances},
    {kPlayback, "G", "random start phases", SDLK_g, false,
     [](State& s) { s.settings.staggered = !s.settings.staggered; }},
    {kPlayback, "R", "pose rate: every frame, 30, 15, 8 Hz", SDLK_r, false,
     [](State& s) { s.settings.posesASecond = nextOf(kPoseRates, s.settings.posesASecond); }},
    {kMethod, "1", "method: cpu-reference", SDLK_1, false, setMethod<Method::cpuReference>},
    {kMethod, "2", "method: cpu", SDLK_2, false, setMethod<Method::cpu>},
    {kMethod, "3", "method: compute", SDLK_3, false, setMethod<Method::compute>},
    {kMethod, "4", "method: vertex", SDLK_4, false, setMethod<Method::vertex>},
    {kMethod, "5", "method: vertex-uniform", SDLK_5, false, setMethod<Method::vertexUniform>},
    {kMethod, "6", "method: texture", SDLK_6, false, setMethod<Method::texture>},
    {kMethod, "7", "method: feedback", SDLK_7, false, setMethod<Method::feedback>},
    {kMethod, "L", "blend: linear or dual quaternion", SDLK_l, false, toggleBlend},
    {kMethod, "D", "compare: off, side by side, difference", SDLK_d, false, nextComparison},
    {kMethod, "A", "edit the methods and settings of A or B", SDLK_a, false,
     [](State& s) { s.editsB = s.comparing() && !s.editsB; }},
    {kMethod, "S", "swap A and B", SDLK_s, false,
     [](State& s) {
         if (s.comparing()) std::swap(s.settings.skinning, s.settings.compared);
     }},
    {kMethod, "M", "measure all methods", SDLK_m, false,
     [](State& s) { s.requests.rank = RankingSweep::none; }},
    {kMethod, "X", "measure the errors", SDLK_x, false,
     [](State& s) { s.requests.surveyErrors = true; }},
    {kMethod, "T", "GPU times: overlapped or serialised", SDLK_t, false,
     [](State& s) {
         s.settings.timerMode = s.settings.timerMode == TimerMode::overlapped
                                    ? TimerMode::serialised
                                    : TimerMode::overlapped;
     }},
    {kMethod, "Z", "set or drop the baseline of times", SDLK_z, false,
     [](State& s) { s.freezeTimes(); }},
    {kMethod, "F2", "benchmark", SDLK_F2, false,
     [](State& s) { s.benchmark.shown = !s.benchmark.shown; }},
    {kCamera, "J", "camera cut (tests motion vectors)", SDLK_j, false,
     [](State& s) { s.requests.teleport = true; }},
    {kCamera, "F", "frame the crowd", SDLK_f, false,
     [](State& s) { s.requests.frameCamera = true; }},
    {kView, "C", "shadow cascades: 0 to 6, in a cycle", SDLK_c, false,
     [](State& s) {
         uint32_t& count = s.settings.cascadeCount;
         count = (count + 1) % (SINEW_MAX_CASCADES + 1);
     }},
    {kView, "V", "next view: shaded, normals, weights, ...", SDLK_v, false, nextView},
    {kView, "K", "skeleton", SDLK_k, false,
     [](State& s) { s.settings.skeleton = !s.settings.skeleton; }},
    {kView, "B", "bounds", SDLK_b, false, [](State& s) { s.settings.bounds = !s.settings.bounds; }},
    {kView, "H", "freeze or unfreeze the culling camera", SDLK_h, false,
     [](State& s) { s.freezeCulling(); }},
    {kView, "W", "wireframe", SDLK_w, false,
     [](State& s) { s.settings.wireframe = s.canDrawEdges && !s.settings.wireframe; }},
    {kView, "Shift F12", "save the image with the panels", SDLK_F12, false,
     [](State& s) { s.requests.takePicture = PictureOf::window; }, true},
    {kView, "F12", "save the image", SDLK_F12, false,
     [](State& s) { s.requests.takePicture = PictureOf::view; }},
    {kView, "Y", "copy this view as a command line", SDLK_y, false,
     [](State& s) { s.requests.copyCommand = true; }},
    {kWindow, "F5", "compile the shaders again", SDLK_F5, false,
     [](State& s) { s.requests.reloadShaders = true; }},
    {kWindow, "Tab", "toggle all panels", SDLK_TAB, false, [](State& s) { s.togglePanels(); }},
    {kWindow, "[", "toggle left panel", SDLK_LEFTBRACKET, false,
     [](State& s) { s.toggleControls(); }},
    {kWindow, "]", "toggle right panel", SDLK_RIGHTBRACKET, false,
     [](State& s) { s.toggleMeasurements(); }},
    {kWindow, "F11", "full screen", SDLK_F11, false,
     [](State& s) { s.requests.toggleFullscreen = true; }},
    {kWindow, "F1", "this list", SDLK_F1, false, [](State& s) { s.helpShown = !s.helpShown; }},
    {kWindow, "Enter", "confirm large crowd, or quit", SDLK_RETURN, false, confirm},
    {kWindow, "Esc", "close the open panel, or ask to quit", SDLK_ESCAPE, false, escape},
    {kWindow, "Ctrl O", "open a file with the desktop's dialog", SDLK_o, true,
     [](State& s) { s.requests.openDialog = true; }},
    {kWindow, "Ctrl Q", "quit", SDLK_q, true, [](State& s) { s.requests.quit = true; }},
};

/// Returns the key of the table for a keypad key or for "=" (unshifted "+").
SDL_Keycode mainKey(SDL_Keycode key) {
    switch (key) {
        case SDLK_KP_PLUS:
        case SDLK_EQUALS:
            return SDLK_PLUS;
        case SDLK_KP_MINUS:
            return SDLK_MINUS;
        case SDLK_KP_ENTER:
            return SDLK_RETURN;
        default:
            // keypad digits are ordered 1 to 9, 0
            return key >= SDLK_KP_1 && key <= SDLK_KP_9 ? SDLK_1 + (key - SDLK_KP_1) : key;
    }
}

/// Returns true for keys that work during a benchmark. Other keys change the scene, which is
/// paused.
bool isAllowedWhileMeasuring(SDL_Keycode key) {
    return key == SDLK_F1 || key == SDLK_F11 || key == SDLK_ESCAPE || key == SDLK_q;
}

}  // namespace

std::span<const Shortcut> shortcuts() {
    return kShortcuts;
}

bool pressKey(State& state, const SDL_KeyboardEvent& event) {
    if (event.repeat != 0) return false;
    const SDL_Keysym& key = event.keysym;
    const bool control = (key.mod & KMOD_CTRL) != 0;
    for (const Shortcut& shortcut : kShortcuts) {
        if (shortcut.key != mainKey(key.sym) || shortcut.control != control) continue;
        if (shortcut.shift && (key.mod & KMOD_SHIFT) == 0) continue;
        if (state.benchmark.running() && !isAllowedWhileMeasuring(shortcut.key)) return false;
        shortcut.act(state);
        return true;
    }
    return false;
}

}  // namespace sinew
