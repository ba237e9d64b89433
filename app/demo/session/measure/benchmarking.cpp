// Runs a benchmark between frames of the window.
#include "app/demo/session/steps.h"

#include <fmt/format.h>

#include "app/demo/session/fault.h"
#include "benchmarks/report/report_json.h"

namespace sinew {
namespace {

void keepReport(Stage& stage) {
    State& state = stage.state;
    BenchmarkView& view = state.benchmark;
    const std::string fault = faultOf([&] { view.saved = saveReport(*view.report).string(); });
    if (!fault.empty()) return state.complain(fault);
    view.reports = earlierReports();
    state.notify(fmt::format("Report saved: {}.json, .html and .csv", view.saved));
}

/// Ends the run, possibly early. Finished blocks of frames are kept in the report.
void endBenchmark(Stage& stage) {
    State& state = stage.state;
    BenchmarkView& view = state.benchmark;
    const std::string fault = faultOf([&] {
        stage.benchmark->stop(RowEnd::interrupted);  // has no effect on a complete run
    });
    if (!fault.empty()) state.complain(fault);
    Report report = stage.benchmark->report();
    stage.benchmark.reset();
    view.doing.clear();
    if (report.sections.empty()) {
        state.notify("The benchmark ended before a block of frames was finished.");
    } else {
        view.show(std::move(report));
        keepReport(stage);
    }
    // The medians of the panels must not mix times before and after the run.
    state.history.summariseAfter(stage.frame->statistics().frameIndex + kFramesInFlight);
    stage.shown.cut = true;
    stage.shown.steadyFrames = 0;
    stage.readings.lastFrame = stage.readings.rateSince = Clock::now();
    stage.readings.rateFrames = 0;
}

}  // namespace

void listScenarios(Stage& stage) {
    State& state = stage.state;
    BenchmarkView& view = state.benchmark;
    view.reports = earlierReports();
    for (std::string& problem : view.list(state.settings.scenario)) {
        state.complain(std::move(problem));
    }
    if (!view.find(state.settings.scenario) && !view.scenarios.empty()) {
        state.settings.scenario = Settings().scenario;
    }
}

void chooseScenario(Stage& stage, const std::filesystem::path& file) {
    BenchmarkView& view = stage.state.benchmark;
    stage.state.settings.scenario = std::filesystem::absolute(file).string();
    view.shown = true;
    view.describes = true;
    listScenarios(stage);
}

void startBenchmark(Stage& stage) {
    State& state = stage.state;
    BenchmarkView& view = state.benchmark;
    const Scenario* scenario = view.find(state.settings.scenario);
    if (!scenario || stage.benchmark) return;
    cancelRanking(stage);
    const Playback& playback = state.chosen().playback;
    Conditions conditions = state.settings.thoroughBenchmark ? kThorough : kQuick;
    conditions.validated = stage.validated;
    const std::string fault = faultOf([&] {
        stage.frame->finish();
        const std::vector<SceneModel> scene = shownScene(state);
        stage.frame->setModels(scene);
        stage.frame->finish();
        stage.forgetModel();
        stage.benchmark.emplace(
            stage.device, planFor(*scenario, conditions,
                                  {.models = {{.model = state.chosen().model(),
                                               .clip = state.clip() ? playback.clip : kRestPose}},
                                   .name = state.chosen().name(),
                                   .importMs = state.chosen().read.importMs}));
    });
    if (!fault.empty()) return state.complain(fault);
    const double most = mostSeconds(*scenario, conditions, state.framePace());
    view = {.shown = true,
            .scenarios = std::move(view.scenarios),
            .file = std::move(view.file),
            .reports = std::move(view.reports),
            .doing = "starting",
            .mostSeconds = most,
            .since = Clock::now()};
}

void advanceBenchmark(Stage& stage) {
    BenchmarkView& view = stage.state.benchmark;
    bool continues = false;
    const std::string fault = faultOf([&] {
        const size_t before = stage.benchmark->rowsDone();
        continues = stage.benchmark->advance();
        if (stage.benchmark->rowsDone() != before) view.show(stage.benchmark->report());
        view.doing = stage.benchmark->doing();
        view.fraction = stage.benchmark->fractionDone();
        view.seconds = std::chrono::duration<double>(Clock::now() - view.since).count();
    });
    if (!fault.empty()) stage.state.complain(fault);
    const std::string title = fmt::format("sinew | benchmark | {:.0f} %", 100 * view.fraction);
    SDL_SetWindowTitle(stage.window.get(), title.c_str());
    if (!continues) endBenchmark(stage);
}

void stopBenchmark(Stage& stage) {
    (void)faultOf([&] { stage.benchmark->stop(RowEnd::interrupted); });
    Report report = stage.benchmark->report();
    if (!report.sections.empty()) stage.state.benchmark.show(std::move(report));
}

void showBenchmark(Stage& stage) {
    stage.quietScreen.show(stage.device, stage.swapchain, stage.ui, *stage.drawData);
    if (stage.framesForInput > 0) {
        --stage.framesForInput;
    } else if (!ImGui::IsAnyMouseDown()) {
        advanceBenchmark(stage);
    }
}

void openReport(Stage& stage, const std::filesystem::path& file) {
    BenchmarkView& view = stage.state.benchmark;
    const std::string fault = faultOf([&] {
        Report report = readReport(file.string());
        if (report.sections.empty()) throw std::runtime_error(file.string() + " has no rows");
        view.show(std::move(report));
        view.saved = std::filesystem::path(file).replace_extension().string();
    });
    if (!fault.empty()) stage.state.complain(fault);
}

std::shared_ptr<const Report> unsavedReport(const Stage& stage) {
    const BenchmarkView& view = stage.state.benchmark;
    return view.saved.empty() ? view.report : nullptr;
}

void carryOutBesideBenchmark(Stage& stage) {
    const Requests requests = std::exchange(stage.state.requests, {});
    stage.state.requests.models = requests.models;
    if (requests.quit) stage.quit = true;
    if (requests.toggleFullscreen) stage.window.toggleFullscreen();
    if (requests.cancelBenchmark && stage.benchmark) endBenchmark(stage);
}

}  // namespace sinew
