// Widgets that the panels share.
#include "app/demo/panels/widgets/widgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/color_space.hpp>
#include <string_view>

#include "app/demo/platform/for_tests.h"
#include "app/demo/platform/interface.h"

namespace sinew::widgets {
namespace {

const ImVec4 kHighlight{0.17f, 0.40f, 0.62f, 1.0f};

float wantedCaptionWidth() {
    return ImGui::GetFontSize() * 6.9f;
}

/// Returns the width of captions. It is equal in all sections, so that values are aligned, and
/// smaller in a narrow column, so that values fit.
float captionWidth() {
    return std::min(wantedCaptionWidth(), 0.43f * ImGui::GetWindowWidth());
}

bool isNarrow() {
    return captionWidth() < wantedCaptionWidth();
}

}  // namespace

Line formatted(fmt::string_view format, fmt::format_args args) {
    Line result;
    *fmt::vformat_to_n(result.text, sizeof(result.text) - 1, format, args).out = 0;
    return result;
}

Line elided(const char* text, float width) {
    const std::string_view all(text);
    const Line full = line("{}", all);
    const auto fits = [&](const Line& tried) { return ImGui::CalcTextSize(tried.text).x <= width; };
    if (all.size() < sizeof(Line::text) && fits(full)) return full;
    // Shortens the text to `bytes` bytes of its start and end, without cutting a UTF-8 character.
    const auto keeping = [&](size_t bytes) {
        const auto isInside = [&](size_t at) {
            return at < all.size() && (all[at] & 0xC0) == 0x80;
        };
        size_t head = (bytes + 1) / 2, tail = all.size() - bytes / 2;
        while (isInside(head)) --head;
        while (isInside(tail)) ++tail;
        return line("{}...{}", all.substr(0, head), all.substr(tail));
    };
    constexpr size_t kMost = sizeof(Line::text) - sizeof("...");
    size_t kept = 0, tooMany = std::min(all.size(), kMost + 1);
    while (tooMany - kept > 1) {
        const size_t middle = (kept + tooMany) / 2;
        (fits(keeping(middle)) ? kept : tooMany) = middle;
    }
    return keeping(kept);
}

void caption(const char* text) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(color::kMuted, "%s", text);
    ImGui::SameLine(captionWidth());
    ImGui::SetNextItemWidth(-1);
    for_tests::caption(text);
}

void captionOfLong(const char* text) {
    caption(text);
    if (!isNarrow()) return;
    ImGui::NewLine();
    ImGui::SetNextItemWidth(-1);
}

void captionOfName(const char* text, const char* full) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const Line name = elided(text, captionWidth() - style.WindowPadding.x - style.ItemSpacing.x);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(color::kMuted, "%s", name.text);
    if (ImGui::IsItemHovered() && std::string_view(name.text) != full) longTooltip(full);
    ImGui::SameLine(captionWidth());
    ImGui::SetNextItemWidth(-1);
    for_tests::caption(text);
}

bool captionButton(const char* text) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const bool pressed =
        button(text, {captionWidth() - style.WindowPadding.x - style.ItemSpacing.x, 0});
    ImGui::SameLine(captionWidth());
    ImGui::SetNextItemWidth(-1);
    for_tests::caption(text);
    return pressed;
}

bool choice(const char* id, std::span<const char* const> labels, uint32_t& selected) {
    const float gap = 3.0f, available = ImGui::GetContentRegionAvail().x;
    float texts = 0, widest = 0;
    for (const char* label : labels) {
        texts += ImGui::CalcTextSize(label).x;
        widest = std::max(widest, ImGui::CalcTextSize(label).x);
    }
    // In a narrow column, a longer text gets a wider button. If one row is too narrow for all
    // texts, there are several rows.
    size_t columns = labels.size();
    const auto widthOfAll = [&] { return available - gap * static_cast<float>(columns - 1); };
    const bool oneRow = texts <= widthOfAll();
    while (!oneRow && columns > 1 && widest > widthOfAll() / static_cast<float>(columns)) {
        columns = (columns + 1) / 2;
    }
    const float all = widthOfAll(), mean = all / static_cast<float>(columns);
    const auto widthOf = [&](const char* label) {
        if (widest <= mean || !oneRow) return mean;
        return ImGui::CalcTextSize(label).x + (all - texts) / static_cast<float>(columns);
    };
    bool changed = false;
    ImGui::PushID(id);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, ImGui::GetStyle().ItemSpacing.y));
    // Narrow buttons get less padding, so that their text is not cut off.
    ImVec2 padding = ImGui::GetStyle().FramePadding;
    for (const char* label : labels) {
        padding.x = std::min(padding.x, 0.5f * (widthOf(label) - ImGui::CalcTextSize(label).x));
    }
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(std::max(padding.x, 0.0f), padding.y));
    for (uint32_t i = 0; i < labels.size(); ++i) {
        if (i % columns > 0) ImGui::SameLine();
        const bool on = i == selected;
        if (on) {
            ImGui::PushStyleColor(ImGuiCol_Button, kHighlight);
            ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ImVec4(0.20f, 0.45f, 0.68f, 1.0f));
            ImGui::PushStyleColor(ImGuiCol_ButtonActive, ImVec4(0.22f, 0.49f, 0.74f, 1.0f));
        }
        if (button(labels[i], {widthOf(labels[i]), 0}) && !on) {
            selected = i;
            changed = true;
        }
        if (on) ImGui::PopStyleColor(3);
    }
    ImGui::PopStyleVar(2);
    ImGui::PopID();
    return changed;
}

