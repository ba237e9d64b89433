// Panel: where a frame's time goes, as a table and a graph.
#include <algorithm>
#include <cmath>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets.h"

namespace sinew {
namespace {

constexpr std::array kShownSteps{Step::sample, Step::pose,    Step::palette, Step::skin,
                                 Step::shadow, Step::forward, Step::ui};

void numberCell(const std::optional<FrameHistory::Summary>& summary,
                double FrameHistory::Summary::*field, bool muted) {
    ImGui::TableNextColumn();
    if (!summary) {
        widgets::rightAligned(color::kMuted, "\xe2\x80\x93");  // a dash: not measured
        return;
    }
    const double ms = (*summary).*field;
    const int digits = ms < 0.0995 ? 3 : ms < 9.995 ? 2 : 1;
    widgets::rightAligned(muted ? color::kMuted : color::kText,
                          widgets::line("{:.{}f}", ms, digits).text);
}

/// One row; GPU and CPU are functions from a frame's statistics to optional milliseconds.
template <typename Gpu, typename Cpu>
void timeRow(const FrameHistory& history, const char* name, const ImVec4* swatch, Gpu&& gpu,
             Cpu&& cpu) {
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
    const auto gpuTime = history.summarise(gpu);
    const auto cpuTime = history.summarise(cpu);
    numberCell(gpuTime, &FrameHistory::Summary::medianMs, false);
    numberCell(gpuTime, &FrameHistory::Summary::p95Ms, true);
    numberCell(cpuTime, &FrameHistory::Summary::medianMs, false);
    numberCell(cpuTime, &FrameHistory::Summary::p95Ms, true);
}

void drawTable(const FrameHistory& history) {
    using Time = std::optional<double>;
    if (!ImGui::BeginTable("times", 5, ImGuiTableFlags_RowBg | ImGuiTableFlags_NoPadOuterX)) return;
    ImGui::TableSetupColumn("step", ImGuiTableColumnFlags_WidthStretch, 1.45f);
    for (const char* name : {"a", "b", "c", "d"}) {
        ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthStretch, 1.0f);
    }
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextColored(color::kMuted, "ms");
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("medians and 95th percentiles of the last %u frames",
                          FrameHistory::kSummaryFrames);
    }
    for (const char* name : {"GPU", "GPU p95", "CPU", "CPU p95"}) {
        ImGui::TableNextColumn();
        widgets::rightAligned(color::kMuted, name);
    }
    for (const Step step : kShownSteps) {
        const ImVec4 swatch = colorOf(step);
        timeRow(
            history, nameOf(step), &swatch,
            [step](const FrameStatistics& frame) { return frame[step].gpuMs; },
            [step](const FrameStatistics& frame) { return frame[step].cpuMs; });
    }
    const auto none = [](const FrameStatistics&) { return Time(); };
    timeRow(history, "recording", nullptr, none,
            [](const FrameStatistics& frame) { return Time(frame.cpuRecordMs); });
    timeRow(history, "frame", nullptr, none,
            [](const FrameStatistics& frame) { return Time(frame.cpuFrameMs); });
    ImGui::EndTable();
}

double stepMs(const FrameStatistics& frame, Step step, bool cpu) {
    return (cpu ? frame[step].cpuMs : frame[step].gpuMs).value_or(0.0);
}

/// The next 1, 2 or 5 times a power of ten.
double roundUp(double value) {
    const double power = std::pow(10.0, std::floor(std::log10(std::max(value, 1e-3))));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (value <= step * power) return step * power;
    }
    return 10.0 * power;
}

/// A bar a frame, newest at the right, its steps on top of each other.
void drawGraph(const FrameHistory& history, bool cpu) {
    double highest = 0;
    for (uint32_t age = 0; age < history.size(); ++age) {
        double sum = 0;
        for (const Step step : kShownSteps) sum += stepMs(history.at(age), step, cpu);
        highest = std::max(highest, sum);
    }
    const double top = roundUp(highest * 1.02);

    const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFontSize() * 8.0f};
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 high{low.x + size.x, low.y + size.y};
    ImGui::Dummy(size);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(low, high, IM_COL32(0, 0, 0, 90), 5.0f);
    for (int line = 1; line < 4; ++line) {
        const float y = high.y - size.y * static_cast<float>(line) / 4.0f;
        draw.AddLine({low.x, y}, {high.x, y}, IM_COL32(255, 255, 255, 10));
    }
    const float width = size.x / FrameHistory::kLength;
    const auto pixelsPerMs = static_cast<float>(size.y / top);
    for (uint32_t age = 0; age < history.size(); ++age) {
        const float right = high.x - width * static_cast<float>(age);
        float bottom = high.y;
        for (const Step step : kShownSteps) {
            const auto ms = static_cast<float>(stepMs(history.at(age), step, cpu));
            const float y = bottom - ms * pixelsPerMs;
            if (bottom - y >= 0.25f) {
                draw.AddRectFilled({right - width, y}, {right, bottom},
                                   ImGui::GetColorU32(colorOf(step)));
            }
            bottom = y;
        }
    }
    const float inset = 0.35f * ImGui::GetFontSize();
    draw.AddText({low.x + inset, low.y + 0.5f * inset}, ImGui::GetColorU32(color::kText),
                 widgets::line("{:g} ms", top).text);
}

}  // namespace

void timesSection(State& state) {
    Settings& settings = state.settings;
    static constexpr const char* kModes[] = {"overlapped", "serialised"};
    auto mode = static_cast<uint32_t>(settings.timerMode);
    if (widgets::choice("mode", kModes, mode)) settings.timerMode = static_cast<TimerMode>(mode);
    if (!state.gpuTimes) {
        widgets::remark("This queue has no timestamps: GPU times are not measured.");
    } else if (settings.timerMode == TimerMode::overlapped && state.deviceIsCpu) {
        widgets::remark(
            "This device takes its stamps when it draws: in this mode compute steps read as "
            "nearly 0. Serialised times are right.");
    } else if (settings.timerMode == TimerMode::overlapped) {
        widgets::remark(
            "As in a game: neighbouring steps run at the same time, so their GPU times "
            "overlap and do not add up.");
    } else {
        widgets::remark(
            "Each step waits for the one before, so its GPU time is its own; the frame "
            "takes longer for it.");
    }
    drawTable(state.history);
    static constexpr const char* kSources[] = {"GPU", "CPU"};
    uint32_t source = settings.graphShowsCpu ? 1 : 0;
    if (widgets::choice("source", kSources, source)) settings.graphShowsCpu = source == 1;
    drawGraph(state.history, settings.graphShowsCpu);
}

}  // namespace sinew
