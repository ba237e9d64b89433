// Panel: the number of instances.
#include <algorithm>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"

namespace sinew {
void crowdSection(State& state) {
    Settings& settings = state.settings;
    const uint32_t most = std::max(state.maxInstances, 1u);
    // Each instance count needs new buffers, so the slider applies its value when the drag ends.
    uint32_t& dragged = state.draggedInstances;
    uint32_t shown = dragged > 0 ? dragged : settings.instanceCount;
    const uint32_t least = 1;
    widgets::caption("instances");
    const float fieldWidth = ImGui::GetFontSize() * 4.6f;
    ImGui::SetNextItemWidth(-fieldWidth - ImGui::GetStyle().ItemInnerSpacing.x);
    if (ImGui::SliderScalar("##slider", ImGuiDataType_U32, &shown, &least, &most, "",
                            ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp |
                                ImGuiSliderFlags_NoInput)) {
        dragged = shown;
    }
    for_tests::widget("##slider");
    if (!ImGui::IsItemActive() && dragged > 0) {
        settings.instanceCount = dragged;
        dragged = 0;
    }
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::SetNextItemWidth(fieldWidth);
    // A typed number is applied on Enter and when the field loses the focus, not at each digit.
    uint32_t typed = shown;
    const bool changed = ImGui::InputScalar("##field", ImGuiDataType_U32, &typed);
    for_tests::widget("number");
    if (ImGui::IsItemDeactivated()) {
        const bool dropped = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
        if (state.typedInstances && !dropped) {
            settings.instanceCount = std::clamp(*state.typedInstances, 1u, most);
        }
        state.typedInstances.reset();
    } else if (changed) {
        state.typedInstances = typed;
    } else if (ImGui::IsItemActive()) {
        state.typedInstances.reset();
    }
    if (widgets::captionButton("Camera cut")) state.requests.teleport = true;
    widgets::tip("moves the camera in one frame (tests motion vectors); the cut has none");
    widgets::checkbox("random start phases", settings.staggered);
    const widgets::Line upTo = widgets::line("up to {}", widgets::grouped(most).text);
    ImGui::SameLine();
    if (ImGui::GetContentRegionAvail().x < ImGui::CalcTextSize(upTo.text).x) ImGui::NewLine();
    widgets::rightAligned(color::kMuted, upTo.text);
    widgets::tip("limit of the device memory with this method");
}

}  // namespace sinew