bool button(const char* label, ImVec2 size) {
    const bool pressed = ImGui::Button(label, size);
    for_tests::widget(label);
    return pressed;
}

std::optional<uint32_t> buttonPair(const char* first, const char* second) {
    const float half = 0.5f * (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x);
    const bool pressedFirst = button(first, {half, 0});
    ImGui::SameLine();
    const bool pressedSecond = button(second, {half, 0});
    if (pressedFirst) return 0;
    return pressedSecond ? std::optional<uint32_t>(1) : std::nullopt;
}

bool mainButton(const char* label) {
    ImGui::PushStyleColor(ImGuiCol_Button, kHighlight);
    const bool pressed = button(label, {-1, 0});
    ImGui::PopStyleColor();
    return pressed;
}

bool smallButton(const char* label) {
    const bool pressed = ImGui::SmallButton(label);
    for_tests::widget(label);
    return pressed;
}

bool selectable(const char* label, bool selected, ImGuiSelectableFlags flags, ImVec2 size) {
    const bool pressed = ImGui::Selectable(label, selected, flags, size);
    for_tests::widget(label);
    return pressed;
}

void checkbox(const char* label, bool& checked) {
    ImGui::Checkbox(label, &checked);
    for_tests::widget(label);
}

void sameLineFor(const char* label) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float width =
        ImGui::GetFrameHeight() + style.ItemInnerSpacing.x + ImGui::CalcTextSize(label).x;
    const float end = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    if (ImGui::GetItemRectMax().x + style.ItemSpacing.x + width <= end) ImGui::SameLine();
}

bool beginCombo(const char* label, const char* shown, ImGuiComboFlags flags, const char* full) {
    const float arrow = ImGui::GetFrameHeight();
    const Line text =
        elided(shown, ImGui::CalcItemWidth() - arrow - 2 * ImGui::GetStyle().FramePadding.x);
    if (ImGui::BeginCombo(label, text.text, flags)) return true;
    // ImGui's last item is the closed box. For an open box it would be the list.
    for_tests::widget(label, text.text);
    if (full == nullptr) full = shown;
    if (ImGui::IsItemHovered() && std::string_view(text.text) != full) longTooltip(full);
    return false;
}

void tip(const char* text, ImGuiHoveredFlags flags) {
    if (ImGui::IsItemHovered(flags)) ImGui::SetTooltip("%s", text);
}

void longTooltip(const char* text) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetIO().DisplaySize.x - 4 * ImGui::GetStyle().WindowPadding.x);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

ImVec4 displayColor(const glm::vec3& linear) {
    const glm::vec3 encoded = glm::convertLinearToSRGB(linear);
    return {encoded.r, encoded.g, encoded.b, 1};
}

void ramp(float width, int steps, glm::vec3 (*linear)(float)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float step = width / static_cast<float>(steps), height = 0.8f * ImGui::GetFontSize();
    for (int i = 0; i < steps; ++i) {
        const float left = at.x + step * static_cast<float>(i);
        const float middle = (static_cast<float>(i) + 0.5f) / static_cast<float>(steps);
        ImGui::GetWindowDrawList()->AddRectFilled({left, at.y}, {left + step + 0.5f, at.y + height},
                                                  ImGui::GetColorU32(displayColor(linear(middle))));
    }
}

void fact(const char* text, const char* value) {
    for_tests::text(text, value);
    ImGui::TextColored(color::kMuted, "%s", text);
    ImGui::SameLine(captionWidth());
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(value);
    ImGui::PopTextWrapPos();
}
void fact(const char* text, const Line& value) {
    fact(text, value.text);
}

void progressBar(double fraction) {
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, color::kAccent);
    ImGui::ProgressBar(static_cast<float>(fraction), {-1, 0.5f * ImGui::GetFontSize()}, "");
    ImGui::PopStyleColor();
}

void colored(const ImVec4& textColor, const char* text) {
    for_tests::text(text);
    ImGui::PushStyleColor(ImGuiCol_Text, textColor);
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}
void colored(const ImVec4& textColor, const Line& text) {
    colored(textColor, text.text);
}
void remark(const char* text) {
    colored(color::kMuted, text);
}
void remark(const Line& text) {
    colored(color::kMuted, text.text);
}

void rightAligned(const ImVec4& textColor, const char* text) {
    for_tests::text(text);
    const float spare = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, spare));
    ImGui::TextColored(textColor, "%s", text);
}

Line scientific(double number) {
    if (number == 0 || !std::isfinite(number)) return line("{}", number);
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(number)) + 1e-9));
    return line("{:.1f}e{}", number / std::pow(10.0, exponent), exponent);
}

Line grouped(uint64_t number) {
    if (number < 1000) return line("{}", number);
    return line("{},{:03}", grouped(number / 1000).text, number % 1000);
}

Line milliseconds(double ms) {
    if (ms >= 99.95) return line("{} ms", grouped(static_cast<uint64_t>(std::lround(ms))).text);
    return line("{:.{}f} ms", ms, ms < 0.0995 ? 3 : ms < 9.995 ? 2 : 1);
}

Line megabytes(uint64_t bytes) {
    const double mebibytes = static_cast<double>(bytes) / (1024.0 * 1024.0);
    return mebibytes < 1024.0 ? line("{:.1f} MiB", mebibytes)
                              : line("{:.2f} GiB", mebibytes / 1024.0);
}

}  // namespace sinew::widgets
