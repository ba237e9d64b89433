// Records frame times for the panels, and updates the window title.
#include "app/demo/session/steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/report/number_text.h"
#include "shaders/shared/view.h"

namespace sinew {
namespace {

// After this number of frames, all frames in flight have the same settings.
constexpr uint32_t kSettlingFrames = kFramesInFlight + 1;

using Milliseconds = std::chrono::duration<double, std::milli>;

void updateTitle(Stage& stage) {
    State& state = stage.state;
    const FrameSettings& shown = stage.shown.settings;
    const uint32_t instances = shown.instanceCount;
    const Clip* clip = state.clip();
    const std::string_view played = state.chosen().animating ? std::string_view("animators")
                                    : clip                   ? std::string_view(clip->name)
                                                             : std::string_view("rest pose");
    std::string methods(methodName(shown.method));
    const Resolution& drawn = stage.frame->resolution(stage.state.chosenModel);
    if (drawn.choice.method != shown.method) {
        methods += fmt::format(" ({})", methodName(drawn.choice.method));
    } else if (!drawn.note.empty()) {
        methods += " (posed by the CPU)";
    }
    if (shown.compared) {
        methods +=
            fmt::format(" {} {}", shown.view == SINEW_VIEW_DIFFERENCE ? "\xe2\x88\x92" : "vs",
                        methodName(shown.compared->method));
    }
    std::string name = state.chosen().name();
    if (const size_t more = state.models.size() - 1) name += fmt::format(" and {} more", more);
    std::string title = fmt::format("sinew | {} | {} | {} | {} instance{}", name, played, methods,
                                    instances, instances == 1 ? "" : "s");
    if (state.frameMs > 0) title += fmt::format(" | {} ms a frame", numberText(state.frameMs));
    if (const auto& gpuMs = state.history.newest().gpuSpanMs) {
        title += fmt::format(", GPU {} ms", numberText(*gpuMs));
    }
    if (state.question) title += fmt::format(" | {} instances?", state.question->instances);
    SDL_SetWindowTitle(stage.window.get(), title.c_str());
}

}  // namespace

void recordFrameTimes(Stage& stage) {
    State& state = stage.state;
    Readings& readings = stage.readings;
    const FrameSettings& shown = stage.shown.settings;
    const Clock::time_point now = Clock::now();
    const Milliseconds wall = now - readings.lastRecorded;
    // The time of the first frame includes the program start, so it is left out.
    state.history.add({stage.frame->statistics(),
                       state.framesShown > 1 ? std::optional<double>(wall.count()) : std::nullopt});
    ++readings.rateFrames;
    if (++stage.shown.steadyFrames > kSettlingFrames) {
        stage.gate.measured({shown.choice(), shown.compared}, shown.instanceCount,
                            0.001 * wall.count());
    }
    readings.lastRecorded = now;
    const double seconds = std::chrono::duration<double>(now - readings.rateSince).count();
    if (seconds < 0.5 && state.framesShown > 1) return;
    state.frameMs = state.framesShown > 1 ? 1000.0 * seconds / readings.rateFrames : 0.0;
    state.memory = stage.device.memory();
    state.maxInstances = stage.frame->maxInstances(shown.choice(), shown.traced());
    readings.rateSince = now;
    readings.rateFrames = 0;
    updateTitle(stage);
}

}  // namespace sinew
