// Small widgets that the panels share.
#pragma once

#include <fmt/core.h>
#include <imgui.h>

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <span>

namespace sinew::widgets {

/// Flags of a window that stays behind the panels and gets no focus.
inline constexpr ImGuiWindowFlags kBare =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing |
    ImGuiWindowFlags_NoBringToFrontOnFocus;

/// Text of a panel, truncated if too long. It is formatted in each frame, without heap allocations.
struct Line {
    char text[200];
};
Line formatted(fmt::string_view format, fmt::format_args args);
template <typename... Args>
Line line(fmt::format_string<Args...> format, Args&&... args) {
    return formatted(format, fmt::make_format_args(args...));
}

/// Returns `text`. If it is wider than `width` (screen units), its middle is replaced by dots.
Line elided(const char* text, float width);

/// Starts a row with a grey caption; the next item takes the remaining width.
void caption(const char* text);

/// Like caption(), for long values. In a narrow column, the value is in the next row.
void captionOfLong(const char* text);

/// Like caption(), for a name from a file. A long name is shortened in the middle, and a tooltip
/// shows `full`.
void captionOfName(const char* text, const char* full);

/// Draws a caption that is a button of constant width. Returns true if it was pressed.
/// IsItemHovered() refers to the button.
bool captionButton(const char* text);

/// Draws one button per label and highlights button `selected`. Returns true if `selected` changed.
bool choice(const char* id, std::span<const char* const> labels, uint32_t& selected);

// ImGui's widgets, which are also recorded for tests (for_tests.h).
bool button(const char* label, ImVec2 size = {0, 0});
bool smallButton(const char* label);
/// Draws a highlighted button of the full width.
bool mainButton(const char* label);
/// Draws two buttons of equal width in a row. Returns the index of the pressed button.
std::optional<uint32_t> buttonPair(const char* first, const char* second);
bool selectable(const char* label, bool selected, ImGuiSelectableFlags flags = 0,
                ImVec2 size = {0, 0});
void checkbox(const char* label, bool& checked);
/// Continues the row if a check box with this label fits.
void sameLineFor(const char* label);
/// Begins a combo box. A closed box shows `shown`, shortened to the width of the box, and a tooltip
/// with `full` or, if `full` is null, `shown`.
bool beginCombo(const char* label, const char* shown, ImGuiComboFlags flags = 0,
                const char* full = nullptr);

/// Draws a tooltip if the mouse is over the last item.
void tip(const char* text, ImGuiHoveredFlags flags = 0);

/// Draws a tooltip whose lines are no wider than the display.
void longTooltip(const char* text);

void fact(const char* text, const char* value);
void fact(const char* text, const Line& value);
/// Draws a thin bar without text.
void progressBar(double fraction);

/// Converts a linear colour to an opaque, sRGB-encoded ImGui colour.
ImVec4 displayColor(const glm::vec3& linear);
/// Draws a bar of `steps` colours at the cursor. `linear` maps [0, 1] to a linear colour.
void ramp(float width, int steps, glm::vec3 (*linear)(float));

void remark(const char* text);
void remark(const Line& text);
void colored(const ImVec4& color, const char* text);
void colored(const ImVec4& color, const Line& text);
void rightAligned(const ImVec4& color, const char* text);

/// Formats a number as "2.3e-7", and exactly 0 as "0".
Line scientific(double number);
/// Formats 12345678 as "12,345,678".
Line grouped(uint64_t number);
/// Formats times as "0.071 ms", "1.23 ms", "45.6 ms", "1,234 ms".
Line milliseconds(double ms);
/// Formats sizes as "12.3 MiB", "1.20 GiB".
Line megabytes(uint64_t bytes);

}  // namespace sinew::widgets
