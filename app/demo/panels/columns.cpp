// The two columns: settings at the left, measurements at the right.
#include <algorithm>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"

namespace sinew {
namespace {

constexpr float kMargin = 14.0f;
constexpr float kLeftWidth = 300.0f;
constexpr float kRightWidth = 276.0f;
constexpr ImGuiWindowFlags kColumn = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings |
                                     ImGuiWindowFlags_AlwaysAutoResize |
                                     ImGuiWindowFlags_NoFocusOnAppearing;

/// Begins the window of a column. The window is as high as its content; above the display's height,
/// it scrolls.
void beginColumn(const char* name, float left, float width, float scale) {
    const float height = ImGui::GetIO().DisplaySize.y - 2 * kMargin * scale;
    ImGui::SetNextWindowPos({left, kMargin * scale});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, height});
    ImGui::Begin(name, nullptr, kColumn);
}

/// Draws a heading that opens and closes its section. Returns true if the section is open.
bool heading(const Interface& interface, const char* name, bool open) {
    const float size = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    if (ImGui::InvisibleButton(name, {width, 1.2f * size})) open = !open;
    for_tests::widget(name);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible) {
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        draw.AddRect({low.x - 3, low.y - 3}, {high.x + 3, high.y + 3},
                     ImGui::GetColorU32(ImGuiCol_NavHighlight), 4.0f, 0, 2.0f);
    }
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

float hideWidth() {
    return ImGui::CalcTextSize("Hide").x + 2 * ImGui::GetStyle().FramePadding.x;
}
float besideHide() {
    return ImGui::GetContentRegionAvail().x - hideWidth() - ImGui::GetStyle().ItemSpacing.x;
}

void drawTitle(State& state, const Interface& interface) {
    ImGui::PushFont(interface.title());
    const bool named = ImGui::CalcTextSize("Sinew").x < besideHide();
    if (named) ImGui::TextUnformatted("Sinew");
    ImGui::PopFont();
    if (named) ImGui::SameLine();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 7.0f * interface.scale());
    const widgets::Line pace =
        state.frameMs > 0
            ? widgets::line("{}, {:.0f} FPS", widgets::milliseconds(state.frameMs).text,
                            1e3 / state.frameMs)
            : widgets::line("");
    const widgets::Line withKeys = widgets::line("{}   F1 keys", pace.text);
    for_tests::text(withKeys.text);
    const bool fits = ImGui::CalcTextSize(withKeys.text).x < besideHide();
    if (fits || ImGui::CalcTextSize(pace.text).x < besideHide()) {
        ImGui::TextColored(color::kMuted, "%s", fits ? withKeys.text : pace.text);
        ImGui::SameLine();
    }
    ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - hideWidth());
    if (widgets::button("Hide")) state.toggleControls();
}

void columnButtons(State& state, float scale) {
    const auto corner = [&](const char* name, float x, float pivot) {
        ImGui::SetNextWindowPos({x, kMargin * scale}, ImGuiCond_Always, {pivot, 0});
        ImGui::Begin(name, nullptr, kColumn);
        const bool pressed = widgets::button(name);
        ImGui::End();
        return pressed;
    };
    const float display = ImGui::GetIO().DisplaySize.x;
    if (state.columns.left == 0 && corner("Controls", kMargin * scale, 0)) state.toggleControls();
    if (state.columns.right == 0 && corner("Measurements", display - kMargin * scale, 1)) {
        state.toggleMeasurements();
    }
}

/// Draws the tabs, and the sections of the chosen tab.
void drawTab(State& state, const Interface& interface) {
    auto tab = static_cast<uint32_t>(state.settings.tab);
    if (widgets::choice("tab", kTabNames, tab)) state.settings.tab = static_cast<Tab>(tab);
    switch (state.settings.tab) {
        case Tab::skinning:
            section(state, interface, "Method", [&] { methodSection(state, interface); });
            section(state, interface, "Settings", [&] { settingsSection(state); });
            section(state, interface, "Compare", [&] { compareSection(state); });
            break;
        case Tab::scene:
            section(state, interface, "Model", [&] { modelSection(state); });
            if (!state.chosen().model()->morphNames.empty()) {
                section(state, interface, "Morph targets", [&] { morphSection(state); });
            }
            section(state, interface, "Crowd", [&] { crowdSection(state); });
            section(state, interface, "Materials", [&] { materialsSection(state); });
            break;
        case Tab::animation:
            section(state, interface, "Animation", [&] { animationSection(state); });
            section(state, interface, "Joints", [&] { jointsSection(state); });
            break;
        case Tab::view:
            section(state, interface, "View", [&] { viewSection(state); });
            break;
    }
}

}  // namespace

Columns columnsOf(const Settings& settings, float windowWidth, float scale) {
    constexpr float kMostOfWindow = 0.4f;
    constexpr float kNarrow = 720.0f;
    if (!settings.panels) return {};
    bool left = settings.controls, right = settings.measurements;
    if (left && right && windowWidth < kNarrow * scale) {
        left = !settings.measurementsFirst;
        right = !left;
    }
    const auto width = [&](float wanted) {
        return std::min((wanted + 2 * kMargin) * scale, kMostOfWindow * windowWidth);
    };
    return {left ? width(kLeftWidth) : 0, right ? width(kRightWidth) : 0};
}

void drawInterface(State& state, const Interface& interface) {
    const float scale = interface.scale();
    const float display = ImGui::GetIO().DisplaySize.x;
    const float margins = 2 * kMargin * scale;
    state.columns = columnsOf(state.settings, display, scale);
    if (!state.benchmark.shown) {
        jointsOverlay(state, scale);
        dividerOverlay(state, scale);
        differenceOverlay(state, scale);
        legendOverlay(state, scale);
    }
    const bool shown = state.settings.panels && !state.benchmark.shown;
    if (shown) columnButtons(state, scale);
    if (shown && state.columns.left > 0) {
        beginColumn("controls", kMargin * scale, state.columns.left - margins, scale);
        drawTitle(state, interface);
        drawTab(state, interface);
        ImGui::End();
    }
    if (shown && state.columns.right > 0) {
        const float left = display - state.columns.right + kMargin * scale;
        beginColumn("measurements", left, state.columns.right - margins, scale);
        if (widgets::button("Benchmark", {besideHide(), 0})) state.benchmark.shown = true;
        ImGui::SameLine();
        if (widgets::button("Hide")) state.toggleMeasurements();
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
    progressOverlay(state, scale);
    noticesOverlay(state, scale);
}

}  // namespace sinew
