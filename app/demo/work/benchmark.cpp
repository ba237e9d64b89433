// Lists scenarios, runs them in pieces and saves reports.
#include "app/demo/work/benchmark.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/assets_path.h"
#include "app/clip_and_size.h"
#include "app/demo/platform/files.h"
#include "app/demo/session/state.h"
#include "app/output.h"
#include "benchmarks/report/report_file.h"
#include "benchmarks/run/suite.h"
#include "skinning/gltf/import.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

SuitePlan planFor(Scenario scenario, const Conditions& conditions, Measured users) {
    SuitePlan plan{.conditions = conditions};
    plan.scenarios.push_back(std::move(scenario));
    plan.load = [users = std::move(users)](const Subject& subject) {
        if (subject.isUsers()) return users;
        Measured measured = loadSubject(subject, {}, assetsFolder(),
                                        [](const fs::path& file) { return importGltf(file); });
        for (MeasuredModel& each : measured.models) each.clip = clipToShow(*each.model, {});
        return measured;
    };
    return plan;
}

}  // namespace

std::optional<double> BenchmarkView::secondsLeft() const {
    constexpr double kEnough = 0.02;
    if (fraction < kEnough) return std::nullopt;
    return seconds * (1 - fraction) / fraction;
}

void BenchmarkView::show(Report measured) {
    const size_t before = report ? report->sections.size() : 0;
    report = std::make_shared<const Report>(std::move(measured));
    saved.clear();
    describes = false;
    const size_t sections = report->sections.size();
    // Shows a new section; otherwise the shown section stays.
    look(sections != before || section >= sections ? sections - 1 : section);
}

void BenchmarkView::look(size_t atSection) {
    section = atSection;
    charts = chartsOf(report->sections[section]);
}

std::vector<std::string> BenchmarkView::list(const std::string& nameOrFile) {
    std::vector<std::string> problems;
    const auto read = [&](auto&& reading) {
        try {
            reading();
        } catch (const std::runtime_error& error) {
            problems.emplace_back(error.what());
        }
    };
    scenarios.clear();
    file.clear();
    if (fs::path(nameOrFile).extension() == ".json") {
        read([&] {
            scenarios.push_back(readScenario(nameOrFile));
            file = nameOrFile;
        });
    }
    read([&] {
        const fs::path folder = scenariosFolder();
        for (const std::string& name : scenarioNames(folder)) {
            read([&] { scenarios.push_back(findScenario(folder, name)); });
        }
    });
    return problems;
}

const std::string& BenchmarkView::keyOf(const Scenario& scenario) const {
    return !file.empty() && &scenario == &scenarios.front() ? file : scenario.name;
}

const Scenario* BenchmarkView::find(const std::string& key) const {
    const auto found = std::find_if(scenarios.begin(), scenarios.end(),
                                    [&](const Scenario& s) { return keyOf(s) == key; });
    return found == scenarios.end() ? nullptr : &*found;
}

BenchmarkRun::BenchmarkRun(const Device& device, Scenario scenario, const Conditions& conditions,
                           Measured users)
    : suite_(std::make_unique<Suite>(device,
                                     planFor(std::move(scenario), conditions, std::move(users)))) {}

BenchmarkRun::~BenchmarkRun() = default;

bool BenchmarkRun::advance(BenchmarkView& view) {
    const bool hasMore = suite_->advance();
    if (const size_t rows = suite_->rowsDone(); rows != rowsShown_) {
        rowsShown_ = rows;
        view.show(suite_->report());
    }
    view.doing = suite_->doing();
    view.fraction = suite_->fractionDone();
    view.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - since_).count();
    return hasMore;
}

Report BenchmarkRun::report() const {
    return suite_->report();
}

double mostSeconds(const Scenario& scenario, const Conditions& conditions) {
    constexpr size_t kTimerModes = 2;
    const size_t rows = scenario.subjects.size() * scenario.choices.size() *
                        scenario.instances.size() * scenario.passes.size();
    return static_cast<double>(rows * kTimerModes) * conditions.seconds;
}

std::vector<fs::path> earlierReports() {
    constexpr size_t kMost = 20;
    std::vector<fs::path> reports;
    std::error_code error;
    for (fs::directory_iterator at(dataFolder() / "reports", error), end; !error && at != end;
         at.increment(error)) {
        if (at->path().extension() == ".json") reports.push_back(at->path());
    }
    std::sort(reports.rbegin(), reports.rend());  // names begin with the time
    if (reports.size() > kMost) reports.resize(kMost);
    return reports;
}

fs::path saveReport(const Report& report) {
    const fs::path folder = dataFolder();
    if (folder.empty()) {
        throw std::runtime_error("no data folder is set; set XDG_DATA_HOME or HOME");
    }
    std::string name = report.timeUtc;  // some file systems reject ':'
    std::erase(name, ':');
    name += "-" + report.sections.front().scenario;
    if (report.partial) name += "-partial";
    const fs::path common = folder / "reports" / name;
    makeFolder(common.parent_path());
    const auto fileFor = [&](const char* ending) { return common.string() + ending; };
    const std::string json = fileFor(".json");
    const std::string html = fileFor(".html");
    const std::string csv = fileFor(".csv");
    const std::string jsonText = reportFile(report, json);
    const std::string htmlText = reportFile(report, html);
    const std::string csvText = reportFile(report, csv);
    writeFiles({{csv, csvText}, {html, htmlText}, {json, jsonText}});
    return common;
}

}  // namespace sinew
