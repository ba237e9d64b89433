// The window while a benchmark has the GPU: its own scene waits meanwhile.
#include <fmt/format.h>

#include "app/demo/demo.h"
#include "app/demo/fault.h"
#include "benchmarks/report_json.h"
#include "benchmarks/suite.h"

namespace sinew {

/// Draws the panel once, then does a piece of the run, unless somebody clicks or drags.
void Demo::showBenchmark() {
    quietScreen_.show(device_, swapchain_, ui_, *drawData_);
    if (framesForInput_ > 0) {
        --framesForInput_;
    } else if (!ImGui::IsAnyMouseDown()) {
        advanceBenchmark();
    }
}

void Demo::chooseScenario(const std::filesystem::path& file) {
    BenchmarkView& view = state_.benchmark;
    state_.settings.scenario = std::filesystem::absolute(file).string();
    view.shown = true;
    view.describes = true;
    listScenarios();
}

void Demo::listScenarios() {
    BenchmarkView& view = state_.benchmark;
    view.reports = earlierReports();
    for (std::string& problem : view.list(state_.settings.scenario)) {
        state_.complain(std::move(problem));
    }
    if (!view.find(state_.settings.scenario) && !view.scenarios.empty()) {
        state_.settings.scenario = Settings().scenario;
    }
}

/// Frees the memory of the shown crowd, which is made again with the first frame after the run.
void Demo::startBenchmark() {
    BenchmarkView& view = state_.benchmark;
    const Scenario* scenario = view.find(state_.settings.scenario);
    if (!scenario || benchmark_) return;
    const Playback& playback = state_.playback;
    Conditions conditions = state_.settings.thoroughBenchmark ? kThorough : kQuick;
    conditions.validated = validated_;
    const std::string fault = faultOf([&] {
        frame_->finish();
        frame_->setModel(state_.model);
        frame_->finish();
        forgetModel();
        benchmark_.emplace(device_, *scenario, conditions,
                           Measured{.model = state_.model,
                                    .clip = state_.clip() ? playback.clip : kRestPose,
                                    .name = state_.modelName,
                                    .importMs = state_.importMs});
    });
    if (!fault.empty()) return state_.complain(fault);
    view = {.shown = true,
            .scenarios = std::move(view.scenarios),
            .file = std::move(view.file),
            .reports = std::move(view.reports),
            .doing = "starting"};
}

void Demo::advanceBenchmark() {
    BenchmarkView& view = state_.benchmark;
    bool goesOn = false;
    const std::string fault = faultOf([&] { goesOn = benchmark_->advance(view); });
    if (!fault.empty()) state_.complain(fault);
    const std::string title = fmt::format("sinew | benchmark | {:.0f} %", 100 * view.fraction);
    SDL_SetWindowTitle(window_.get(), title.c_str());
    if (!goesOn) endBenchmark();
}

/// Ends the run, also before its end. Complete measurements stay.
void Demo::endBenchmark() {
    BenchmarkView& view = state_.benchmark;
    Report report = benchmark_->report();
    benchmark_.reset();
    view.doing.clear();
    if (report.sections.empty()) {
        state_.tell("The benchmark has ended before anything was measured.");
    } else {
        view.show(std::move(report));
        keepReport();
    }
    // Times before the run are not mixed with times after it.
    state_.history.summariseAfter(frame_->statistics().frameIndex + kFramesInFlight);
    cut_ = true;
    steadyFrames_ = 0;
    lastFrame_ = rateSince_ = Clock::now();
    rateFrames_ = 0;
}

/// Without being asked: what was measured took its time.
void Demo::keepReport() {
    BenchmarkView& view = state_.benchmark;
    const std::string fault = faultOf([&] { view.saved = saveReport(*view.report).string(); });
    if (!fault.empty()) return state_.complain(fault);
    view.reports = earlierReports();
    state_.tell(fmt::format("The report is in {}.json, .html and .csv", view.saved));
}

void Demo::openReport(const std::filesystem::path& file) {
    BenchmarkView& view = state_.benchmark;
    const std::string fault = faultOf([&] {
        Report report = readReport(file.string());
        if (report.sections.empty()) throw std::runtime_error(file.string() + " has no rows");
        view.show(std::move(report));
        view.saved = std::filesystem::path(file).replace_extension().string();
    });
    if (!fault.empty()) state_.complain(fault);
}

/// Measurements that would be lost when the window is closed, also during a run.
std::shared_ptr<const Report> Demo::unsavedReport() const {
    const BenchmarkView& view = state_.benchmark;
    return view.saved.empty() ? view.report : nullptr;
}

/// Handles the requests that do not disturb the run. A dropped model is shown afterwards.
void Demo::carryOutBesideBenchmark() {
    const Requests requests = std::exchange(state_.requests, {});
    state_.requests.model = requests.model;
    if (requests.quit) quit_ = true;
    if (requests.toggleFullscreen) window_.toggleFullscreen();
    if (requests.cancelBenchmark && benchmark_) endBenchmark();
}

}  // namespace sinew
