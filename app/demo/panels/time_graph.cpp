// Draws the graph of frame times: one bar of stacked steps per frame, next to the baseline.
#include <algorithm>
#include <cmath>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/widgets.h"

namespace sinew {
namespace {

constexpr uint32_t kFrozenFrames = FrameHistory::kLength / 3;

double stepMs(const FrameStatistics& frame, Step step, bool cpu) {
    return (cpu ? frame[step].cpuMs : frame[step].gpuMs).value_or(0.0);
}

double totalMs(const FrameStatistics& frame, bool cpu) {
    double sum = 0;
    for (const Step step : kShownSteps) sum += stepMs(frame, step, cpu);
    return sum;
}

/// Rounds up to 1, 2 or 5 times a power of ten.
double roundUp(double value) {
    const double power = std::pow(10.0, std::floor(std::log10(std::max(value, 1e-3))));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (value <= step * power) return step * power;
    }
    return 10.0 * power;
}

struct Bars {
    const FrameHistory& history;
    uint32_t count = 0;  // number of newest frames
    float left = 0;
    float right = 0;
    float fade = 1.0f;

    float width(uint32_t most) const { return (right - left) / static_cast<float>(most); }
};

/// Returns the 95th percentile of `totals`, for the top of the graph. A single slow frame, such as
/// one with pipeline creation, must not flatten the other bars.
double mostOf(std::array<double, 2 * FrameHistory::kLength>& totals, size_t count) {
    if (count == 0) return 0;
    const auto rank = static_cast<size_t>(0.95 * static_cast<double>(count - 1));
    std::nth_element(totals.begin(), totals.begin() + rank, totals.begin() + count);
    return totals[rank];
}

ImU32 faded(ImVec4 color, float fade) {
    color.w *= fade;
    return ImGui::GetColorU32(color);
}

void drawBars(const Bars& bars, uint32_t capacity, bool cpu, double top, float low, float high) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float width = bars.width(capacity);
    const auto pixelsPerMs = static_cast<float>((high - low) / top);
    for (uint32_t age = 0; age < bars.count; ++age) {
        const FrameStatistics& frame = bars.history.at(age);
        const float right = bars.right - width * static_cast<float>(age);
        float bottom = high;
        for (const Step step : kShownSteps) {
            const auto ms = static_cast<float>(stepMs(frame, step, cpu));
            const float y = std::max(bottom - ms * pixelsPerMs, low);
            if (bottom - y >= 0.25f) {
                draw.AddRectFilled({right - width, y}, {right, bottom},
                                   faded(colorOf(paintOf(step)), bars.fade));
            }
            bottom = y;
        }
        if (totalMs(frame, cpu) > top) {  // clipped: draws a mark
            const float middle = right - 0.5f * width;
            const float size = 0.28f * ImGui::GetFontSize();
            draw.AddTriangleFilled({middle - size, low + size}, {middle, low},
                                   {middle + size, low + size}, faded(color::kBad, 1.0f));
        }
    }
}

void drawTooltip(const Bars& bars, uint32_t capacity, bool cpu) {
    const float x = ImGui::GetIO().MousePos.x;
    if (x < bars.left || x >= bars.right) return;
    const auto age = static_cast<uint32_t>((bars.right - x) / bars.width(capacity));
    if (age >= bars.count) return;
    const FrameStatistics& frame = bars.history.at(age);
    ImGui::BeginTooltip();
    for (const Step step : kShownSteps) {
        const double ms = stepMs(frame, step, cpu);
        if (ms <= 0) continue;
        ImGui::TextColored(colorOf(paintOf(step)), "%s", nameOf(step));
        ImGui::SameLine(6.0f * ImGui::GetFontSize());
        ImGui::Text("%.3f ms", ms);
    }
    ImGui::Separator();
    ImGui::TextUnformatted(cpu ? "CPU" : "GPU");
    ImGui::SameLine(6.0f * ImGui::GetFontSize());
    ImGui::Text("%.3f ms", totalMs(frame, cpu));
    ImGui::EndTooltip();
}

void drawMedian(const FrameHistory& history, bool cpu, double top, ImVec2 low, ImVec2 high) {
    const auto median = history.summarise(
        [cpu](const FrameStatistics& frame) { return std::optional<double>(totalMs(frame, cpu)); });
    if (!median || median->medianMs > top) return;
    const float y = high.y - (high.y - low.y) * static_cast<float>(median->medianMs / top);
    const float dash = 0.4f * ImGui::GetFontSize();
    for (float x = low.x; x < high.x; x += 2 * dash) {
        ImGui::GetWindowDrawList()->AddLine({x, y}, {std::min(x + dash, high.x), y},
                                            faded(color::kText, 0.7f));
    }
}

}  // namespace

void timeGraph(const FrameHistory& live, const FrameHistory* frozen, bool cpu) {
    const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFontSize() * 8.0f};
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 high{low.x + size.x, low.y + size.y};
    ImGui::Dummy(size);
    const uint32_t frozenCapacity = frozen ? kFrozenFrames : 0;
    const uint32_t capacity = FrameHistory::kLength - frozenCapacity;
    const float border =
        low.x + size.x * static_cast<float>(frozenCapacity) / FrameHistory::kLength;
    const FrameHistory& kept = frozen ? *frozen : live;
    const Bars old{kept, std::min(kept.size(), frozenCapacity), low.x, border, 0.45f};
    const Bars now{live, std::min(live.size(), capacity), border, high.x};

    std::array<double, 2 * FrameHistory::kLength> totals;
    size_t count = 0;
    for (const Bars* bars : {&old, &now}) {
        for (uint32_t age = 0; age < bars->count; ++age) {
            totals[count++] = totalMs(bars->history.at(age), cpu);
        }
    }
    const double top = roundUp(mostOf(totals, count) * 1.02);

    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(low, high, IM_COL32(0, 0, 0, 90), 5.0f);
    for (int line = 1; line < 4; ++line) {
        const float y = high.y - size.y * static_cast<float>(line) / 4.0f;
        draw.AddLine({low.x, y}, {high.x, y}, IM_COL32(255, 255, 255, 10));
    }
    drawBars(now, capacity, cpu, top, low.y, high.y);
    const float inset = 0.35f * ImGui::GetFontSize();
    if (frozen) {
        drawBars(old, frozenCapacity, cpu, top, low.y, high.y);
        draw.AddLine({border, low.y}, {border, high.y}, faded(color::kText, 0.35f));
        drawMedian(*frozen, cpu, top, low, high);
    }
    if (count > 0)
        draw.AddText({border + inset, low.y + 0.5f * inset}, ImGui::GetColorU32(color::kText),
                     widgets::line("{:g} ms", top).text);
    if (frozen) {
        draw.AddText({low.x + inset, low.y + 0.5f * inset}, faded(color::kMuted, 1.0f), "baseline");
    }
    if (ImGui::IsItemHovered()) {
        if (frozen) drawTooltip(old, frozenCapacity, cpu);
        drawTooltip(now, capacity, cpu);
    }
    const auto range = live.summarise(
        [cpu](const FrameStatistics& frame) { return std::optional<double>(totalMs(frame, cpu)); });
    widgets::remark(range ? widgets::line("min {:.2f}, mean {:.2f}, max {:.2f} ms", range->leastMs,
                                          range->meanMs, range->mostMs)
                          : widgets::line("min, mean, max: \xe2\x80\x93"));
}

}  // namespace sinew
