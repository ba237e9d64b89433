// Runs the ranking of methods between frames.
#include "app/demo/session/ranking.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/demo/platform/render_command.h"
#include "app/demo/session/fault.h"
#include "app/demo/session/framing.h"
#include "benchmarks/run/suite.h"
#include "skinning/gpu/frame/crowd_camera.h"

namespace sinew {
namespace {

RankingInputs inputsNow(Stage& stage) {
    const State& state = stage.state;
    const auto [width, height] = state.extent;
    const CameraAngles camera =
        anglesOf(state.camera, stage.frame->crowds().bounds(stage.shown.crowd, 0),
                 static_cast<float>(width) / static_cast<float>(height));
    RankingInputs inputs{
        .name = state.models.size() == 1 ? state.chosen().name() : "",
        .skinning = state.edited().settings,
        .instanceCount = stage.shown.crowd,
        .passes = state.settings.passes(),
        .samples = state.samples,
        .extent = state.extent,
        .camera = numbersOf(camera),
        .isCpu = state.deviceIsCpu,
    };
    for (const ShownModel& shown : state.models) {
        inputs.models.push_back({.model = shown.model(), .clip = shown.playback.clip});
        if (shown.animating) inputs.models.back().animatorName = "its animator";
    }
    return inputs;
}

/// Frames need the animators, which inputsNow() only names.
void addAnimators(const State& state, RankingInputs& inputs) {
    for (size_t i = 0; i < state.models.size(); ++i) {
        if (!state.models[i].animating) continue;
        AnimatorSpec spec = state.models[i].animator.spec();
        spec.rootMotion = nullptr;  // keeps characters in view
        inputs.models[i].animator = std::make_shared<const AnimatorSpec>(std::move(spec));
    }
}

void endRanking(Stage& stage) {
    State& state = stage.state;
    RankingView& view = state.ranking;
    Report report = stage.ranking->finish();
    const RankingSweep sweep = stage.ranking->sweep();
    if (report.sections.empty()) {
        state.notify("No block of frames was finished, so there are no figures.");
    } else {
        if (sweep == RankingSweep::none) view.inputs = stage.ranking->inputs();
        view.show(std::move(report));
        if (sweep != RankingSweep::none) {
            view.showSweep(sweep == RankingSweep::passes ? SweepAxis::passes
                                                         : SweepAxis::instances);
        }
    }
    stage.ranking.reset();
    view.doing.clear();
    // Summaries do not mix times of frames during and after the run.
    state.history.summariseAfter(stage.frame->statistics().frameIndex + kFramesInFlight);
    stage.shown.steadyFrames = 0;
}

}  // namespace

void startRanking(Stage& stage, RankingSweep sweep) {
    State& state = stage.state;
    if (stage.ranking || (sweep != RankingSweep::none && !state.ranking.report)) return;
    const std::string fault = faultOf([&] {
        RankingInputs inputs = inputsNow(stage);
        addAnimators(state, inputs);
        stage.ranking.emplace(stage.device, inputs, sweep, state.ranking.report);
    });
    if (!fault.empty()) return state.complain(fault);
    state.ranking.doing = stage.ranking->doing();
    state.ranking.fraction = 0;
    state.ranking.sweeps = sweep != RankingSweep::none;
}

void advanceRanking(Stage& stage) {
    State& state = stage.state;
    RankingView& view = state.ranking;
    if (view.report) view.outdated = !(inputsNow(stage) == view.inputs);
    if (!stage.ranking) return;
    // Frames of the window take at most about a quarter of the time.
    const double pieceSeconds = std::clamp(3e-3 * state.frameMs, 0.03, 0.4);
    bool continues = true;
    const std::string fault = faultOf([&] {
        stage.frame->finish();  // the shown frame must not use the GPU
        const Clock::time_point begin = Clock::now();
        while (continues &&
               std::chrono::duration<double>(Clock::now() - begin).count() < pieceSeconds) {
            continues = stage.ranking->advance();
        }
        view.doing = stage.ranking->doing();
        if (continues) view.fraction = stage.ranking->fraction();
    });
    if (!fault.empty()) state.complain(fault);
    if (!continues || !fault.empty()) endRanking(stage);
}

void cancelRanking(Stage& stage) {
    if (stage.ranking) endRanking(stage);
}

void copyBenchCommand(Stage& stage) {
    State& state = stage.state;
    std::string files;
    bool animates = false;
    for (const ShownModel& shown : state.models) {
        files += (files.empty() ? "" : " ") + shellWord(shown.file().string());
        animates |= shown.animating;
    }
    const std::string command =
        benchCommand(state.ranking.inputs, files + optionsText(state.models[0]));
    SDL_SetClipboardText(command.c_str());
    state.notify("Copied: " + command +
                 (animates ? ". It plays the default clip instead of animators." : ""));
}

void saveRanking(Stage& stage) {
    State& state = stage.state;
    const std::string fault = faultOf([&] {
        state.notify(fmt::format("Report saved: {}.json, .html and .csv",
                                 saveReport(*state.ranking.report).string()));
    });
    if (!fault.empty()) state.complain(fault);
}

}  // namespace sinew
