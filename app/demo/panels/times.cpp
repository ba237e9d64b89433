// Panel: the times of a frame's steps as a table and a graph.
#include <algorithm>
#include <cmath>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"
#include "benchmarks/report/column_titles.h"

namespace sinew {
namespace {

using Medians = std::optional<FrameHistory::Summary>;

widgets::Line summaryText(const Medians& summary, double FrameHistory::Summary::*field) {
    if (!summary) return widgets::line("\xe2\x80\x93");  // dash: not measured
    const double ms = (*summary).*field;
    return widgets::line("{:.{}f}", ms, ms < 0.0995 ? 3 : ms < 9.995 ? 2 : 1);
}

void numberCell(const Medians& summary, double FrameHistory::Summary::*field,
                const ImVec4& textColor) {
    ImGui::TableNextColumn();
    widgets::rightAligned(summary ? textColor : color::kMuted, summaryText(summary, field).text);
}

/// Draws the ratio of two medians, in grey if it is within 5 % of 1 and could be chance.
void ratioCell(const Medians& now, const Medians& then) {
    constexpr double kChance = 0.05;
    ImGui::TableNextColumn();
    if (!now || !then || then->medianMs <= 0) {
        widgets::rightAligned(color::kMuted, "\xe2\x80\x93");
        return;
    }
    const double ratio = now->medianMs / then->medianMs;
    const ImVec4& meaning = ratio > 1 + kChance   ? color::kBad
                            : ratio < 1 - kChance ? color::kGood
                                                  : color::kMuted;
    widgets::rightAligned(meaning, ratio < 99.5 ? widgets::line("\xc3\x97{:.2f}", ratio).text
                                                : widgets::line("\xc3\x97{:.0f}", ratio).text);
}

void startRow(const char* name, const ImVec4* swatch) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const float size = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (swatch) {
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 0.28f * size},
                                                  {at.x + 0.55f * size, at.y + 0.83f * size},
                                                  ImGui::GetColorU32(*swatch), 0.15f * size);
    }
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 0.95f * size);
    ImGui::TextUnformatted(name);
}

bool showsBoth(const State& state) {
    return state.comparing() && !state.frozen;
}

/// Draws a row of medians. `gpu` and `cpu` map a frame's statistics to optional milliseconds. The
/// cell after a median has the 95th percentile or, with a baseline, the ratio to the baseline. In a
/// comparison it is empty.
template <typename Gpu, typename Cpu>
void timeRow(const State& state, const char* name, const ImVec4* swatch, Gpu&& gpu, Cpu&& cpu) {
    startRow(name, swatch);
    const auto cells = [&](auto& value, const char* unit) {
        const Medians now = state.history.summarise(value);
        numberCell(now, &FrameHistory::Summary::medianMs, color::kText);
        for_tests::text(widgets::line("{} {}", name, unit).text,
                        summaryText(now, &FrameHistory::Summary::medianMs).text);
        if (showsBoth(state)) {
            ImGui::TableNextColumn();
        } else if (state.frozen) {
            ratioCell(now, state.frozen->history.summarise(value));
        } else {
            numberCell(now, &FrameHistory::Summary::p95Ms, color::kMuted);
        }
    };
    cells(gpu, "GPU");
    cells(cpu, "CPU");
}

void bothRow(const State& state, Step step, const ImVec4* swatch) {
    startRow(nameOf(step), swatch);
    for (const auto time : {&StepTime::gpuMs, &StepTime::cpuMs}) {
        const auto cell = [&](const char* letter, auto steps) {
            const Medians summary = state.history.summarise(
                [&](const FrameStatistics& frame) { return (frame.*steps)[indexOf(step)].*time; });
            numberCell(summary, &FrameHistory::Summary::medianMs, color::kText);
            const char* unit = time == &StepTime::gpuMs ? "GPU" : "CPU";
            for_tests::text(widgets::line("{} {} {}", nameOf(step), letter, unit).text,
                            summaryText(summary, &FrameHistory::Summary::medianMs).text);
        };
        cell("A", &FrameStatistics::steps);
        cell("B", &FrameStatistics::compared);
    }
}

/// Returns true for an optional step that the newest frame did not record.
bool isLeftOut(const FrameHistory& history, Step step) {
    return isOptional(step) && (history.size() == 0 || !history.at(0)[step].cpuMs);
}

void drawFrameTotals(const FrameHistory& history) {
    const auto wall = history.summarise([](const ShownFrame& frame) { return frame.wallMs; });
    const auto gpu = history.summarise([](const ShownFrame& frame) { return frame.gpuSpanMs; });
    const auto text = [](const std::optional<FrameHistory::Summary>& summary) {
        return summary ? widgets::milliseconds(summary->medianMs) : widgets::line("\xe2\x80\x93");
    };
    widgets::fact(titles::kFrameTime, text(wall));
    widgets::fact(titles::kGpuTime, text(gpu));
}

