// Panels: the models and their playback.
#include <fmt/format.h>

#include <algorithm>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/short_names.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"
#include "benchmarks/report/number_text.h"
#include "skinning/animation/sample.h"

namespace sinew {

namespace {

void setText(PathField& field, const std::string& text) {
    field.text[text.copy(field.text, sizeof(field.text) - 1)] = 0;
}

/// Draws the caption of the path field. It is a button if the desktop has a file dialog.
void openCaption(State& state) {
    if (!state.hasFileDialog) return widgets::caption("open");
    if (widgets::captionButton("Open...")) state.requests.openDialog = true;
    widgets::tip("opens the desktop's file dialog (Ctrl O); several files if Drops add is on");
    ImGui::SetNextItemWidth(-1);  // a tooltip resets the width that captionButton() set
}

void pathField(State& state) {
    PathField& field = state.pathField;
    openCaption(state);
    const bool entered =
        ImGui::InputTextWithHint("##path", "path of a .glb, .gltf or scene", field.text,
                                 sizeof(field.text), ImGuiInputTextFlags_EnterReturnsTrue);
    for_tests::widget("path", field.text);
    if (ImGui::IsItemEdited() || ImGui::IsItemActivated()) state.requests.completePath = true;
    if (ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) {
        field = {};
    }
    // The text stays in the field until the file is open.
    const auto open = [&](const std::string& text) {
        state.requests.models = {text};
        setText(field, text);
        field.completions.clear();
        field.opening = true;
    };
    if (entered && field.text[0] != 0) return open(field.text);
    for (size_t i = 0; i < field.completions.size(); ++i) {
        const std::string completion = field.completions[i];
        const std::string shown =
            completion.substr(completion.rfind('/', completion.size() - 2) + 1);
        ImGui::PushID(static_cast<int>(i));
        const bool chosen = widgets::selectable(shown.c_str(), false);
        ImGui::PopID();
        if (!chosen) continue;
        if (!completion.ends_with('/')) return open(completion);
        setText(field, completion);
        state.requests.completePath = true;
        return;
    }
}

widgets::Line removeLabel(uint32_t model) {
    return widgets::line("Remove {}", model + 1);
}

void modelRow(State& state, uint32_t i, float nameWidth) {
    const std::string name = fmt::format("{} {}", i + 1, state.models[i].name());
    const widgets::Line shown = widgets::elided(name.c_str(), nameWidth);
    ImGui::PushID(static_cast<int>(i));
    if (widgets::selectable(shown.text, i == state.chosenModel, 0, {nameWidth, 0})) {
        state.requests.choose = i;
    }
    if (ImGui::IsItemHovered()) widgets::longTooltip(state.models[i].file().c_str());
    ImGui::PopID();
    ImGui::SameLine();
    if (widgets::smallButton(removeLabel(i).text)) {
        state.requests.remove = i;
        if (state.models.size() == 2) ImGui::CloseCurrentPopup();  // a single model needs no list
    }
}

/// Draws the list of models. The user chooses the model that the panels show, and removes models.
void modelChoice(State& state) {
    widgets::captionOfLong("chosen");
    const float rowWidth = ImGui::CalcItemWidth();
    if (!widgets::beginCombo("##chosen", state.chosen().name().c_str())) return;
    const ImGuiStyle& style = ImGui::GetStyle();
    const auto count = static_cast<uint32_t>(state.models.size());
    const float beside = ImGui::CalcTextSize(removeLabel(count - 1).text).x +
                         2 * style.FramePadding.x + style.ItemSpacing.x +
                         2 * style.WindowPadding.x + style.ScrollbarSize;
    float widest = rowWidth - beside;
    for (const ShownModel& shown : state.models) {
        widest = std::max(widest,
                          ImGui::CalcTextSize(widgets::line("{} {}", count, shown.name()).text).x);
    }
    const float nameWidth = std::min(widest, ImGui::GetIO().DisplaySize.x - 2 * beside);
    for (uint32_t i = 0; i < count; ++i) modelRow(state, i, nameWidth);
    ImGui::EndCombo();
}

void sceneChoice(State& state) {
    const Model& model = *state.chosen().model();
    if (model.scenes.size() < 2) return;
    widgets::captionOfLong("scene");
    if (!widgets::beginCombo("##scene", model.scenes[model.scene].c_str())) return;
    for (uint32_t scene = 0; scene < model.scenes.size(); ++scene) {
        ImGui::PushID(static_cast<int>(scene));
        if (widgets::selectable(model.scenes[scene].c_str(), scene == model.scene)) {
            state.requests.scene = scene;
        }
        ImGui::PopID();
    }
    ImGui::EndCombo();
}

}  // namespace

void modelSection(State& state) {
    widgets::captionOfLong("file");
    if (widgets::beginCombo("##file", state.chosen().name().c_str())) {
        for (const std::filesystem::path& file : state.modelFiles) {
            ImGui::PushID(file.c_str());
            if (widgets::selectable(file.filename().c_str(), file == state.chosen().file())) {
                state.requests.models = {file};
            }
            if (ImGui::IsItemHovered()) {
                widgets::longTooltip(
                    (file.string() + "\nto open a .glb, .gltf or scene, drop it on the window")
                        .c_str());
            }
            ImGui::PopID();
        }
        ImGui::EndCombo();
    }
    pathField(state);
    widgets::checkbox("Drops add", state.settings.dropsAdd);
    widgets::tip("opened files are added to the scene instead of replacing it");
    const Model& model = *state.chosen().model();
    ImGui::SameLine();
    widgets::remark(widgets::line("{}, {}", counted(model.geometry.vertexCount(), "vertex"),
                                  counted(model.skeleton.size(), "joint")));
    if (state.models.size() > 1) modelChoice(state);
    sceneChoice(state);
    for (const AttachedProp& prop : model.props) {
        widgets::fact("", widgets::line("{} in {}", prop.source.filename().string(),
                                        model.skeleton.names[prop.joint]));
    }
}

namespace {

void speedAndRate(Settings& settings) {
    widgets::caption("speed");
    ImGui::SliderFloat("##speed", &settings.speed, kSpeeds.least, kSpeeds.most, "%.2f x",
                       ImGuiSliderFlags_AlwaysClamp);
    for_tests::widget("##speed");
    widgets::tip("1: as authored; below 0: backwards (clips only)");
    widgets::caption("pose rate");
    static constexpr const char* kRates[] = {"all", "30", "15", "8"};
    auto rate = static_cast<uint32_t>(
        std::find(std::begin(kPoseRates), std::end(kPoseRates), settings.posesASecond) -
        std::begin(kPoseRates));
    if (widgets::choice("poses", kRates, rate)) settings.posesASecond = kPoseRates[rate];
    widgets::tip("all: every frame; or 30, 15, 8 Hz");
}

/// Draws buttons that pause playback and step one frame back or forward.
void steps(State& state) {
    widgets::caption("frame");
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float half = 0.5f * (ImGui::GetContentRegionAvail().x - gap);
    ImGui::BeginDisabled(state.chosen().animating);
    if (widgets::button("prev", {half, 0})) --state.requests.steps;
    ImGui::EndDisabled();
    ImGui::SameLine(0, gap);
    if (widgets::button("next", {half, 0})) ++state.requests.steps;
}

constexpr float kClipNameWidth = 20;  // font sizes, in the list

void whatPlays(State& state) {
    const Clip* clip = state.clip();  // null after an error: the rest pose is shown
    const ShortNames names = shortNames(state.chosen().model()->clips);
    widgets::caption("clip");
    if (state.chosen().animating || !clip) {
        if (!widgets::beginCombo("##clip", state.chosen().animating ? "animators" : "rest pose"))
            return;
    } else if (!widgets::beginCombo("##clip", std::string(names.of(clip->name)).c_str(), 0,
                                    clip->name.c_str())) {
        return;
    }
    if (widgets::selectable("animators", state.chosen().animating))
        state.requests.plays = Plays::animator;
    widgets::tip("each character has its own state machine");
    for (uint32_t i = 0; i < state.chosen().model()->clips.size(); ++i) {
        const Clip& other = state.chosen().model()->clips[i];
        const std::string name(names.of(other.name));
        const widgets::Line shown =
            widgets::elided(name.c_str(), kClipNameWidth * ImGui::GetFontSize());
        const widgets::Line label =
            widgets::line("{}   {:.2f} s##{}", shown.text, other.durationSeconds, i);
        const bool plays = !state.chosen().animating && i == state.chosen().playback.clip;
        if (widgets::selectable(label.text, plays)) state.requests.clip = i;
        if (ImGui::IsItemHovered() && other.name != shown.text) {
            widgets::longTooltip(other.name.c_str());
        }
    }
    ImGui::EndCombo();
}

void clipSection(State& state) {
    Settings& settings = state.settings;
    const Clip* clip = state.clip();
    if (!clip) return;
    if (widgets::captionButton(state.playing ? "Pause" : "Play")) state.playing = !state.playing;
    float time = wrapTime(*clip, state.chosen().playback.timeSeconds);
    const widgets::Line format = widgets::line("%.2f of {:.2f} s", clip->durationSeconds);
    if (ImGui::SliderFloat("##time", &time, 0.0f, clip->durationSeconds, format.text,
                           ImGuiSliderFlags_AlwaysClamp)) {
        state.requests.seekSeconds = time;
    }
    for_tests::widget("##time");
    widgets::caption("crossfade");
    ImGui::SliderFloat("##fade", &settings.fadeSeconds, kFadeSeconds.least, kFadeSeconds.most,
                       "%.2f s", ImGuiSliderFlags_AlwaysClamp);
    for_tests::widget("##fade");
}

}  // namespace

void animationSection(State& state) {
    if (state.chosen().model()->clips.empty()) {
        widgets::remark("The file has no animation. The rest pose is shown.");
        return;
    }
    whatPlays(state);
    if (!state.chosen().animating) {
        clipSection(state);
    } else {
        if (widgets::captionButton(state.playing ? "Pause" : "Play")) {
            state.playing = !state.playing;
        }
        widgets::remark(state.chosen().animator.described()
                            ? "described by the model's .animator.json"
                            : "default: one state per clip");
    }
    steps(state);
    speedAndRate(state.settings);
    if (state.chosen().animating) animatorSection(state);
}

}  // namespace sinew
