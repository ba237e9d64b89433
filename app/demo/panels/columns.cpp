// The two columns: what can be changed at the left, what was measured at the right.
#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets.h"

namespace sinew {
namespace {

constexpr float kMargin = 14.0f;
constexpr float kLeftWidth = 316.0f;
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

template <typename Draw>
void section(const Interface& interface, const char* name, bool first, Draw&& draw) {
    if (!first) {
        ImGui::Spacing();
        ImGui::Separator();
        ImGui::Spacing();
    }
    ImGui::PushFont(interface.heading());
    ImGui::TextUnformatted(name);
    ImGui::PopFont();
    ImGui::PushID(name);
    draw();
    ImGui::PopID();
}

void drawTitle(const State& state, const Interface& interface) {
    ImGui::PushFont(interface.title());
    ImGui::TextUnformatted("Sinew");
    ImGui::PopFont();
    ImGui::SameLine();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 7.0f * interface.scale());
    const widgets::Line text = state.framesPerSecond > 0
                                   ? widgets::line("{:.0f} fps   F1 keys", state.framesPerSecond)
                                   : widgets::line("F1 keys");
    widgets::rightAligned(color::kMuted, text.text);
}

}  // namespace

float columnsWidth(const State& state, float scale) {
    return state.settings.panels ? (kLeftWidth + kRightWidth + 4 * kMargin) * scale : 0.0f;
}

void drawInterface(State& state, const Interface& interface) {
    const float scale = interface.scale();
    if (state.settings.panels) {
        beginColumn("controls", kMargin * scale, kLeftWidth * scale, scale);
        drawTitle(state, interface);
        section(interface, "Model", false, [&] { modelSection(state); });
        section(interface, "Animation", false, [&] { animationSection(state); });
        section(interface, "Crowd", false, [&] { crowdSection(state); });
        section(interface, "Skinning", false, [&] { skinningSection(state); });
        section(interface, "View", false, [&] { viewSection(state); });
        ImGui::End();

        const float left = ImGui::GetIO().DisplaySize.x - (kMargin + kRightWidth) * scale;
        beginColumn("measurements", left, kRightWidth * scale, scale);
        section(interface, "Time of a frame", true, [&] { timesSection(state); });
        section(interface, "Work", false, [&] { workSection(state); });
        section(interface, "Device", false, [&] { deviceSection(state); });
        section(interface, "Window", false, [&] { windowSection(state, scale); });
        ImGui::End();
    }
    shaderErrorsOverlay(state, interface);
    helpOverlay(state, interface);
    importOverlay(state, scale);
    noticesOverlay(state, scale);
}

}  // namespace sinew
