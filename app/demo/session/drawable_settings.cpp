// Selects frame settings that can be drawn now, without unfinished baked clips and LODs.
#include "app/demo/session/steps.h"

#include <algorithm>

#include "app/demo/session/fault.h"
#include "app/demo/session/methods.h"
#include "shaders/shared/view.h"

namespace sinew {

bool playsBakedClips(const SkinChoice& choice) {
    return skinningMethod(choice.method).facts.bakes;
}

namespace {

bool needsClips(Stage& stage, const BakeSettings& settings) {
    State& state = stage.state;
    const auto needs = [&](const SkinChoice& choice) {
        return playsBakedClips(choice) && choice.settings.bake == settings;
    };
    return needs(state.settings.skinning) || (state.comparing() && needs(state.settings.compared));
}

/// Returns `wanted` if its baked clips and LODs are finished. Otherwise starts to make them, and
/// returns `wanted` in full detail if LODs are missing, or `meanwhile` if clips are missing. If
/// that choice is not ready either, returns the default choice.
SkinChoice drawable(Stage& stage, const SkinChoice& wanted, const SkinChoice& meanwhile) {
    const State& state = stage.state;
    const auto& models = state.models;
    const auto hasLevels = [&](size_t model, const SkinChoice& choice) {
        return supported(choice).lod == Lod::none || stage.frame->scene(model)->hasLevels();
    };
    const auto isBaked = [&](size_t model, const SkinChoice& choice) {
        return !playsBakedClips(choice) ||
               stage.frame->scene(model)->findBaked(choice.settings.bake) != nullptr;
    };
    const auto ready = [&](const SkinChoice& choice) {
        for (size_t i = 0; i < models.size(); ++i) {
            if (!isBaked(i, choice) || !hasLevels(i, choice)) return false;
        }
        return true;
    };
    if (ready(wanted)) return wanted;
    for (size_t i = 0; i < models.size(); ++i) {
        if (hasLevels(i, wanted)) continue;
        if (!stage.levelMaker.busy()) stage.levelMaker.start(models[i].model());
        SkinChoice full = wanted;
        full.settings.lod = Lod::none;
        return ready(full) ? full : SkinChoice{};
    }
    const BakeSettings& bake = wanted.settings.bake;
    // Methods A and B may need baked clips of all models. The baker bakes one model at a time.
    const bool isShown = std::any_of(models.begin(), models.end(), [&](const ShownModel& shown) {
        return stage.baker.busy() && shown.model().get() == stage.baker.model();
    });
    size_t first = 0;
    while (isBaked(first, wanted)) ++first;
    if (!isShown || !needsClips(stage, stage.baker.settings())) {
        stage.baker.start(models[first].model(), bake, stage.device.limits().maxImageDimension2D);
    }
    return ready(meanwhile) ? meanwhile : SkinChoice{};
}

/// Returns the shadow settings of the window. Returns the shadow map instead if rays cannot be
/// traced against the vertices of a model, and sets State::untraced to the reason.
Shadows drawableShadows(Stage& stage, const SkinChoice& choice) {
    State& state = stage.state;
    state.untraced.clear();
    state.tracedNote.clear();
    if (state.settings.shadows.mode == ShadowMode::map) return {};
    for (size_t i = 0; i < state.models.size() && state.untraced.empty(); ++i) {
        const Scene& scene = *stage.frame->scene(i);
        state.untraced = faultOf(
            [&] { requireTraceable(stage.device, scene.model(), scene.resolve(choice).choice); });
        if (state.tracedNote.empty()) state.tracedNote = tracedNote(scene.model());
    }
    return state.untraced.empty() ? state.settings.shadows : Shadows{};
}

}  // namespace

FrameSettings drawableSettings(Stage& stage) {
    State& state = stage.state;
    const Settings& settings = state.settings;
    const SkinChoice first =
        drawable(stage, supportedChoice(settings.skinning), stage.shown.settings.choice());
    FrameSettings frame{
        .method = first.method,
        .skinning = first.settings,
        .scatter = settings.seed,
        .cascadeCount = settings.cascadeCount,
        .depthPrepass = settings.depthPrepass,
        .view = settings.view,
        .model = state.chosenModel,
        .joint = settings.view == SINEW_VIEW_WEIGHTS ? state.joint() : std::nullopt,
        .lodPixels = settings.lodPixels,
        .ratePixels = settings.ratePixels,
        .wireframe = settings.wireframe,
        .sun = settings.sun,
        .shadows = drawableShadows(stage, first),
        .exposure = settings.exposure,
        .overlays = {.skeleton = settings.skeleton,
                     .bounds = settings.bounds,
                     .skeletonOf = state.picked},
        .cullCamera = supported(first).cull == Cull::none ? std::nullopt : state.frozenCamera,
        .divider = settings.divider,
        .timerMode = settings.timerMode,
    };
    if (state.comparing()) {
        frame.compared = drawable(stage, supportedChoice(settings.compared),
                                  stage.shown.settings.compared.value_or(SkinChoice{}));
    }
    if (settings.comparison == Comparison::difference) frame.view = SINEW_VIEW_DIFFERENCE;
    return frame;
}

}  // namespace sinew
