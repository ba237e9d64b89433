// The two columns: what can be changed at the left, what was measured at the right.
#include <algorithm>

#include "app/demo/for_tests.h"
#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets.h"

namespace sinew {
namespace {

constexpr float kMargin = 14.0f;
constexpr float kLeftWidth = 328.0f;
constexpr float kRightWidth = 372.0f;
constexpr ImGuiWindowFlags kColumn = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings |
                                     ImGuiWindowFlags_AlwaysAutoResize |
                                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

/// As high as its content, and scrolling where the window is lower than that.
void beginColumn(const char* name, float left, float width, float scale) {
    const float height = ImGui::GetIO().DisplaySize.y - 2 * kMargin * scale;
    ImGui::SetNextWindowPos({left, kMargin * scale});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, height});
    ImGui::Begin(name, nullptr, kColumn);
}

/// A heading over all of the row that opens and closes what is below it. Returns whether it is
/// open.
bool heading(const Interface& interface, const char* name, bool open) {
    const float size = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    if (ImGui::InvisibleButton(name, {width, 1.2f * size})) open = !open;
    for_tests::widget(name);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddText(interface.heading(), interface.heading()->FontSize, at,
                 ImGui::GetColorU32(color::kText), name);
    const ImU32 arrow = ImGui::GetColorU32(ImGui::IsItemHovered() ? color::kText : color::kMuted);
    const ImVec2 middle{at.x + width - 0.4f * size, at.y + 0.55f * size};
    const float r = 0.26f * size;
    if (open) {
        draw.AddTriangleFilled({middle.x - r, middle.y - 0.5f * r},
                               {middle.x + r, middle.y - 0.5f * r}, {middle.x, middle.y + 0.7f * r},
                               arrow);
    } else {
        draw.AddTriangleFilled({middle.x + 0.5f * r, middle.y - r}, {middle.x - 0.7f * r, middle.y},
                               {middle.x + 0.5f * r, middle.y + r}, arrow);
    }
    return open;
}

template <typename Draw>
void section(State& state, const Interface& interface, const char* name, Draw&& draw) {
    const float gap = 2.0f * interface.scale();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + gap);
    ImGui::Separator();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + gap);
    std::vector<std::string>& closed = state.settings.closedSections;
    const auto found = std::find(closed.begin(), closed.end(), name);
    const bool wasOpen = found == closed.end();
    for_tests::section(name);
    const bool open = heading(interface, name, wasOpen);
    if (open && !wasOpen) closed.erase(found);
    if (!open && wasOpen) closed.emplace_back(name);
    if (open) {
        ImGui::PushID(name);
        draw();
        ImGui::PopID();
    }
    for_tests::section("");
}

void drawTitle(const State& state, const Interface& interface) {
    ImGui::PushFont(interface.title());
    ImGui::TextUnformatted("Sinew");
    ImGui::PopFont();
    ImGui::SameLine();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 7.0f * interface.scale());
    const widgets::Line text =
        state.frameMs > 0 ? widgets::line("{}   F1 keys", widgets::milliseconds(state.frameMs).text)
                          : widgets::line("F1 keys");
    widgets::rightAligned(color::kMuted, text.text);
}

}  // namespace

float columnsWidth(const State& state, float scale) {
    const Columns columns = columnsOf(state, scale);
    return columns.left + columns.right;
}

Columns columnsOf(const State& state, float scale) {
    if (!state.settings.panels) return {};
    return {(kLeftWidth + 2 * kMargin) * scale, (kRightWidth + 2 * kMargin) * scale};
}

void drawInterface(State& state, const Interface& interface) {
    const float scale = interface.scale();
    if (!state.benchmark.shown) {
        dividerOverlay(state, scale);
        differenceOverlay(state, scale);
    }
    if (state.settings.panels && !state.benchmark.shown) {
        beginColumn("controls", kMargin * scale, kLeftWidth * scale, scale);
        drawTitle(state, interface);
        section(state, interface, "Model", [&] { modelSection(state); });
        section(state, interface, "Animation", [&] { animationSection(state); });
        section(state, interface, "Crowd", [&] { crowdSection(state); });
        section(state, interface, "Method", [&] { methodSection(state); });
        section(state, interface, "Settings", [&] { settingsSection(state); });
        section(state, interface, "Compare", [&] { compareSection(state); });
        section(state, interface, "View", [&] { viewSection(state); });
        ImGui::End();

        const float left = ImGui::GetIO().DisplaySize.x - (kMargin + kRightWidth) * scale;
        beginColumn("measurements", left, kRightWidth * scale, scale);
        if (widgets::button("Benchmark", {-1, 0})) state.benchmark.shown = true;
        section(state, interface, "Time of a frame", [&] { timesSection(state); });
        section(state, interface, "Work", [&] { workSection(state); });
        section(state, interface, "Cost", [&] { costSection(state); });
        section(state, interface, "Device", [&] { deviceSection(state); });
        section(state, interface, "Window", [&] { windowSection(state, scale); });
        ImGui::End();
    }
    shaderErrorsOverlay(state, interface);
    bakedOverlay(state, interface);
    benchmarkOverlay(state, interface);
    helpOverlay(state, interface);
    questionOverlay(state, interface);
    workOverlay(state, scale);
    noticesOverlay(state, scale);
}

}  // namespace sinew
