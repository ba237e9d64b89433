// The ways of skinning that can be drawn now.
#include "app/demo/session/ways.h"

#include "app/demo/session/methods.h"

namespace sinew {

bool playsBakedClips(const SkinChoice& choice) {
    return techniqueOf(choice.method).bakes;
}

namespace {

bool wantsClips(Stage& stage, const BakeSettings& settings) {
    State& state = stage.state;
    const auto wants = [&](const SkinChoice& choice) {
        return playsBakedClips(choice) && choice.settings.bake == settings;
    };
    return wants(state.settings.skinning) || (state.comparing() && wants(state.settings.compared));
}

/// `wanted`, or `meanwhile` until its clips are baked.
SkinChoice drawable(Stage& stage, const SkinChoice& wanted, const SkinChoice& meanwhile) {
    const auto ready = [&](const SkinChoice& choice) {
        return !playsBakedClips(choice) ||
               stage.frame->scene()->findBaked(choice.settings.bake) != nullptr;
    };
    if (ready(wanted)) return wanted;
    const BakeSettings& bake = wanted.settings.bake;
    // Both ways may need their own baked clips, which are baked one after the other.
    const bool underway = stage.baker.busy() && stage.baker.model() == stage.state.model.get() &&
                          wantsClips(stage, stage.baker.settings());
    if (!underway)
        stage.baker.start(stage.state.model, bake, stage.device.limits().maxImageDimension2D);
    return ready(meanwhile) ? meanwhile : SkinChoice{};
}

}  // namespace

FrameSettings drawableSettings(Stage& stage) {
    State& state = stage.state;
    const Settings& settings = state.settings;
    const SkinChoice first =
        drawable(stage, heededChoice(settings.skinning), stage.shown.settings.choice());
    FrameSettings frame{
        .method = first.method,
        .skinning = first.settings,
        .scatter = settings.seed,
        .cascadeCount = settings.cascadeCount,
        .depthPrepass = settings.depthPrepass && !settings.wireframe,
        .view = settings.view,
        .joint = settings.view == SINEW_VIEW_WEIGHTS ? state.joint() : std::nullopt,
        .wireframe = settings.wireframe,
        .sun = settings.sun,
        .overlays = {.skeleton = settings.skeleton,
                     .bounds = settings.bounds,
                     .skeletonOf = state.picked},
        .divider = settings.divider,
        .timerMode = settings.timerMode,
    };
    if (state.comparing()) {
        frame.compared = drawable(stage, heededChoice(settings.compared),
                                  stage.shown.settings.compared.value_or(SkinChoice{}));
    }
    if (settings.comparison == Comparison::difference) frame.view = SINEW_VIEW_DIFFERENCE;
    return frame;
}

}  // namespace sinew
