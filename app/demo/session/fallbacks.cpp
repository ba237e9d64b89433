// Falls back to earlier settings if a frame cannot be rendered.
#include "app/demo/session/steps.h"

#include <stdexcept>

#include "app/demo/session/fault.h"
#include "shaders/shared/view.h"

namespace sinew {
namespace {

/// Restores the settings of the last rendered frame, because a new crowd may not fit into memory.
/// Returns false if they equal the new settings.
bool backToLastSettings(Stage& stage, FrameInput& input) {
    State& state = stage.state;
    const FrameSettings& shown = stage.shown.settings;
    const FrameSettings& wanted = input.settings;
    const bool same = wanted.instanceCount == shown.instanceCount &&
                      wanted.choice() == shown.choice() && wanted.compared == shown.compared &&
                      wanted.motion() == shown.motion() && wanted.shadows == shown.shadows;
    if (same) return false;
    Settings& settings = state.settings;
    settings.instanceCount = stage.shown.crowd = shown.instanceCount;
    settings.skinning = shown.choice();
    settings.shadows = shown.shadows;
    if (shown.view != SINEW_VIEW_DIFFERENCE) settings.view = shown.view;
    if (shown.compared) {
        settings.compared = *shown.compared;
    } else {
        settings.comparison = Comparison::off;
    }
    input.settings = shown;
    if (!state.cameraMoved) frameCamera(stage);
    input.camera = state.camera;
    return true;
}

/// Shows one instance if memory ran out, for example because an enlarged window needs larger
/// images.
bool backToOneCharacter(Stage& stage, FrameInput& input) {
    State& state = stage.state;
    if (!stage.shown.memoryRanOut || input.settings.instanceCount <= 1) return false;
    state.settings.instanceCount = input.settings.instanceCount = stage.shown.crowd = 1;
    state.notify("One instance is shown: out of device memory for more.");
    if (!state.cameraMoved) frameCamera(stage);
    input.camera = state.camera;
    return true;
}

bool backToClip(Stage& stage, FrameInput&) {
    bool animated = false;
    for (ShownModel& shown : stage.state.models) {
        animated |= std::exchange(shown.animating, false);
    }
    if (!animated) return false;
    setPlays(stage, Plays::clip);
    stage.state.notify("A clip is shown instead of the animators.");
    return true;
}

/// Pauses playback at the time of the last rendered frame.
bool backToLastMoment(Stage& stage, FrameInput&) {
    State& state = stage.state;
    if (stage.shown.moments.size() != state.models.size()) return false;
    for (size_t i = 0; i < state.models.size(); ++i) {
        state.models[i].playback = stage.shown.moments[i];
    }
    stage.shown.moments.clear();
    state.playing = false;
    state.notify("The clip was paused before the failing time.");
    return true;
}

bool backToRestPose(Stage& stage, FrameInput&) {
    State& state = stage.state;
    bool moved = false;
    for (ShownModel& shown : state.models) {
        moved |= std::exchange(shown.playback, Playback{}).clip != kRestPose;
    }
    if (!moved) return false;
    state.notify("The rest pose is shown instead.");
    return true;
}

/// Selects the default method, because the method of the last run may not support this model.
bool backToDefaultMethod(Stage& stage, FrameInput& input) {
    State& state = stage.state;
    if (input.settings.choice() == SkinChoice{} && !input.settings.compared) return false;
    state.settings.skinning = {};
    state.settings.comparison = Comparison::off;
    input.settings.method = SkinChoice{}.method;
    input.settings.skinning = {};
    input.settings.compared.reset();
    if (input.settings.view == SINEW_VIEW_DIFFERENCE) input.settings.view = state.settings.view;
    return true;
}

bool backToLastModels(Stage& stage, FrameInput& input) {
    if (!stage.shown.lastModels) return false;
    receiveModels(stage, *std::exchange(stage.shown.lastModels, std::nullopt));
    stage.shown.lastModels.reset();  // receiveModels() stored the failing models
    stage.shown.crowd = input.settings.instanceCount = 1;
    input.camera = stage.state.camera;
    return true;
}

}  // namespace

void renderOrFallBack(Stage& stage, FrameInput& input) {
    const auto render = [&] {
        return faultOf([&] {
            try {
                stage.frame->render(input);
            } catch (const VulkanError& error) {
                stage.shown.memoryRanOut = error.result == VK_ERROR_OUT_OF_DEVICE_MEMORY;
                throw;
            }
        });
    };
    stage.shown.memoryRanOut = false;
    std::string fault = render();
    if (!fault.empty()) stage.state.complain(fault);
    for (const auto fallBack :
         {&backToLastSettings, &backToOneCharacter, &backToClip, &backToLastMoment, &backToRestPose,
          &backToDefaultMethod, &backToLastModels}) {
        if (fault.empty()) break;
        if (!fallBack(stage, input)) continue;
        fillPlayback(stage, input);
        fault = render();
    }
    if (!fault.empty()) throw std::runtime_error(fault);
    stage.shown.settings = input.settings;
    stage.shown.moments.clear();
    for (const ShownModel& shown : stage.state.models) {
        stage.shown.moments.push_back(shown.playback);
    }
    stage.shown.lastModels.reset();
}

}  // namespace sinew