void drawTable(const State& state) {
    using Time = std::optional<double>;
    if (!ImGui::BeginTable("times", 5, ImGuiTableFlags_RowBg | ImGuiTableFlags_NoPadOuterX)) return;
    ImGui::TableSetupColumn("step", ImGuiTableColumnFlags_WidthStretch, 1.9f);
    for (const char* name : {"a", "b", "c", "d"}) {
        ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthStretch, 1.0f);
    }
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextColored(color::kMuted, "ms");
    widgets::tip(widgets::line("medians{} of the last {} frames{}",
                               state.frozen || showsBoth(state) ? "" : " and 95th percentiles",
                               FrameHistory::kSummaryFrames,
                               state.frozen ? ", and their ratio to the frozen times" : "")
                     .text);
    static constexpr std::array kAlone{"GPU", "p95", "CPU", "p95"};
    static constexpr std::array kFrozen{"GPU", "vs base", "CPU", "vs base"};
    static constexpr std::array kBoth{"A GPU", "B GPU", "A CPU", "B CPU"};
    for (const char* name : state.frozen ? kFrozen : showsBoth(state) ? kBoth : kAlone) {
        ImGui::TableNextColumn();
        widgets::rightAligned(color::kMuted, name);
    }
    for (const Step step : kShownSteps) {
        if (isLeftOut(state.history, step)) continue;
        const ImVec4 swatch = colorOf(paintOf(step));
        if (showsBoth(state) && step >= Step::sample && step <= Step::skin) {
            bothRow(state, step, &swatch);
            continue;
        }
        timeRow(
            state, nameOf(step), &swatch,
            [step](const FrameStatistics& frame) { return frame[step].gpuMs; },
            [step](const FrameStatistics& frame) { return frame[step].cpuMs; });
    }
    const auto none = [](const FrameStatistics&) { return Time(); };
    const auto partRow = [&](const char* name, CpuPart part, const auto& time) {
        const ImVec4 swatch = colorOf(paintOf(part));
        timeRow(state, name, &swatch, none, time);
    };
    partRow("upload", CpuPart::upload,
            [](const FrameStatistics& frame) { return Time(frame.cpuUploadMs); });
    partRow("record", CpuPart::record,
            [](const FrameStatistics& frame) { return Time(frame.cpuRecordMs); });
    partRow("submit", CpuPart::submit,
            [](const FrameStatistics& frame) { return Time(frame.cpuSubmitMs); });
    partRow("other", CpuPart::other,
            [](const FrameStatistics& frame) { return Time(frame.cpuOtherMs()); });
    timeRow(state, titles::kCpuTime, nullptr, none,
            [](const FrameStatistics& frame) { return Time(frame.cpuFrameMs); });
    ImGui::EndTable();
}

}  // namespace

void timesSection(State& state) {
    Settings& settings = state.settings;
    auto mode = static_cast<uint32_t>(settings.timerMode);
    if (widgets::choice("mode", kTimerModeNames, mode))
        settings.timerMode = static_cast<TimerMode>(mode);
    if (!state.gpuTimes) {
        widgets::remark("This queue has no timestamps: GPU times are not measured.");
    } else if (settings.timerMode == TimerMode::overlapped && state.deviceIsCpu) {
        widgets::remark(
            "This device writes timestamps when it draws, so compute steps read as nearly 0 in "
            "this mode. Serialised times are correct.");
    } else if (settings.timerMode == TimerMode::overlapped) {
        widgets::remark(
            "As in a game: consecutive steps overlap on the GPU, and their times do not add up.");
    } else {
        widgets::remark(
            "Each step waits for the preceding step, so its GPU time is exact. The frame takes "
            "longer.");
    }
    drawFrameTotals(state.history);
    drawTable(state);
    if (showsBoth(state)) {
        widgets::remark(
            "compared: all steps of B before drawing. CPU poses are shared, and shadows are drawn "
            "from A. Forward draws both; some methods skin there.");
    }
    static constexpr const char* kSources[] = {"GPU", "CPU"};
    uint32_t source = settings.graphShowsCpu ? 1 : 0;
    if (widgets::choice("source", kSources, source)) settings.graphShowsCpu = source == 1;
    if (widgets::captionButton(state.pausedGraph ? "Resume" : "Pause")) {
        state.pausedGraph = state.pausedGraph ? std::nullopt : std::optional(state.history);
    }
    widgets::remark(state.pausedGraph ? "The graph is paused; the table is not."
                                      : "Pauses the graph, to point at its frames.");
    timeGraph(state.pausedGraph ? *state.pausedGraph : state.history,
              state.frozen ? &state.frozen->history : nullptr, settings.graphShowsCpu);
    if (widgets::captionButton(state.frozen ? "Drop baseline" : "Set baseline"))
        state.freezeTimes();
    widgets::remark(state.frozen ? state.frozen->what.c_str()
                                 : "Keeps these times, to compare later times with them (Z).");
}

}  // namespace sinew
