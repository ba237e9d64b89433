// Applies changed settings, independent of the code that changed them.
#include "app/demo/session/steps.h"

#include <fmt/format.h>

#include "app/demo/session/fault.h"
#include "shaders/shared/view.h"

namespace sinew {
namespace {

/// Applies a new MSAA sample count. Restores the previous count if memory does not suffice.
void followSamples(Stage& stage) {
    uint32_t& wanted = stage.state.settings.samples;
    const std::optional<uint32_t> before = stage.changes.samples.last();
    if (!stage.changes.samples.changes(wanted) || !before) return;
    const std::string fault = faultOf([&] { stage.createFrame(); });
    if (fault.empty()) return;
    stage.state.complain(fault);
    wanted = *before;
    (void)stage.changes.samples.changes(wanted);
}

void describeMethods(Stage& stage) {
    State& state = stage.state;
    const Settings& settings = state.settings;
    const Described inputs{
        .model = state.chosen().model().get(),
        .skinning = settings.skinning,
        .compared = settings.compared,
        .comparing = state.comparing(),
        .passes = state.passes(),
        .motion = settings.view == SINEW_VIEW_MOTION,
    };
    if (!stage.changes.methods.changes(inputs)) return;
    const auto describe = [&](MethodStates& states, const SkinSettings& skinning) {
        for (const Method method : allMethods()) {
            states[static_cast<size_t>(method)] =
                methodState(*stage.frame->scene(state.chosenModel), {method, skinning},
                            inputs.passes, inputs.motion);
        }
    };
    describe(state.methods, settings.skinning.settings);
    if (inputs.comparing) describe(state.compared, settings.compared.settings);
}

void replaceUnsupported(Stage& stage, SkinChoice& choice, SkinChoice& usable,
                        const MethodStates& states) {
    const auto problem = [&]() -> const std::string& {
        return states[static_cast<size_t>(choice.method)].problem;
    };
    if (!problem().empty()) stage.state.complain(problem());
    // The last usable choice may be of another model, so the default choice follows. Every model
    // supports it.
    for (const SkinChoice& instead : {usable, SkinChoice{}}) {
        if (problem().empty()) break;
        choice = instead;
        describeMethods(stage);
    }
    usable = choice;
}

/// Replaces settings that device or model do not support by the last working ones.
void replaceUnsupported(Stage& stage) {
    State& state = stage.state;
    Settings& settings = state.settings;
    replaceUnsupported(stage, settings.skinning, stage.shown.usable, state.methods);
    if (state.comparing())
        replaceUnsupported(stage, settings.compared, stage.shown.comparedUsable, state.compared);
    if (settings.comparison == Comparison::difference && !state.canCompareVertices) {
        state.complain(
            fmt::format("the difference view is unsupported: '{}' lacks "
                        "vertexPipelineStoresAndAtomics; try another device",
                        state.deviceName));
        settings.comparison = Comparison::sideBySide;
    }
    if (!state.supportsMotion && settings.view == SINEW_VIEW_MOTION) {
        state.complain(fmt::format(
            "motion vectors are unsupported: '{}' lacks independentBlend; try another device",
            state.deviceName));
        settings.view = SINEW_VIEW_SHADED;
    }
    if (!state.canDrawEdges && settings.wireframe) {
        state.complain(fmt::format(
            "the wireframe is unsupported: '{}' lacks fillModeNonSolid; try another device",
            state.deviceName));
        settings.wireframe = false;
    }
}

}  // namespace

void followSettings(Stage& stage) {
    State& state = stage.state;
    describeMethods(stage);
    replaceUnsupported(stage);
    followSamples(stage);
    const std::pair columns(state.columns.left, state.columns.right);
    if (stage.changes.columns.changes(columns) && !state.cameraMoved) frameCamera(stage);
    if (state.survey.running()) {
        state.survey.step(stage.frame->scene(state.chosenModel));
        stage.shown.steadyFrames = 0;
    }
    measureDifferenceWhenNeeded(stage);
    pictureBakedClips(stage);
    pictureMaterials(stage);
}

}  // namespace sinew
