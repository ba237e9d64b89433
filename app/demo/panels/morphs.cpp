// Panel: morph target weights that replace those of the file.
#include <algorithm>
#include <cmath>
#include <set>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"
#include "skinning/model/morph_weight.h"

namespace sinew {
namespace {

/// Largest height of the list; a longer list scrolls.
constexpr size_t kMostRows = 8;

bool isAnimated(const Model& model, uint32_t target) {
    return std::ranges::any_of(model.clips, [&](const Clip& clip) {
        return std::ranges::any_of(clip.channels, [&](const Channel& channel) {
            return channel.path == Channel::Path::weights && target >= channel.target &&
                   target - channel.target < channel.width;
        });
    });
}

/// Draws the slider of a weight in [0, 1]; a typed weight may be outside. The weight is applied
/// when the slider is released.
void morphSlider(State& state, uint32_t target) {
    ShownModel& shown = state.chosen();
    const Model& model = *shown.model();
    const std::string& name = model.morphNames[target];
    const auto fixed = shown.morphs.find(name);
    const bool isFixed = fixed != shown.morphs.end();
    float weight = isFixed ? fixed->second : model.restMorphWeights[target];
    ImGui::PushID(static_cast<int>(target));
    widgets::captionOfLong(widgets::line("{:.40}", name).text);
    const bool byClip = !isFixed && isAnimated(model, target);
    if (ImGui::SliderFloat("##weight", &weight, 0.0f, 1.0f, byClip ? "by the clip" : "%.2f") &&
        std::isfinite(weight)) {
        shown.morphs[name] = std::clamp(weight, -kLargestMorphWeight, kLargestMorphWeight);
    }
    if (ImGui::IsItemDeactivatedAfterEdit()) state.requests.fixMorphs = true;
    for_tests::widget(name.c_str(), byClip ? "by the clip" : widgets::line("{:.2f}", weight).text);
    ImGui::PopID();
}

}  // namespace

void morphSection(State& state) {
    const std::vector<std::string>& names = state.chosen().model()->morphNames;
    std::set<std::string_view> seen;
    std::vector<uint32_t> targets;
    for (uint32_t target = 0; target < names.size(); ++target) {
        if (seen.insert(names[target]).second) targets.push_back(target);
    }
    const bool scrolls = targets.size() > kMostRows;
    if (scrolls) {
        ImGui::BeginChild("targets", {0, kMostRows * ImGui::GetFrameHeightWithSpacing()});
    }
    for (const uint32_t target : targets) morphSlider(state, target);
    if (scrolls) ImGui::EndChild();
    ShownModel& shown = state.chosen();
    if (!shown.morphs.empty() && widgets::button("Weights of the file")) {
        shown.morphs.clear();
        state.requests.fixMorphs = true;
    }
}

}  // namespace sinew
