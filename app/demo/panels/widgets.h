// Small widgets that the panels share.
#pragma once

#include <fmt/core.h>
#include <imgui.h>

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <span>

namespace sinew::widgets {

/// Text of a panel, truncated if too long. It is formatted in each frame, without the heap.
struct Line {
    char text[200];
};
Line formatted(fmt::string_view format, fmt::format_args args);
template <typename... Args>
Line line(fmt::format_string<Args...> format, Args&&... args) {
    return formatted(format, fmt::make_format_args(args...));
}

/// Replaces the middle of `text` by dots if it is wider than `width`, screen units.
Line elided(const char* text, float width);

/// Starts a row with a muted caption; the next item takes the remaining width.
void caption(const char* text);

/// caption() for long values: in a narrow column the value has its own row.
void captionOfLong(const char* text);

/// caption() for a name of a file: its middle is elided, and a tooltip has `full`.
void captionOfName(const char* text, const char* full);

/// caption() with a button of constant width. IsItemHovered() refers to it. True if it was pressed.
bool captionButton(const char* text);

/// Draws equal buttons in a row, one of them selected. Returns true if `selected` changed.
bool choice(const char* id, std::span<const char* const> labels, uint32_t& selected);

// ImGui's widgets, recorded for tests.
bool button(const char* label, ImVec2 size = {0, 0});
bool smallButton(const char* label);
/// Two buttons of equal width in a row. Returns the index of the pressed one.
std::optional<uint32_t> buttonPair(const char* first, const char* second);
bool selectable(const char* label, bool selected, ImGuiSelectableFlags flags = 0,
                ImVec2 size = {0, 0});
void checkbox(const char* label, bool& checked);
/// Continues the row if a check box with this label fits.
void sameLineFor(const char* label);
/// A closed combo elides `shown` to its width and has a tooltip with `full`, or else with `shown`.
bool beginCombo(const char* label, const char* shown, ImGuiComboFlags flags = 0,
                const char* full = nullptr);

/// A tooltip with lines no wider than the display.
void longTooltip(const char* text);

void fact(const char* text, const Line& value);

/// ImGui's colour, opaque, of a linear one.
ImVec4 displayColor(const glm::vec3& linear);

void remark(const char* text);
void remark(const Line& text);
void colored(const ImVec4& color, const char* text);
void colored(const ImVec4& color, const Line& text);
void rightAligned(const ImVec4& color, const char* text);

/// "2.3e-7"; "0" for exactly 0.
Line scientific(double number);
/// 12345678 as "12,345,678".
Line grouped(uint64_t number);
/// "0.071 ms", "1.23 ms", "45.6 ms", "1,234 ms".
Line milliseconds(double ms);
/// "12.3 MiB", "1.20 GiB".
Line megabytes(uint64_t bytes);

}  // namespace sinew::widgets
