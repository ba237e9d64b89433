// Panel: the settings of a skinning method, from settingWords(), which sinew-cli uses too.
#include <algorithm>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"
#include "benchmarks/report/number_text.h"

namespace sinew {
namespace {

SkinChoice withWord(SkinChoice choice, const SettingWord& word) {
    word.apply(choice.settings);
    return choice;
}

/// Returns true if the setting has no effect: all of its values give the same supported choice.
bool ignores(const SkinChoice& choice, const SettingWords& setting) {
    const SkinChoice first = supportedChoice(withWord(choice, setting.words.front()));
    return std::all_of(setting.words.begin(), setting.words.end(), [&](const SettingWord& word) {
        return supportedChoice(withWord(choice, word)) == first;
    });
}

/// Returns the bytes per frame of each value of a setting. The result is cached while the list of
/// values is open, because each sum reads all vertices.
const std::vector<uint64_t>& costsOf(State& state, const SettingWords& setting) {
    WordCosts& costs = state.wordCosts;
    const SkinChoice& choice = state.edited();
    if (costs.setting != setting.name || costs.choice != choice || costs.bytes.empty()) {
        costs = {setting.name, choice, {}};
        for (const SettingWord& word : setting.words) {
            costs.bytes.push_back(costOf(*state.chosen().model(),
                                         supportedChoice(withWord(choice, word)), state.passes(),
                                         state.limits)
                                      .perFrame());
        }
    }
    return costs.bytes;
}

void drawWords(State& state, const SettingWords& setting) {
    if (!ImGui::BeginTable("words", 4, ImGuiTableFlags_SizingFixedFit)) return;
    const std::vector<uint64_t>& bytes = costsOf(state, setting);
    const uint64_t most = *std::max_element(bytes.begin(), bytes.end());
    SkinChoice& choice = state.edited();
    for (size_t i = 0; i < setting.words.size(); ++i) {
        const SettingWord& word = setting.words[i];
        ImGui::TableNextColumn();
        if (widgets::selectable(word.word.data(), word.is(choice.settings),
                                ImGuiSelectableFlags_SpanAllColumns)) {
            word.apply(choice.settings);
        }
        ImGui::TableNextColumn();
        ImGui::TextColored(color::kMuted, "%s", word.meaning.data());
        ImGui::TableNextColumn();
        widgets::rightAligned(color::kText, widgets::line("  {}", bytesText(bytes[i], most)).text);
        ImGui::TableNextColumn();
        const Verification* errors = state.survey.find(withWord(choice, word));
        const widgets::Line text =
            errors ? widgets::line("error {}, {:.3f}\xc2\xb0",
                                   widgets::scientific(errors->ofTruth.position).text,
                                   errors->ofTruth.normalDegrees)
                   : widgets::line("not measured");
        ImGui::Text("  %s", text.text);
        for_tests::text(word.word.data(), text.text);
    }
    ImGui::EndTable();
}

void drawSetting(State& state, const SettingWords& setting) {
    const SkinChoice& choice = state.edited();
    const bool ignored = ignores(choice, setting);
    const SkinSettings inForce = ignored ? supportedChoice(choice).settings : choice.settings;
    const auto now = std::find_if(setting.words.begin(), setting.words.end(),
                                  [&](const SettingWord& word) { return word.is(inForce); });
    const SettingWord& shown = now != setting.words.end() ? *now : setting.words.front();
    widgets::caption(setting.name.data());
    ImGui::PushID(setting.name.data());
    ImGui::BeginDisabled(ignored);
    if (widgets::beginCombo("##words", shown.word.data(), ImGuiComboFlags_HeightLargest)) {
        drawWords(state, setting);
        ImGui::EndCombo();
    }
    ImGui::EndDisabled();
    ImGui::PopID();
    if (ignored) for_tests::text(setting.name.data(), shown.word.data());
    widgets::tip(
        ignored ? widgets::line(
                      "{} does not support this setting{}; it uses {}", methodName(choice.method),
                      inForce.blend == Blend::dualQuaternion ? " with dual quaternions" : "",
                      shown.word)
                      .text
                : shown.meaning.data(),
        ImGuiHoveredFlags_AllowWhenDisabled);
}

void drawBake(State& state) {
    BakeSettings& bake = state.edited().settings.bake;
    // A new rate starts a new bake, so the slider applies its value only when the drag ends.
    uint32_t shown = state.draggedRate > 0 ? state.draggedRate : bake.framesPerSecond;
    constexpr uint32_t kLeast = 1, kMost = kMostFramesPerSecond;
    widgets::caption("baked");
    if (ImGui::SliderScalar("##rate", ImGuiDataType_U32, &shown, &kLeast, &kMost,
                            "%u frames per second", ImGuiSliderFlags_AlwaysClamp)) {
        state.draggedRate = shown;
    }
    for_tests::widget("##rate");
    if (!ImGui::IsItemActive() && state.draggedRate > 0) {
        bake.framesPerSecond = state.draggedRate;
        state.draggedRate = 0;
    }
    const BakedClips* baked = state.baked;
    if (!baked || (state.comparing() && state.editsB)) return;
    widgets::fact("texture", widgets::line("{} x {} texels, {}", baked->width, baked->height,
                                           bytesText(baked->bytes().size())));
    widgets::fact("",
                  widgets::line("{} frames of {} texels", widgets::grouped(baked->frameCount).text,
                                widgets::grouped(baked->texelsPerFrame).text));
    if (widgets::button("Show the texture", {-1, 0})) state.bakedView.shown = true;
}

void drawPaletteLimit(SkinSettings& settings) {
    widgets::caption("joint limit");
    static constexpr uint32_t kLimits[] = {0, 64, 320};
    static constexpr const char* kLabels[] = {"device", "64", "320"};
    auto limit = static_cast<uint32_t>(
        std::find(std::begin(kLimits), std::end(kLimits), settings.paletteLimit) -
        std::begin(kLimits));
    if (widgets::choice("limit", kLabels, limit)) settings.paletteLimit = kLimits[limit];
    widgets::tip("64 and 320 are limits of common WebGL engines");
}

void pixelSlider(const char* label, float& pixels, const char* meaning) {
    ImGui::SetNextItemWidth(-1);
    ImGui::SliderFloat(label, &pixels, kErrorPixels.least, kErrorPixels.most,
                       "error of %.1f pixels at most",
                       ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    widgets::tip(meaning);
}

void drawLevels(State& state) {
    pixelSlider(
        "##lod pixels", state.settings.lodPixels,
        "largest error of a level of detail on the screen;\nthe view \"levels\" shows the levels");
}

void drawRates(State& state) {
    pixelSlider(
        "##rate pixels", state.settings.ratePixels,
        "largest error of a reused pose on the screen;\nthe view \"rates\" shows the update rates");
}

void drawErrors(State& state) {
    const ErrorSurvey& survey = state.survey;
    if (survey.running()) {
        ImGui::ProgressBar(survey.fraction(), {-1, 0}, "measuring");
        return;
    }
    ImGui::BeginDisabled(!state.canCompareVertices);
    if (widgets::button("Measure the errors", {-1, 0})) state.requests.surveyErrors = true;
    ImGui::EndDisabled();
    widgets::tip(state.canCompareVertices
                     ? "measures every method with these settings, and every value "
                       "of\nevery setting, at the current time of the clip"
                     : "unsupported: the device lacks vertexPipelineStoresAndAtomics",
                 ImGuiHoveredFlags_AllowWhenDisabled);
    if (survey.empty()) return;
    widgets::colored(survey.good() ? color::kGood : color::kBad,
                     survey.good()
                         ? "Each method matches its own reference within the tolerance of its "
                           "formats. The column of errors shows the error against the file."
                         : "A method does not match its own reference.");
}

}  // namespace

void settingsSection(State& state) {
    SkinChoice& choice = state.edited();
    const MethodFacts::Supports& supports = skinningMethod(choice.method).facts.supports;
    drawErrors(state);
    for (const SettingWords& setting : settingWords()) {
        drawSetting(state, setting);
        if (setting.name == "detail" && supported(choice).lod != Lod::none) drawLevels(state);
        const bool rated = supported(choice).rate != Rate::everyFrame;
        if (setting.name == "update rate" && rated) drawRates(state);
    }
    if (supportedChoice(choice).settings.influenceLimit > 0 &&
        !(state.comparing() && state.editsB)) {
        widgets::remark(
            state.droppedWeight > 0
                ? widgets::line("The largest dropped weight is {:.3f}.", state.droppedWeight)
                : widgets::line("No weight was dropped."));
    }
    if (supports.bake) drawBake(state);
    if (supports.paletteLimit) drawPaletteLimit(choice.settings);
}

}  // namespace sinew
