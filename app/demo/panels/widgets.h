// Small widgets that the panels share.
#pragma once

#include <fmt/core.h>
#include <imgui.h>

#include <cstdint>
#include <span>

namespace sinew::widgets {

/// Text of a panel, cut where it is too long: made in each frame, so without the heap.
struct Line {
    char text[200];
};
Line formatted(fmt::string_view format, fmt::format_args args);
template <typename... Args>
Line line(fmt::format_string<Args...> format, Args&&... args) {
    return formatted(format, fmt::make_format_args(args...));
}

/// `text` with dots for its middle where it is wider than `width`, screen units.
Line elided(const char* text, float width);

/// Starts a row: a muted caption at the left; the next item takes the rest of the width.
void caption(const char* text);

/// The same for what may be long: in a narrow column it has a row of its own below the caption.
void captionOfLong(const char* text);

/// caption() with a button in the caption's place, which keeps its width when its word changes.
/// IsItemHovered() is the button's. Returns whether it was pressed.
bool captionButton(const char* text);

/// Equal buttons in a row, of which one is on. Returns whether `selected` changed.
bool choice(const char* id, std::span<const char* const> labels, uint32_t& selected);

// ImGui's own, under the names by which tests find them.
bool button(const char* label, ImVec2 size = {0, 0});
bool smallButton(const char* label);
bool selectable(const char* label, bool selected, ImGuiSelectableFlags flags = 0,
                ImVec2 size = {0, 0});
void checkbox(const char* label, bool& checked);
/// A closed one whose width is too small for `shown` elides it, and has a tooltip with all of it.
bool beginCombo(const char* label, const char* shown, ImGuiComboFlags flags = 0);

/// ImGui::SetTooltip() in lines that are no wider than the display.
void longTooltip(const char* text);

/// A caption and a value that cannot be changed.
void fact(const char* text, const Line& value);

/// Muted, wrapped.
void remark(const char* text);
void remark(const Line& text);
void colored(const ImVec4& color, const char* text);
void colored(const ImVec4& color, const Line& text);
/// In the rest of the row, at its right end.
void rightAligned(const ImVec4& color, const char* text);

/// "2.3e-7"; "0" for exactly that.
Line scientific(double number);
/// 12345678 as "12,345,678".
Line grouped(uint64_t number);
/// "0.071 ms", "1.23 ms", "45.6 ms", "1,234 ms".
Line milliseconds(double ms);
/// "12.3 MiB", "1.20 GiB".
Line megabytes(uint64_t bytes);

}  // namespace sinew::widgets
