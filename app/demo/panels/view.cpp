// Panels: view and window settings.
#include <algorithm>
#include <cmath>
#include <span>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"
#include "shaders/shared/view.h"
#include "skinning/gpu/frame/frame_settings.h"

namespace sinew {

namespace {

void slider(const char* id, const char* name, float& value, const SettingRange& range,
            const char* format) {
    ImGui::SliderFloat(id, &value, range.least, range.most, format, ImGuiSliderFlags_AlwaysClamp);
    for_tests::widget(name, widgets::line("{:.0f}", value).text);
}

/// Draws sliders for the offset of the sun from its default direction.
void sun(SunMoved& moved) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    if (widgets::captionButton("Sun")) moved = {};
    widgets::tip("resets the sun");
    const float half = 0.5f * (ImGui::GetContentRegionAvail().x - gap);
    ImGui::SetNextItemWidth(half);
    slider("##turned", "azimuth", moved.azimuthDegrees, kSunAzimuths, "azimuth %.0f\xc2\xb0");
    ImGui::SameLine(0, gap);
    ImGui::SetNextItemWidth(half);
    slider("##raised", "elevation", moved.elevationDegrees, kSunElevations,
           "elevation %+.0f\xc2\xb0");
}

void exposureSlider(float& stops) {
    if (widgets::captionButton("Exposure")) stops = 0;
    widgets::tip("resets the exposure");
    int tenths = static_cast<int>(std::lround(10 * stops));
    constexpr int kMost = static_cast<int>(10 * kMostExposure);
    const widgets::Line format = widgets::line("{:+.1f} EV", 0.1 * tenths);
    if (ImGui::SliderInt("##exposure", &tenths, -kMost, kMost, format.text,
                         ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput)) {
        stops = static_cast<float>(tenths) / 10.0f;
    }
    for_tests::widget("exposure", format.text);
}

/// Draws a row of buttons per kind of view. The labels are the values of --view.
void viewChoice(const State& state, uint32_t& view) {
    const auto row = [&](const char* id, uint32_t first, uint32_t end) {
        uint32_t chosen = view - first;
        if (widgets::choice(id, std::span(kViewNames).subspan(first, end - first), chosen)) {
            view = first + chosen;
        }
    };
    row("view", SINEW_VIEW_SHADED, SINEW_VIEW_CASCADES);
    row("more views", SINEW_VIEW_CASCADES, SINEW_VIEW_MOTION + (state.supportsMotion ? 1 : 0));
    row("material views", SINEW_VIEW_BASE_COLOR, SINEW_VIEW_OCCLUSION);
    row("more material views", SINEW_VIEW_OCCLUSION, SINEW_VIEW_DIFFERENCE);
}

/// Draws the choice between shadow map and traced shadows, on devices with ray queries.
void shadows(State& state) {
    Shadows& chosen = state.settings.shadows;
    if (!state.canTrace) return;
    widgets::caption("shadows");
    static constexpr auto kModes = namesOf(ShadowMode{});
    auto mode = static_cast<uint32_t>(chosen.mode);
    if (widgets::choice("shadows", kModes, mode)) chosen.mode = static_cast<ShadowMode>(mode);
    if (chosen.mode == ShadowMode::map) return;
    if (!state.untraced.empty()) {
        widgets::colored(color::kNote, state.untraced.c_str());
        return;
    }
    ImGui::SetNextItemWidth(-1);
    slider("##sunAngle", "sun angle", chosen.sunAngle, kSunAngles, "sun of %.1f\xc2\xb0");
    if (!state.tracedNote.empty()) widgets::colored(color::kNote, state.tracedNote.c_str());
}

void frozenCulling(State& state) {
    constexpr const char* kName = "frozen culling";
    const bool was = state.frozenCamera.has_value();
    bool frozen = was;
    ImGui::BeginDisabled(!state.culls());
    widgets::checkbox(kName, frozen);
    ImGui::EndDisabled();
    if (!state.culls()) for_tests::text(kName, kCullingIsOff);
    widgets::tip(state.culls() ? "keeps the current camera for culling while the view moves "
                                 "(H);\nboxes are coloured by result: visible, shadow only, culled"
                               : kCullingIsOff,
                 ImGuiHoveredFlags_AllowWhenDisabled);
    if (frozen != was) state.freezeCulling();
}

void turntable(Settings& settings) {
    widgets::checkbox("turntable", settings.turntable);
    widgets::tip("turns the camera around the scene, but not during a drag");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-1);
    slider("##turntable", "turntable speed", settings.turntableSpeed, kTurntableSpeeds,
           "%.0f\xc2\xb0 per second");
}

