// Overlay: explains the colours of a view.
#include <algorithm>
#include <cmath>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"
#include "shaders/shared/colormap.h"
#include "shaders/shared/view.h"

namespace sinew {
namespace {

/// Returns true for a low window, in which legends must be short.
bool isLow() {
    return ImGui::GetIO().DisplaySize.y < 26 * ImGui::GetFontSize();
}

/// Draws the colour wheel of motion vectors: red means motion to the right, hue 90 degrees means
/// motion down (shaders/draw/motion.glsl).
void motionLegend() {
    constexpr int kParts = 48;
    const float radius = (isLow() ? 1.4f : 2.2f) * ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 middle{at.x + radius, at.y + radius};
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const auto rim = [&](int part) {
        const float turn = 6.2831853f * static_cast<float>(part) / kParts;
        return ImVec2{middle.x + radius * std::cos(turn), middle.y + radius * std::sin(turn)};
    };
    for (int i = 0; i < kParts; ++i) {
        ImVec4 hue{0, 0, 0, 1};
        ImGui::ColorConvertHSVtoRGB((static_cast<float>(i) + 0.5f) / kParts, 1, 1, hue.x, hue.y,
                                    hue.z);
        draw.AddTriangleFilled(middle, rim(i), rim(i + 1), ImGui::GetColorU32(hue));
    }
    draw.AddCircleFilled(middle, 0.3f * radius, IM_COL32(39, 39, 39, 255));
    ImGui::Dummy({2 * radius, 2 * radius});
    ImGui::SameLine();
    ImGui::BeginGroup();
    widgets::colored(color::kText, "direction of screen motion");
    if (!isLow()) widgets::remark("black: still; full colour: 32 pixels per frame or more");
    ImGui::EndGroup();
}

struct Swatch {
    glm::vec3 linear;
    widgets::Line text;
};

/// Draws colours with their meanings, in aligned columns.
void draw(const std::vector<Swatch>& swatches) {
    const float size = ImGui::GetFontSize(), indent = 1.2f * size;
    float column = 0;
    for (const Swatch& swatch : swatches) {
        column = std::max(column, indent + ImGui::CalcTextSize(swatch.text.text).x);
    }
    column += ImGui::GetStyle().ItemSpacing.x;
    const float left = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x;
    const size_t columns = static_cast<size_t>(std::max(width / column, 1.0f));
    for (size_t i = 0; i < swatches.size(); ++i) {
        if (i % columns > 0) ImGui::SameLine(left + static_cast<float>(i % columns) * column);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::GetWindowDrawList()->AddRectFilled(
            {at.x, at.y + 0.15f * size}, {at.x + size, at.y + size},
            ImGui::GetColorU32(widgets::displayColor(swatches[i].linear)), 0.15f * size);
        ImGui::Dummy({indent, size});
        ImGui::SameLine(0, 0);
        widgets::colored(color::kText, swatches[i].text);
    }
}

/// Draws the colours of the cascades. `count` is at least 1 with traced shadows, which use one
/// cascade for culling.
void cascadesLegend(uint32_t count) {
    std::vector<Swatch> swatches;
    for (uint32_t i = 0; i < count; ++i) {
        swatches.push_back({gpu::cascadeColor(i), widgets::line("{}", i + 1)});
    }
    draw(swatches);
    widgets::remark(count > 0 ? "cascade, nearest first; pale: no cascade"
                              : "There are no cascades, and nothing is in shadow.");
}

void levelsLegend(const State& state) {
    const std::optional<ListedInstances>& listed = state.history.newest().listed;
    if (!listed || supported(state.settings.skinning).lod == Lod::none) {
        widgets::remark("Everything is LOD 0. Enable lod under Settings to see levels.");
        return;
    }
    std::vector<Swatch> swatches;
    for (uint32_t level = 0; level < listed->atLevels.size(); ++level) {
        const uint32_t count = listed->atLevels[level];
        if (count == 0) continue;
        swatches.push_back({gpu::levelColor(level), level == 0
                                                        ? widgets::line("full: {}", count)
                                                        : widgets::line("{}: {}", level, count)});
    }
    draw(swatches);
    widgets::remark(state.simplifying.what.empty() ? "instances per level of detail"
                                                   : "Levels of detail are being made.");
}

void ratesLegend(const State& state) {
    const std::optional<ListedInstances>& listed = state.history.newest().listed;
    if (!listed || supported(state.settings.skinning).rate == Rate::everyFrame) {
        widgets::remark("Update rate is off. Enable rate under Settings to see rates.");
        return;
    }
    static constexpr const char* kNames[] = {"every frame", "2nd", "4th", "8th"};
    std::vector<Swatch> swatches;
    for (uint32_t rate = 0; rate < listed->atRates.size(); ++rate) {
        const uint32_t count = listed->atRates[rate];
        if (count == 0) continue;
        swatches.push_back({gpu::rateColor(rate), widgets::line("{}: {}", kNames[rate], count)});
    }
    draw(swatches);
    widgets::remark("instances per update rate");
}

void cullingLegend(const State& state) {
    const FrameStatistics& frame = state.history.newest();
    if (!frame.listed) return;
    const ListedInstances& listed = *frame.listed;
    const bool counts = !frame.cullingBypassed;
    draw({{gpu::cullingColor(SINEW_CULLING_IN_VIEW), widgets::line("in view: {}", listed.camera)},
          {gpu::cullingColor(SINEW_CULLING_SHADOW),
           counts ? widgets::line("shadow only: {}", listed.any - listed.camera)
                  : widgets::line("shadow only")},
          {gpu::cullingColor(SINEW_CULLING_CULLED),
           counts ? widgets::line("culled: {}", frame.instances - listed.any)
                  : widgets::line("culled")}});
    if (!counts) {
        widgets::remark(widgets::line("other instances: {}", frame.instances - listed.camera));
    }
    widgets::remark("bounding boxes culled by the frozen camera; H unfreezes it");
}

void weightsLegend(const State& state) {
    if (!state.joint()) {
        widgets::remark("One hue per joint, mixed by weight.");
        return;
    }
    const float size = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x;
    widgets::colored(color::kText, widgets::line("weight of {}", state.settings.joint));
    widgets::ramp(width, 64, gpu::weightColor);
    ImGui::Dummy({width, 0.9f * size});
    widgets::remark("0");
    ImGui::SameLine();
    widgets::rightAligned(color::kMuted, "1");
}

/// Returns the text for a view that needs no swatches; null for the other views.
const char* remarkOf(uint32_t view) {
    switch (view) {
        case SINEW_VIEW_BASE_COLOR:
            return "base colour: factor, texture and vertex colour, without light";
        case SINEW_VIEW_ROUGHNESS:
            return "roughness; black: 0, white: 1";
        case SINEW_VIEW_METALLIC:
            return "metallic; black: 0, white: 1";
        case SINEW_VIEW_OCCLUSION:
            return "ambient occlusion of the material; white: none";
        case SINEW_VIEW_UV:
            return "TEXCOORD_0: u in red, v in green, from 0 to 1, repeated";
        default:
            return nullptr;
    }
}

}  // namespace

void legendOverlay(const State& state, float scale) {
    const Settings& settings = state.settings;
    const bool hidden = !settings.panels || settings.comparison == Comparison::difference;
    const bool frozen = state.frozenCamera && state.culls();
    const bool explained = settings.view >= SINEW_VIEW_WEIGHTS;
    if (hidden || (!explained && !frozen)) return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float free = display.x - state.columns.left - state.columns.right;
    const float width = std::clamp(free - 24.0f * scale, 150.0f * scale, 300.0f * scale);
    ImGui::SetNextWindowPos({state.columns.left + 0.5f * free, display.y - 14.0f * scale},
                            ImGuiCond_Always, {0.5f, 1.0f});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, display.y});
    ImGui::Begin("legend", nullptr,
                 widgets::kBare | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs);
    if (const char* remark = remarkOf(settings.view)) widgets::remark(remark);
    if (settings.view == SINEW_VIEW_WEIGHTS) {
        weightsLegend(state);
    } else if (settings.view == SINEW_VIEW_CASCADES) {
        const bool traced = state.shadows().mode == ShadowMode::traced;
        cascadesLegend(std::max(settings.cascadeCount, traced ? 1u : 0u));
    } else if (settings.view == SINEW_VIEW_LEVELS) {
        levelsLegend(state);
    } else if (settings.view == SINEW_VIEW_RATES) {
        ratesLegend(state);
    } else if (settings.view == SINEW_VIEW_MOTION) {
        motionLegend();
    }
    if (frozen) {
        if (explained) ImGui::Separator();
        cullingLegend(state);
    }
    ImGui::End();
}

}  // namespace sinew
