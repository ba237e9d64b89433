// Panel: the crowd's state machines, their parameters and events.
#include <fmt/format.h>

#include <algorithm>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/short_names.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"

namespace sinew {
namespace {

constexpr size_t kMostShown = 16;

void slider(const char* label, float& value, const SettingRange& range, const char* format) {
    ImGui::SliderFloat(label, &value, range.least, range.most, format,
                       ImGuiSliderFlags_AlwaysClamp);
    for_tests::widget(label);
}

void variety(Settings& settings) {
    if (widgets::captionButton("Next seed")) ++settings.seed;
    ImGui::InputScalar("##seed", ImGuiDataType_U32, &settings.seed);
    widgets::caption("speed spread");
    slider("##spread", settings.speedSpread, kSpeedSpreads, "%.2f");
    widgets::caption("new targets");
    slider("##wishes", settings.randomInputSeconds, kRandomInputSeconds,
           settings.randomInputSeconds > 0 ? "every %.1f s" : "none");
    widgets::tip("interval of random parameters and triggers per character");
}

void rootMotion(CrowdAnimator& crowd, Settings& settings) {
    const std::string& why = crowd.whyNoRootMotion();
    bool applied = crowd.appliesRootMotion();
    ImGui::BeginDisabled(!why.empty());
    widgets::checkbox("root motion", applied);
    ImGui::EndDisabled();
    widgets::tip(
        why.empty() ? "applies the root motion of the clips; restarts the crowd" : why.c_str(),
        ImGuiHoveredFlags_AllowWhenDisabled);
    if (applied != crowd.appliesRootMotion()) {
        settings.rootMotion = applied ? RootMotionChoice::on : RootMotionChoice::off;
        crowd.switchRootMotion();
    }
    if (!crowd.appliesRootMotion()) return;
    ImGui::SameLine();
    if (widgets::button("Reset positions")) crowd.bringHome();
    widgets::tip("moves each character to its start position");
}

/// Draws two sliders for the range of a parameter. Each instance gets a random value of this range.
void parameterRange(CrowdAnimator& crowd, uint32_t index) {
    const AnimatorParameter& parameter = crowd.spec().parameters[index];
    ParameterRange range = crowd.ranges()[index];
    const widgets::Line name = widgets::line("{} range", parameter.name);
    ImGui::PushID(static_cast<int>(index));
    widgets::captionOfName(name.text, name.text);
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float width = (ImGui::GetContentRegionAvail().x - gap) / 2;
    const auto end = [&](const char* id, const char* word, float& value) {
        ImGui::SetNextItemWidth(width);
        const bool moved = ImGui::SliderFloat(id, &value, parameter.least, parameter.most, "%.2f",
                                              ImGuiSliderFlags_AlwaysClamp);
        const widgets::Line shown = widgets::line("{:.2f}", value);
        for_tests::widget(widgets::line("{} {}", parameter.name, word).text, shown.text);
        return moved;
    };
    const bool low = end("##low", "from", range.low);
    ImGui::SameLine(0, gap);
    const bool high = end("##high", "to", range.high);
    if (low) range.high = std::max(range.high, range.low);
    if (high) range.low = std::min(range.low, range.high);
    if (low || high) crowd.setRange(index, range);
    ImGui::PopID();
}

template <typename Fire>
void triggers(const CrowdAnimator& crowd, const Fire& fire) {
    const std::vector<std::string>& names = crowd.spec().triggers;
    if (names.empty()) return;
    widgets::caption("triggers");
    const ImGuiStyle& style = ImGui::GetStyle();
    const float begin = ImGui::GetCursorPosX();
    const float end = begin + ImGui::GetContentRegionAvail().x;
    for (uint32_t t = 0; t < names.size(); ++t) {
        const float width = ImGui::CalcTextSize(names[t].c_str()).x + 2 * style.FramePadding.x;
        if (t > 0) {
            ImGui::SameLine(0, style.ItemInnerSpacing.x);
            if (ImGui::GetCursorPosX() + width > end) ImGui::NewLine();
            if (ImGui::GetCursorPosX() < begin) ImGui::SetCursorPosX(begin);
        }
        ImGui::PushID(static_cast<int>(t));
        if (widgets::button(names[t].c_str())) fire(t);
        ImGui::PopID();
    }
}

void shares(const CrowdAnimator& crowd) {
    const std::vector<AnimatorState>& states = crowd.spec().states;
    const ShortNames names = shortNames(states);
    uint32_t all = 0;
    for (const uint32_t count : crowd.counts()) all += count;
    for (size_t s = 0; s < std::min(states.size(), kMostShown); ++s) {
        const uint32_t count = crowd.counts()[s];
        const widgets::Line number = widgets::line("{}", widgets::grouped(count).text);
        const widgets::Line name = widgets::line("{}", names.of(states[s].name));
        widgets::captionOfName(name.text, states[s].name.c_str());
        const float share = static_cast<float>(count) / static_cast<float>(std::max(all, 1u));
        ImGui::ProgressBar(share, {-1, 0}, number.text);
        for_tests::text(name.text, number.text);
    }
    if (states.size() > kMostShown) {
        widgets::remark(widgets::line("and {} more states", states.size() - kMostShown));
    }
}

/// Draws a row with `caption`, `name` (shortened in the middle) and `rest`. A tooltip shows `full`.
void nameFact(const char* caption, std::string_view name, const std::string& full,
              const widgets::Line& rest) {
    const float width = (*rest.text ? 0.3f : 0.6f) * ImGui::GetContentRegionAvail().x;
    const widgets::Line shown = widgets::elided(std::string(name).c_str(), width);
    widgets::fact(caption, widgets::line("{}{}", shown.text, rest.text));
    if (ImGui::IsItemHovered() && full != shown.text) widgets::longTooltip(full.c_str());
}

void stateOf(const CrowdAnimator& crowd, const AnimatorInstance& instance) {
    const std::vector<AnimatorState>& states = crowd.spec().states;
    const AnimatorState& state = states[instance.state];
    const ShortNames names = shortNames(states);
    nameFact("state", names.of(state.name), state.name,
             widgets::line(", {:.2f} of {:.2f} s", instance.seconds, state.durationSeconds));
    if (instance.fade <= 0) return widgets::fact("fades", widgets::line("no"));
    // With `fade` above 1, the two preceding clips are blended, and this state's clip is not
    // visible yet.
    const bool waits = instance.fade > 1;
    const float from = waits ? instance.fade - 1 : instance.fade;
    const std::string& source = states[waits ? instance.other : instance.base].name;
    nameFact("fades from", names.of(source), source, widgets::line(", {:.0f} %", 100 * (1 - from)));
}

void layersOf(const CrowdAnimator& crowd, uint32_t index) {
    const AnimatorSpec& spec = crowd.spec();
    if (!spec.hasLayers()) return;
    const AnimatorLayers& layers = crowd.layers(index);
    if (layers.layer == kNoLayer) {
        if (!spec.layers.empty()) widgets::fact("layer", widgets::line("none"));
    } else {
        const AnimatorState& plays = spec.layers[layers.layer].plays;
        nameFact("layer", plays.name, plays.name,
                 widgets::line(", {:.2f} of {:.2f} s, {:.0f} %", layers.seconds,
                               plays.durationSeconds, 100 * layers.weight));
    }
    if (spec.additive) {
        widgets::fact("additive", widgets::line("{:.0f} %", 100 * layers.additiveWeight));
    }
}

void parametersOf(CrowdAnimator& crowd, uint32_t index) {
    const std::vector<AnimatorParameter>& parameters = crowd.spec().parameters;
    if (parameters.empty()) return;
    const std::span<float> values = crowd.parametersOf(index);
    for (size_t p = 0; p < parameters.size(); ++p) {
        const AnimatorParameter& parameter = parameters[p];
        const widgets::Line name = widgets::line("its {}", parameter.name);
        ImGui::PushID(static_cast<int>(p));
        widgets::captionOfName(name.text, name.text);
        const bool moved = ImGui::SliderFloat("##its", &values[p], parameter.least, parameter.most,
                                              "%.2f", ImGuiSliderFlags_AlwaysClamp);
        if (moved) crowd.recordChange();
        const widgets::Line shown = widgets::line("{:.2f}", values[p]);
        for_tests::widget(name.text, shown.text);
        ImGui::PopID();
    }
}

void timeline(const CrowdAnimator& crowd) {
    constexpr double kSeconds = 8;
    widgets::caption("events");
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()};
    ImGui::Dummy(size);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float middle = at.y + 0.5f * size.y;
    draw.AddLine({at.x, middle}, {at.x + size.x, middle}, ImGui::GetColorU32(color::kMuted));
    for (const CrowdAnimator::Happened& happened : crowd.happened()) {
        const double ago = crowd.seconds() - happened.atSeconds;
        if (ago > kSeconds) continue;
        const float x = at.x + size.x * static_cast<float>(1 - ago / kSeconds);
        draw.AddLine({x, at.y}, {x, at.y + size.y}, ImGui::GetColorU32(color::kAccent), 2);
    }
    widgets::tip(
        widgets::line("events of this character in the last {:.0f} seconds", kSeconds).text);
}

void oneCharacter(State& state, uint32_t index) {
    CrowdAnimator& crowd = state.chosen().animator;
    const widgets::Line title = widgets::line("character {} of 0 to {}", index, crowd.count() - 1);
    ImGui::Separator();
    ImGui::TextUnformatted(title.text);
    for_tests::text(title.text);
    ImGui::SameLine();
    if (widgets::button("Deselect")) state.picked.reset();
    stateOf(crowd, crowd.instance(index));
    layersOf(crowd, index);
    parametersOf(crowd, index);
    ImGui::PushID("its");
    triggers(crowd, [&](uint32_t trigger) { crowd.fire(index, trigger); });
    ImGui::PopID();
    timeline(crowd);
    widgets::remark(
        widgets::line("in sinew-cli: --seed {} --first-instance {}", state.settings.seed, index));
}

void lastEvents(const CrowdAnimator& crowd) {
    constexpr size_t kShown = 5;
    const auto hasEvents = [](const AnimatorState& state) { return !state.events.empty(); };
    const std::vector<AnimatorState>& states = crowd.spec().states;
    if (std::none_of(states.begin(), states.end(), hasEvents)) return;
    const ShortNames names = shortNames(states);
    widgets::remark(widgets::line("Events of character {}", crowd.watched()));
    const std::span<const CrowdAnimator::Happened> all = crowd.happened();
    for (const CrowdAnimator::Happened& happened : all.first(std::min(all.size(), kShown))) {
        const AnimatorState& state = crowd.spec().states[happened.state];
        const widgets::Line when =
            widgets::line("{:.1f} s ago", crowd.seconds() - happened.atSeconds);
        const std::string event =
            fmt::format("{}, in {}", state.events[happened.event].name, names.of(state.name));
        nameFact(when.text, event, event, {});
    }
    // Empty rows keep the content below in place while there are fewer than kShown events.
    for (size_t row = all.size(); row < kShown; ++row) ImGui::TextUnformatted("");
}

}  // namespace

void animatorSection(State& state) {
    CrowdAnimator& crowd = state.chosen().animator;
    variety(state.settings);
    rootMotion(crowd, state.settings);
    for (uint32_t p = 0; p < crowd.spec().parameters.size(); ++p) parameterRange(crowd, p);
    triggers(crowd, [&](uint32_t trigger) { crowd.fire(trigger); });
    shares(crowd);
    if (state.picked && *state.picked < crowd.count()) oneCharacter(state, *state.picked);
    lastEvents(crowd);
}

}  // namespace sinew
