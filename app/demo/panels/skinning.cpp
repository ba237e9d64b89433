// Panels: how many characters, and who skins them.
#include <algorithm>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets.h"

namespace sinew {
namespace {

void drawAgreement(const Agreement& agreement) {
    if (!agreement.problem.empty()) {
        widgets::colored(color::kBad, agreement.problem.c_str());
        return;
    }
    widgets::colored(agreement.good() ? color::kGood : color::kBad,
                     agreement.good() ? "The methods agree." : "The methods do not agree.");
    if (ImGui::BeginTable("agreement", 3)) {
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1.5f);
        ImGui::TableSetupColumn("position");
        ImGui::TableSetupColumn("normal");
        for (const Agreement::Pair& pair : agreement.pairs) {
            ImGui::TableNextColumn();
            ImGui::TextColored(color::kMuted, "%s, %s", methodName(pair.first).data(),
                               methodName(pair.second).data());
            ImGui::TableNextColumn();
            ImGui::Text("%.1e", pair.positionError);
            ImGui::TableNextColumn();
            ImGui::Text("%.4f\xc2\xb0", pair.normalErrorDegrees);
        }
        ImGui::EndTable();
    }
    widgets::remark(
        widgets::line("Largest differences over {} vertices, positions relative to the "
                      "model's extent.",
                      widgets::grouped(agreement.vertices).text));
}

}  // namespace

void crowdSection(State& state) {
    Settings& settings = state.settings;
    const uint32_t most = std::max(state.maxInstances, 1u);
    // A drag passes over counts that would each make new buffers: only where it ends counts.
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
    if (!ImGui::IsItemActive() && dragged > 0) {
        settings.instanceCount = dragged;
        dragged = 0;
    }
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::SetNextItemWidth(fieldWidth);
    uint32_t typed = shown;
    if (ImGui::InputScalar("##field", ImGuiDataType_U32, &typed, nullptr, nullptr, "%u",
                           ImGuiInputTextFlags_EnterReturnsTrue)) {
        settings.instanceCount = std::clamp(typed, 1u, most);
    }
    widgets::caption("");
    ImGui::Checkbox("staggered", &settings.staggered);
    ImGui::SameLine();
    widgets::rightAligned(color::kMuted,
                          widgets::line("up to {}", widgets::grouped(most).text).text);
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("as many instances as memory allows with this method");
    }
}

void skinningSection(State& state) {
    Settings& settings = state.settings;
    static const auto kMethods = [] {
        std::array<const char*, kMethodCount> names{};
        for (const Method each : allMethods()) {
            names[static_cast<size_t>(each)] = methodName(each).data();
        }
        return names;
    }();
    auto method = static_cast<uint32_t>(settings.method);
    if (widgets::choice("method", kMethods, method)) {
        settings.method = static_cast<Method>(method);
    }
    widgets::remark(widgets::line("{}.", techniqueOf(settings.method).summary));

    widgets::caption("influences");
    static constexpr uint32_t kCaps[] = {0, 1, 2, 4, 8};
    static constexpr const char* kCapLabels[] = {"all", "1", "2", "4", "8"};
    auto cap = static_cast<uint32_t>(
        std::find(std::begin(kCaps), std::end(kCaps), settings.influenceCap) - std::begin(kCaps));
    if (widgets::choice("cap", kCapLabels, cap)) settings.influenceCap = kCaps[cap];
    if (settings.influenceCap > 0) {
        widgets::remark(
            state.droppedWeight > 0
                ? widgets::line("The largest dropped weight is {:.3f}.", state.droppedWeight)
                : widgets::line("Nothing was dropped."));
    }
    if (ImGui::Button("Check that the methods agree", {-1, 0})) state.requests.verify = true;
    if (state.agreement) drawAgreement(*state.agreement);
}

}  // namespace sinew