void joints(State& state) {
    std::string& chosen = state.settings.joint;
    widgets::caption("joint");
    if (!widgets::beginCombo("##joint", state.joint() ? chosen.c_str() : "all")) return;
    if (widgets::selectable("all", !state.joint())) chosen.clear();
    for (const std::string& name : state.chosen().model()->skeleton.names) {
        ImGui::PushID(&name);
        if (widgets::selectable(name.c_str(), name == chosen)) chosen = name;
        ImGui::PopID();
    }
    ImGui::EndCombo();
}

}  // namespace

void viewSection(State& state) {
    Settings& settings = state.settings;
    viewChoice(state, settings.view);
    if (settings.view == SINEW_VIEW_WEIGHTS) joints(state);
    widgets::checkbox("skeleton", settings.skeleton);
    widgets::sameLineFor("bounds");
    widgets::checkbox("bounds", settings.bounds);
    if (state.canDrawEdges) {
        widgets::sameLineFor("wireframe");
        widgets::checkbox("wireframe", settings.wireframe);
    }
    frozenCulling(state);
    widgets::caption("cascades");
    static constexpr const char* kCounts[] = {"0", "1", "2", "3", "4", "5", "6"};
    widgets::choice("cascades", kCounts, settings.cascadeCount);
    shadows(state);
    widgets::checkbox("depth prepass", settings.depthPrepass);
    sun(settings.sun);
    exposureSlider(settings.exposure);
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float width = ImGui::GetContentRegionAvail().x;
    const float third = (width - 2 * gap) / 3;
    const float half = 0.5f * (width - gap);
    if (widgets::button("Frame", {third, 0})) state.requests.frameCamera = true;
    widgets::tip("frames the crowd (F)");
    ImGui::SameLine(0, gap);
    if (widgets::button("Front", {third, 0})) state.requests.lookFrom = 0.0f;
    ImGui::SameLine(0, gap);
    if (widgets::button("Side", {third, 0})) state.requests.lookFrom = glm::radians(90.0f);
    turntable(settings);
    if (widgets::button("Picture", {half, 0})) state.requests.takePicture = PictureOf::view;
    widgets::tip("saves the image as a .png (F12), with panels: Shift F12");
    ImGui::SameLine(0, gap);
    if (widgets::button("Command", {half, 0})) state.requests.copyCommand = true;
    widgets::tip("copies a sinew-cli render command for this view (Y)");
}

void windowSection(State& state, float scale) {
    Settings& settings = state.settings;
    widgets::caption("VSync");
    static constexpr const char* kPresents[] = {"on", "off"};
    uint32_t present = settings.vsync ? 0 : 1;
    if (widgets::choice("present", kPresents, present)) settings.vsync = present == 0;

    widgets::caption("MSAA");
    static constexpr const char* kSamples[] = {"1", "2", "4"};
    const std::span counts = std::span(kSampleCounts).subspan(1);
    auto chosen = static_cast<uint32_t>(std::find(counts.begin(), counts.end(), state.samples) -
                                        counts.begin());
    if (widgets::choice("samples", kSamples, chosen)) settings.samples = counts[chosen];

    widgets::caption("text size");
    static constexpr const char* kSizes[] = {"\xe2\x88\x92", "auto", "+"};
    uint32_t size = settings.interfaceScale == 0 ? 1 : ~0u;
    if (widgets::choice("size", kSizes, size)) {
        const float step = size == 0 ? -0.125f : 0.125f;
        settings.interfaceScale =
            size == 1 ? 0.0f
                      : std::clamp(scale + step, kInterfaceScales.least, kInterfaceScales.most);
    }
    if (widgets::button("Reset all settings", {-1, 0})) settings.reset();
    widgets::tip("defaults for all settings but the models, the device and the window");
}

}  // namespace sinew
