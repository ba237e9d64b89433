// Overlay: runs a scenario and shows its report as charts.
#include <algorithm>
#include <cmath>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/chart.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"
#include "benchmarks/report/number_text.h"
#include "benchmarks/run/suite.h"
#include "benchmarks/verdict/advice.h"
#include "benchmarks/verdict/summary.h"

namespace sinew {
namespace {

constexpr float kOverlayMargin = 14.0f;
constexpr float kWidest = 1320.0f;
constexpr float kListWidth = 268.0f;
constexpr float kTwoColumns = 700.0f;  // minimum width for two columns of charts

std::string durationText(double seconds) {
    const auto total = static_cast<uint64_t>(std::max(seconds, 0.0) + 0.5);
    if (total < 60) return fmt::format("{} s", total);
    if (total < 3600) return fmt::format("{} min {:02} s", total / 60, total % 60);
    return fmt::format("{} h {:02} min", total / 3600, total / 60 % 60);
}

void headline(const Interface& interface, const std::string& text) {
    ImGui::PushFont(interface.heading());
    widgets::colored(color::kText, text.c_str());
    ImGui::PopFont();
}

// ---- Scenarios.

void scenarioList(State& state) {
    const BenchmarkView& view = state.benchmark;
    for (const Scenario& scenario : view.scenarios) {
        const std::string& key = view.keyOf(scenario);
        const bool chosen = key == state.settings.scenario;
        ImGui::PushID(key.c_str());
        if (widgets::selectable(scenario.name.c_str(), chosen) && !view.running()) {
            state.settings.scenario = key;
            state.benchmark.describes = true;
        }
        ImGui::PopID();
    }
}

void earlier(State& state) {
    const BenchmarkView& view = state.benchmark;
    if (view.reports.empty()) return;
    ImGui::SetNextItemWidth(-1);
    for_tests::caption("earlier");
    if (!widgets::beginCombo("##earlier", "Earlier reports")) return;
    for (const std::filesystem::path& report : view.reports) {
        ImGui::PushID(report.c_str());  // because titles may be equal
        if (widgets::selectable(reportTitle(report).c_str(),
                                report.stem() == std::filesystem::path(view.saved).filename())) {
            state.requests.report = report;
        }
        ImGui::PopID();
    }
    ImGui::EndCombo();
}

void progress(State& state) {
    const BenchmarkView& view = state.benchmark;
    widgets::progressBar(view.fraction);
    const auto left = view.secondsLeft();
    ImGui::Text("%.0f %%", 100 * view.fraction);
    ImGui::SameLine();
    widgets::rightAligned(color::kMuted,
                          left ? widgets::line("{} left", durationText(*left)).text
                               : widgets::line("for {}", durationText(view.seconds)).text);
    widgets::remark(view.doing.c_str());
    if (widgets::button("Cancel", {-1, 0})) state.requests.cancelBenchmark = true;
    widgets::remark(
        "Complete measurements are kept. The window's scene is paused during the benchmark.");
}

void starting(State& state) {
    static constexpr const char* kHow[] = {"quick", "thorough"};
    uint32_t how = state.settings.thoroughBenchmark ? 1 : 0;
    if (widgets::choice("how", kHow, how)) state.settings.thoroughBenchmark = how == 1;
    const Scenario* scenario = state.benchmark.find(state.settings.scenario);
    const char* busy = state.busyWith();
    ImGui::BeginDisabled(*busy != 0 || !scenario);
    if (widgets::mainButton("Start")) state.requests.startBenchmark = true;
    ImGui::EndDisabled();
    if (*busy) widgets::remark(busy);
    const Conditions& conditions = how == 1 ? kThorough : kQuick;
    if (scenario) {
        widgets::remark(
            widgets::line("Takes at most {}{}{}.",
                          durationText(mostSeconds(*scenario, conditions, state.framePace())),
                          scenario->growth > 0 ? ", plus the time of growing crowds" : "",
                          scenario->kernels ? ", plus the time of kernels" : ""));
    }
    widgets::remark(widgets::line("at most {} frames or {:g} s per row, {} x {}", conditions.frames,
                                  conditions.seconds, conditions.width, conditions.height));
}

std::string subjectText(const State& state, const Subject& subject) {
    if (subject.isUsers()) return fmt::format("{}, the model in the window", state.chosen().name());
    if (!subject.figure) return subject.name.empty() ? subject.file : subject.name;
    const std::string counts = fmt::format("{}, {}", counted(subject.figure->vertices, "vertex"),
                                           counted(subject.figure->joints, "joint"));
    return subject.name.empty() ? counts : fmt::format("{} ({})", subject.name, counts);
}

void description(const State& state, const Interface& interface) {
    const Scenario* scenario = state.benchmark.find(state.settings.scenario);
    if (!scenario) return;
    headline(interface, scenario->name);
    widgets::remark(scenario->about.c_str());
    ImGui::Spacing();
    std::string subjects;
    for (const Subject& subject : scenario->subjects) {
        subjects += (subjects.empty() ? "" : "\n") + subjectText(state, subject);
    }
    widgets::fact("models", subjects.c_str());
    std::string choices;
    for (const SkinChoice& choice : scenario->choices) {
        choices += (choices.empty() ? "" : ", ") + choiceText(choice);
    }
    widgets::fact("methods", choices.c_str());
    std::string instances = countsText(scenario->instances);
    if (scenario->growth > 0) {
        instances +=
            fmt::format(", then \xc3\x97{} until the memory or time limit", scenario->growth);
    }
    widgets::fact("instances", instances.c_str());
    widgets::fact("passes", countsText(scenario->passes).c_str());
    if (scenario->kernels) {
        widgets::fact("kernels",
                      "measured separately, with kernels of other engines and plain copies");
    }
    ImGui::Spacing();
    widgets::remark(
        "Every method is verified against the reference, then measured in blocks of shuffled "
        "order. To use another scenario (.json), drop it on the window.");
}

// ---- Report.

void sectionChoice(BenchmarkView& view) {
    const std::vector<Section>& sections = view.report->sections;
    if (sections.size() < 2) return;
    const auto nameOf = [&](size_t i) {
        return fmt::format("{}: {}", sections[i].scenario, sections[i].model.name);
    };
    ImGui::SetNextItemWidth(
        std::min(24.0f * ImGui::GetFontSize(), ImGui::GetContentRegionAvail().x));
    if (!widgets::beginCombo("##section", nameOf(view.section).c_str())) return;
    for (size_t i = 0; i < sections.size(); ++i) {
        if (widgets::selectable(nameOf(i).c_str(), i == view.section)) view.look(i);
    }
    ImGui::EndCombo();
}

void verdicts(const Section& section, DeviceType device, const Interface& interface) {
    const auto wrapped = [](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) widgets::colored(color::kText, text.c_str());
    };
    wrapped(adviceFor(section, device));
    for (const Measure measure : {Measure::frame, Measure::gpu}) {
        headline(interface, leadersText(section, measure));
        wrapped(crossoverTexts(section, measure));
        wrapped(posedOnGpuTexts(section, measure));
    }
}

/// Draws each chart on a card, one or two cards per row with equal height.
void charts(const BenchmarkView& view, const Interface& interface) {
    const float scale = interface.scale();
    const float gap = 10.0f * scale;
    const float inset = 12.0f * scale;
    const float available = ImGui::GetContentRegionAvail().x;
    const size_t columns = available >= kTwoColumns * scale ? 2 : 1;
    const float width =
        (available - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    ImVec2 at = ImGui::GetCursorPos();
    for (size_t first = 0; first < view.charts.size(); first += columns) {
        const size_t count = std::min(columns, view.charts.size() - first);
        ImGui::SetCursorPos(at);
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        const auto leftOf = [&](size_t i) { return static_cast<float>(i) * (width + gap); };
        float height = 0;
        draw.ChannelsSplit(2);  // channel 0: card backgrounds, below the charts
        draw.ChannelsSetCurrent(1);
        for (size_t i = 0; i < count; ++i) {
            ImGui::SetCursorPos({at.x + leftOf(i) + inset, at.y + inset});
            drawChart(view.charts[first + i], interface, width - 2 * inset);
            height = std::max(height, ImGui::GetItemRectSize().y + 2 * inset);
        }
        draw.ChannelsSetCurrent(0);
        for (size_t i = 0; i < count; ++i) {
            const float left = corner.x + leftOf(i);
            draw.AddRectFilled({left, corner.y}, {left + width, corner.y + height},
                               IM_COL32(255, 255, 255, 2), 8.0f * scale);
        }
        draw.ChannelsMerge();
        at.y += height + gap;
    }
    ImGui::SetCursorPos(at);
    ImGui::Dummy({1, 1});
}

void results(State& state, const Interface& interface) {
    BenchmarkView& view = state.benchmark;
    sectionChoice(view);
    const Section& section = view.report->sections[view.section];
    std::vector<std::string> caveats = caveatsFor(*view.report);
    // The first caveat says that the report was interrupted, which is wrong while the run
    // continues.
    if (view.running() && view.report->partial) caveats.erase(caveats.begin());
    for (const std::string& caveat : caveats) widgets::colored(color::kNote, caveat.c_str());
    verdicts(section, view.report->device.type, interface);
    widgets::remark(fmt::format("{}: {}", section.model.name, factsText(section.model)).c_str());
    ImGui::Spacing();
    charts(view, interface);
    for (const Exception& exception : exceptionsOf(section)) {
        widgets::colored(exception.state == RowState::wrong ? color::kBad : color::kNote,
                         exception.text.c_str());
    }
    for (const std::string& note : view.report->notes) {
        const bool isCaveat = std::find(caveats.begin(), caveats.end(), note) != caveats.end();
        if (!isCaveat) widgets::remark(note.c_str());
    }
}

// ---- Window.

void title(State& state, const Interface& interface) {
    BenchmarkView& view = state.benchmark;
    ImGui::PushFont(interface.title());
    ImGui::TextUnformatted("Benchmark");
    ImGui::PopFont();
    const ImGuiStyle& style = ImGui::GetStyle();
    const auto widthOf = [&](const char* text) {
        return ImGui::CalcTextSize(text).x + 2 * style.FramePadding.x;
    };
    const bool done = view.report && !view.running();
    const char* words = view.report && view.report->partial ? "partial" : "";
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(color::kMuted, "%s   %s", state.deviceName.c_str(), words);
    if (view.running()) return;
    const char* other = view.describes ? "Report" : "Scenario";
    float width = widthOf("Close");
    if (done) width += widthOf(other) + style.ItemSpacing.x;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    if (done) {
        if (widgets::button(other)) view.describes = !view.describes;
        ImGui::SameLine();
    }
    if (widgets::button("Close")) view.shown = false;
}

}  // namespace

void benchmarkOverlay(State& state, const Interface& interface) {
    BenchmarkView& view = state.benchmark;
    if (!view.shown) return;
    if (view.scenarios.empty()) state.requests.listScenarios = true;
    const float scale = interface.scale();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const ImVec2 size{std::min(display.x - 2 * kOverlayMargin * scale, kWidest * scale),
                      display.y - 2 * kOverlayMargin * scale};
    ImGui::SetNextWindowPos({0.5f * display.x, 0.5f * display.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize(size);
    ImGui::SetNextWindowBgAlpha(1.0f);
    ImGui::Begin(
        "benchmark", nullptr,
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    title(state, interface);
    ImGui::Spacing();
    ImGui::BeginChild("left", {kListWidth * scale, 0});
    scenarioList(state);
    ImGui::Spacing();
    if (view.running()) {
        progress(state);
    } else {
        starting(state);
    }
    if (!view.running()) earlier(state);
    if (!view.saved.empty()) {
        ImGui::Spacing();
        widgets::remark(fmt::format("Saved: {}.json, .html, .csv", view.saved).c_str());
    }
    ImGui::EndChild();
    ImGui::SameLine(0, 18.0f * scale);
    ImGui::BeginChild("right", {0, 0});
    if (view.report && !view.describes) {
        results(state, interface);
    } else {
        description(state, interface);
    }
    ImGui::EndChild();
    ImGui::End();
}

}  // namespace sinew
