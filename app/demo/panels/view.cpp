// Panels: what the picture shows, and how the window shows it.
#include <algorithm>
#include <cmath>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets.h"

namespace sinew {

void viewSection(State& state) {
    Settings& settings = state.settings;
    static constexpr const char* kViews[] = {"shaded", "normals", "weights", "motion"};
    const std::span<const char* const> views(kViews);
    widgets::choice("view", state.canTellMotion ? views : views.first(SINEW_VIEW_MOTION),
                    settings.view);
    widgets::checkbox("skeleton", settings.skeleton);
    ImGui::SameLine();
    widgets::checkbox("bounds", settings.bounds);
    widgets::caption("cascades");
    static constexpr const char* kCounts[] = {"0", "1", "2", "3", "4", "5", "6"};
    widgets::choice("cascades", kCounts, settings.cascadeCount);
    widgets::checkbox("depth prepass", settings.depthPrepass);
}

void windowSection(State& state, float scale) {
    Settings& settings = state.settings;
    widgets::caption("show");
    static constexpr const char* kPresents[] = {"with the display", "at once"};
    uint32_t present = settings.vsync ? 0 : 1;
    if (widgets::choice("present", kPresents, present)) settings.vsync = present == 0;

    widgets::caption("samples");
    static constexpr const char* kSamples[] = {"1", "2", "4"};
    auto log2Samples = static_cast<uint32_t>(std::log2(static_cast<float>(state.samples)));
    if (widgets::choice("samples", kSamples, log2Samples)) settings.samples = 1u << log2Samples;

    widgets::caption("text size");
    static constexpr const char* kSizes[] = {"\xe2\x88\x92", "auto", "+"};
    uint32_t size = settings.interfaceScale == 0 ? 1 : ~0u;
    if (widgets::choice("size", kSizes, size)) {
        const float step = size == 0 ? -0.125f : 0.125f;
        settings.interfaceScale = size == 1 ? 0.0f : std::clamp(scale + step, 0.75f, 3.0f);
    }
}

}  // namespace sinew
