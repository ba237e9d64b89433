// Runs the ranking of methods between frames.
#include "app/demo/session/steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/demo/platform/render_command.h"
#include "app/demo/session/fault.h"
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
        .passes = state.shadows().mode == ShadowMode::traced ? 1 : state.passes(),
        .shadows = state.shadows(),
        .samples = state.samples,
        .validated = stage.validated,
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

/// Adds files and animators to the result of inputsNow(), which leaves them out because it is
/// called in each frame.
void complete(const State& state, RankingInputs& inputs) {
    for (size_t i = 0; i < state.models.size(); ++i) {
        const ShownModel& shown = state.models[i];
        inputs.files += (i == 0 ? "" : " ") + shellWord(shown.file().string());
        if (!shown.animating) continue;
        AnimatorSpec spec = shown.animator.spec();
        spec.rootMotion = nullptr;  // keeps characters in view
        inputs.models[i].animator = std::make_shared<const AnimatorSpec>(std::move(spec));
    }
    inputs.files += optionsText(state.models[0]);
}

void endRanking(Stage& stage, RowEnd end) {
    State& state = stage.state;
    RankingView& view = state.ranking;
    std::optional<Report> report;
    const std::string fault = faultOf([&] { report = stage.ranking->finish(end); });
    const RankingSweep sweep = stage.ranking->sweep();
    if (!fault.empty()) {
        state.complain(fault);
    } else if (!report) {
        state.notify("No block of frames was finished, so there are no new figures.");
    } else {
        if (sweep == RankingSweep::none) view.inputs = stage.ranking->inputs();
        view.show(std::move(*report));
        if (sweep != RankingSweep::none) view.showSweep(sweep);
    }
    stage.ranking.reset();
    view.doing.clear();
    // The medians of the panels must not mix times during and after the run.
    state.history.summariseAfter(stage.frame->statistics().frameIndex + kFramesInFlight);
    stage.shown.steadyFrames = 0;
}

}  // namespace

void startRanking(Stage& stage, RankingSweep sweep) {
    State& state = stage.state;
    if (stage.ranking) return;
    if (sweep != RankingSweep::none && (!state.ranking.report || state.ranking.outdated)) return;
    if (const char* busy = state.busyWith(); *busy) return state.notify(busy);
    const std::string fault = faultOf([&] {
        RankingInputs inputs = inputsNow(stage);
        complete(state, inputs);
        stage.ranking.emplace(stage.device, inputs, sweep, state.ranking.report);
    });
    if (!fault.empty()) return state.complain(fault);
    state.ranking.doing = stage.ranking->doing();
    state.ranking.fraction = 0;
    stage.readings.rankingPaused = Clock::now();
}

void advanceRanking(Stage& stage) {
    State& state = stage.state;
    RankingView& view = state.ranking;
    if (view.report) {
        RankingInputs now = inputsNow(stage);
        if (state.settings.turntable) now.camera = view.inputs.camera;
        view.outdated = !(now == view.inputs);
    }
    if (!stage.ranking) return;
    // The measured pieces take five times as long as the window's own frame.
    const Clock::time_point begin = Clock::now();
    const double frameSeconds =
        std::chrono::duration<double>(begin - stage.readings.rankingPaused).count();
    const double pieceSeconds = std::clamp(5 * frameSeconds, 0.03, 0.5);
    bool continues = true;
    const std::string fault = faultOf([&] {
        stage.frame->finish();  // the shown frame must not use the GPU
        while (continues &&
               std::chrono::duration<double>(Clock::now() - begin).count() < pieceSeconds) {
            continues = stage.ranking->advance();
        }
        view.doing = stage.ranking->doing();
        if (continues) view.fraction = stage.ranking->fraction();
    });
    if (!fault.empty()) state.complain(fault);
    if (!continues || !fault.empty()) endRanking(stage, RowEnd::seconds);
    // The frame times of the window exclude the measured pieces.
    stage.readings.rankingPaused = Clock::now();
    const auto piece = stage.readings.rankingPaused - begin;
    stage.readings.lastRecorded += piece;
    stage.readings.rateSince += piece;
}

void cancelRanking(Stage& stage) {
    if (stage.ranking) endRanking(stage, RowEnd::interrupted);
}

void copyBenchCommand(Stage& stage) {
    const RankingInputs& inputs = stage.state.ranking.inputs;
    const std::string command = benchCommand(inputs);
    SDL_SetClipboardText(command.c_str());
    const bool animates = std::any_of(inputs.models.begin(), inputs.models.end(),
                                      [](const MeasuredModel& model) { return model.animator; });
    std::string missing = animates ? " It plays clips instead of animators." : "";
    if (inputs.models.size() > 1) {
        missing += " It leaves out the options of all models but the first.";
    }
    stage.state.notify("Copied: " + command + (missing.empty() ? "" : "." + missing));
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
