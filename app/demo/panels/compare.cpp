// Panel and overlays: compares two skinning methods and shows their difference.
#include <algorithm>
#include <cmath>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"
#include "shaders/shared/colormap.h"

namespace sinew {
namespace {

void drawDifference(const State& state) {
    if (!state.canCompareVertices) {
        widgets::remark(
            "Vertices are not compared: the device lacks vertexPipelineStoresAndAtomics.");
        return;
    }
    if (!state.difference) return;
    const MeasuredDifference& difference = *state.difference;
    if (!difference.problem.empty()) {
        widgets::colored(color::kBad, difference.problem.c_str());
        return;
    }
    const VertexDifference& worst = difference.worst;
    if (worst.position.largest == 0) {
        widgets::colored(color::kGood, "Positions are bit-identical.");
    } else {
        widgets::fact("maximum", widgets::line("{} of the extent",
                                               widgets::scientific(worst.position.largest).text));
        widgets::fact("",
                      widgets::line("instance {}, {}", difference.instance, difference.vertexText));
        widgets::fact("mean", widgets::line("{} of the extent",
                                            widgets::scientific(worst.position.mean).text));
    }
    widgets::fact("normals", widgets::line("{:.4f}\xc2\xb0 at most", worst.normalDegrees.largest));
}

void drawRamp(float width) {
    const float size = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    widgets::ramp(width, 96, gpu::differenceColor);
    for (int decade = -8; decade <= -2; ++decade) {
        const float t = gpu::differenceScale(std::pow(10.0f, static_cast<float>(decade)));
        const widgets::Line label = widgets::line("1e{}", decade);
        const float text = ImGui::CalcTextSize(label.text).x;
        const float x = at.x + width * t;
        draw.AddText({std::clamp(x - 0.5f * text, at.x, at.x + width - text), at.y + 0.95f * size},
                     ImGui::GetColorU32(color::kMuted), label.text);
    }
    ImGui::Dummy({width, 2.0f * size});
}

/// Draws a ring around the vertex with the largest difference, while playback is paused.
void drawRing(const State& state, float scale) {
    const MeasuredDifference& difference = *state.difference;
    if (state.playing || difference.worst.position.largest == 0) return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const glm::vec4 clip =
        state.camera.clipFromWorld(display.x / display.y) * glm::vec4(difference.world, 1.0f);
    if (clip.w <= 0) return;
    const ImVec2 at{(clip.x / clip.w * 0.5f + 0.5f) * display.x,
                    (clip.y / clip.w * 0.5f + 0.5f) * display.y};
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw.AddCircle(at, 15.0f * scale, IM_COL32(0, 0, 0, 160), 0, 4.0f * scale);
    draw.AddCircle(at, 15.0f * scale, ImGui::GetColorU32(color::kNote), 0, 2.0f * scale);
}

/// Draws `name` and `choice` on a background next to the divider. `side` is -1 for the left of the
/// divider, 1 for the right.
void drawName(float x, float y, float side, const char* name, const std::string& choice,
              float scale) {
    const std::string text = fmt::format("{}  {}", name, choice);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float gap = 12.0f * scale;
    const float pad = 7.0f * scale;
    const float left = side < 0 ? x - gap - pad - size.x : x + gap + pad;
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw.AddRectFilled({left - pad, y - 0.5f * pad}, {left + size.x + pad, y + size.y + 0.5f * pad},
                       ImGui::GetColorU32(ImGuiCol_WindowBg, 0.92f), 6.0f * scale);
    draw.AddText({left, y}, ImGui::GetColorU32(color::kText), text.c_str());
}

}  // namespace

void compareSection(State& state) {
    Settings& settings = state.settings;
    const std::span<const char* const> comparisons(kComparisonNames);
    auto comparison = static_cast<uint32_t>(settings.comparison);
    if (widgets::choice("comparison", state.canCompareVertices ? comparisons : comparisons.first(2),
                        comparison)) {
        settings.comparison = static_cast<Comparison>(comparison);
    }
    if (!state.comparing()) return;
    if (widgets::button("Swap A and B", {-1, 0})) std::swap(settings.skinning, settings.compared);
    drawDifference(state);
    if (state.canCompareVertices && state.playing) {
        if (widgets::button("Measure again", {-1, 0})) state.requests.measureDifference = true;
        widgets::tip(
            "while the clip is paused, the numbers match the image,\nand a ring marks the "
            "largest difference");
    }
}

void dividerOverlay(State& state, float scale) {
    Settings& settings = state.settings;
    if (settings.comparison != Comparison::sideBySide) return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float grip = 16.0f * scale;
    const float x = settings.divider * display.x;
    ImGui::SetNextWindowPos({x - 0.5f * grip, 0});
    ImGui::SetNextWindowSize({grip, display.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    ImGui::Begin("divider", nullptr, widgets::kBare | ImGuiWindowFlags_NoBackground);
    ImGui::PopStyleVar(2);
    ImGui::InvisibleButton("divider", {grip, display.y});
    for_tests::widget("divider");
    const bool isActive = ImGui::IsItemActive();
    const bool lit = isActive || ImGui::IsItemHovered();
    ImGui::End();
    if (lit) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (isActive) {
        const Columns columns = state.columns;
        const float least = columns.left + grip;
        const float most = std::max(display.x - columns.right - grip, least);
        settings.divider = std::clamp(ImGui::GetIO().MousePos.x, least, most) / display.x;
    }

    const float line = std::round(settings.divider * display.x);
    const ImU32 ink = ImGui::GetColorU32(lit ? color::kAccent : ImVec4(1, 1, 1, 0.9f));
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw.AddRectFilled({line - 2.0f * scale, 0}, {line + 2.0f * scale, display.y},
                       IM_COL32(0, 0, 0, 110));
    draw.AddRectFilled({line - scale, 0}, {line + scale, display.y}, ink);
    draw.AddCircleFilled({line, 0.5f * display.y}, 9.0f * scale, ink);
    const float y = 22.0f * scale;
    drawName(line, y, -1, "A", choiceText(supportedChoice(settings.skinning)), scale);
    drawName(line, y, 1, "B", choiceText(supportedChoice(settings.compared)), scale);
}

void differenceOverlay(const State& state, float scale) {
    if (!state.comparing()) return;
    const bool measured = state.difference && state.difference->problem.empty();
    if (measured) drawRing(state, scale);
    if (state.settings.comparison != Comparison::difference) return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const Columns columns = state.columns;
    const float free = display.x - columns.left - columns.right;
    const float width = std::clamp(free - 24.0f * scale, 200.0f * scale, 420.0f * scale);
    ImGui::SetNextWindowPos({columns.left + 0.5f * free, display.y - 14.0f * scale},
                            ImGuiCond_Always, {0.5f, 1.0f});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, display.y});
    ImGui::Begin("difference", nullptr,
                 widgets::kBare | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs);
    widgets::remark(widgets::line("From {} to {}: distance / extent",
                                  choiceText(supportedChoice(state.settings.skinning)),
                                  choiceText(supportedChoice(state.settings.compared))));
    drawRamp(ImGui::GetContentRegionAvail().x);
    if (measured) {
        const MeasuredDifference& difference = *state.difference;
        const widgets::Line text =
            widgets::line("at most {}: instance {}, {}",
                          widgets::scientific(difference.worst.position.largest).text,
                          difference.instance, difference.vertexText);
        widgets::colored(color::kText,
                         difference.worst.position.largest == 0 ? "bit-identical" : text.text);
    }
    ImGui::End();
}

}  // namespace sinew
