// Lists scenarios, runs them in pieces and saves reports.
#include "app/demo/work/benchmark.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/assets_path.h"
#include "app/clip_and_size.h"
#include "app/demo/platform/files.h"
#include "app/demo/session/state.h"
#include "app/output.h"
#include "benchmarks/report/report_formats.h"
#include "benchmarks/verdict/ratio.h"
#include "skinning/gltf/import.h"

namespace sinew {

namespace fs = std::filesystem;

std::optional<double> BenchmarkView::secondsLeft() const {
    constexpr double kEnough = 0.02;
    if (fraction < kEnough) return std::nullopt;
    return std::clamp(mostSeconds - seconds, 0.0, seconds * (1 - fraction) / fraction);
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

double mostSeconds(const Scenario& scenario, const Conditions& conditions, const FramePace& pace) {
    constexpr double kModes = 2;
    // A slow device gets twice the time, see SectionRunner.
    constexpr double kSlow = 2;
    // Frames of a row in each block, including warm-up.
    constexpr double kFramesABlock = 5;
    constexpr double kVerifySecondsAVertex = 4e-6 * 3;  // three poses are verified
    constexpr double kStartSeconds = 2;                 // pipeline creation in the first frames
    constexpr uint32_t kShippedVertices = 16'000;       // the largest shipped character
    const double ofPixels =
        std::max(1.0, double{1} * conditions.width * conditions.height / pace.pixels);
    double seconds = 0;
    for (const Subject& subject : scenario.subjects) {
        const uint32_t vertices = subject.isUsers() ? pace.vertices
                                  : subject.figure  ? subject.figure->vertices
                                                    : kShippedVertices;
        seconds += kStartSeconds;
        for (const uint32_t instances : scenario.instances) {
            const double frameSeconds = 1e-3 * pace.frameMs * ofPixels *
                                        std::max(1.0, double{1} * instances / pace.instances);
            const double blocks = std::max(kSlow * kModes * conditions.seconds,
                                           kFewestBlocks * kFramesABlock * frameSeconds);
            const double row = blocks + kFramesABlock * frameSeconds +
                               kVerifySecondsAVertex * vertices * instances;
            seconds += row * static_cast<double>(scenario.choices.size() * scenario.passes.size());
        }
    }
    return seconds;
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

std::string reportTitle(const fs::path& file) {
    // "2026-01-31T120000Z-tiny-partial"
    const std::string name = file.stem().string();
    constexpr size_t kDate = 10, kTime = 18;
    if (name.size() <= kTime + 1 || name[kDate] != 'T' || name[kTime] != '-') return name;
    return fmt::format("{}, {} {}:{} UTC", name.substr(kTime + 1), name.substr(0, kDate),
                       name.substr(kDate + 1, 2), name.substr(kDate + 3, 2));
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
