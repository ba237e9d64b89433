// Acting on settings that keys, panels or other settings changed.
#include <fmt/format.h>

#include <algorithm>

#include "app/demo/demo.h"
#include "app/demo/fault.h"
#include "skinning/animation/bake_file.h"

namespace sinew {
namespace {

bool playsBakedClips(const SkinChoice& choice) {
    return techniqueOf(choice.method).bakes;
}

}  // namespace

void Demo::followSettings() {
    choosePoses();
    describeMethods();
    keepToWhatWorks();
    const Settings& settings = state_.settings;
    if (settings.samples != applied_.samples) followSamples();
    const std::pair columns(state_.columns.left, state_.columns.right);
    if (std::exchange(framedBetween_, columns) != columns && !state_.cameraMoved) frameCamera();
    applied_ = settings;

    if (state_.survey.running()) {
        state_.survey.step(frame_->scene());
        steadyFrames_ = 0;
    }
    measureDifferenceWhenNeeded();
    pictureBakedClips();
}

/// Whoever makes poses faster makes them, where the settings leave that open. What a frame costs
/// with two ways beside each other says nothing of one.
void Demo::choosePoses() {
    Settings& settings = state_.settings;
    SkinSettings& skinning = settings.skinning.settings;
    if (!settings.autoPoses || state_.comparing()) return;
    if (!techniqueOf(settings.skinning.method).heeds.poses) return;
    skinning.poses = PosedBy::cpu;
    skinning.poses = state_.poseTrial.next({.model = state_.model.get(),
                                            .choice = settings.skinning,
                                            .instances = crowd_,
                                            .passes = settings.passes(),
                                            .animating = state_.animating});
}

/// Where memory is too small for so many, as many as before are drawn.
void Demo::followSamples() {
    const std::string fault = faultOf([&] { createFrame(); });
    if (fault.empty()) return;
    state_.complain(fault);
    state_.settings.samples = applied_.samples;
}

/// The model or the frame has been replaced.
void Demo::forgetModel() {
    state_.survey.clear();
    state_.difference.reset();
    state_.baked = nullptr;
    pictured_ = nullptr;
    measured_ = {};
    renderedMoment_.reset();
    fitting_ = {};
    steadyFrames_ = 0;
    // A crowd of one fits with every model.
    const SkinChoice choice = heededChoice(state_.settings.skinning);
    rendered_ = {.method = choice.method, .skinning = choice.settings};
}

void Demo::describeMethods() {
    const Settings& settings = state_.settings;
    const Described asked{
        .model = state_.model.get(),
        .skinning = settings.skinning,
        .compared = settings.compared,
        .comparing = state_.comparing(),
        .passes = settings.passes(),
        .motion = settings.view == SINEW_VIEW_MOTION,
    };
    if (asked == described_) return;
    const auto describe = [&](MethodStates& states, const SkinSettings& skinning) {
        for (const Method method : allMethods()) {
            states[static_cast<size_t>(method)] =
                methodState(*frame_->scene(), {method, skinning}, asked.passes, asked.motion);
        }
    };
    describe(state_.methods, settings.skinning.settings);
    if (asked.comparing) describe(state_.compared, settings.compared.settings);
    described_ = asked;
}

/// Settings that this device or model cannot use go back to the last ones, with a message.
void Demo::keepToWhatWorks() {
    Settings& settings = state_.settings;
    keepToWhatWorks(settings.skinning, works_, state_.methods);
    if (state_.comparing()) keepToWhatWorks(settings.compared, comparedWorks_, state_.compared);
    if (settings.comparison == Comparison::difference && !state_.canCompareVertices) {
        state_.complain(
            fmt::format("the difference view is unsupported: '{}' cannot store from "
                        "the vertex stage (vertexPipelineStoresAndAtomics)",
                        state_.deviceName));
        settings.comparison = Comparison::sideBySide;
    }
    if (!state_.canTellMotion && settings.view == SINEW_VIEW_MOTION) {
        state_.complain(
            fmt::format("motion vectors are unsupported: '{}' cannot write velocities "
                        "beside a blended colour (independentBlend)",
                        state_.deviceName));
        settings.view = SINEW_VIEW_SHADED;
    }
}

void Demo::keepToWhatWorks(SkinChoice& choice, SkinChoice& works, const MethodStates& states) {
    const auto problem = [&]() -> const std::string& {
        return states[static_cast<size_t>(choice.method)].problem;
    };
    if (!problem().empty()) state_.complain(problem());
    // The last settings of another model may not suit this one. The defaults suit every model.
    for (const SkinChoice& instead : {works, SkinChoice{}}) {
        if (problem().empty()) break;
        choice = instead;
        describeMethods();
    }
    works = choice;
}

/// `wanted`, or `meanwhile` until its clips are baked.
SkinChoice Demo::drawable(const SkinChoice& wanted, const SkinChoice& meanwhile) {
    const auto ready = [&](const SkinChoice& choice) {
        return !playsBakedClips(choice) || frame_->scene()->findBaked(choice.settings.bake) != nullptr;
    };
    if (ready(wanted)) return wanted;
    const BakeSettings& bake = wanted.settings.bake;
    // Both ways may need their own baked clips, which are baked one after the other.
    const bool underway =
        baker_.busy() && baker_.model() == state_.model.get() && wantsClips(baker_.settings());
    if (!underway) baker_.start(state_.model, bake, device_.limits().maxImageDimension2D);
    return ready(meanwhile) ? meanwhile : SkinChoice{};
}

bool Demo::wantsClips(const BakeSettings& settings) const {
    const auto wants = [&](const SkinChoice& choice) {
        return playsBakedClips(choice) && choice.settings.bake == settings;
    };
    return wants(state_.settings.skinning) ||
           (state_.comparing() && wants(state_.settings.compared));
}

FrameSettings Demo::drawableSettings() {
    const Settings& settings = state_.settings;
    const SkinChoice first = drawable(heededChoice(settings.skinning), rendered_.choice());
    FrameSettings frame{
        .method = first.method,
        .skinning = first.settings,
        .scatter = settings.seed,
        .cascadeCount = settings.cascadeCount,
        .depthPrepass = settings.depthPrepass,
        .view = settings.view,
        .joint = settings.view == SINEW_VIEW_WEIGHTS ? state_.joint() : std::nullopt,
        .sun = settings.sun,
        .overlays = {.skeleton = settings.skeleton,
                     .bounds = settings.bounds,
                     .skeletonOf = state_.picked},
        .divider = settings.divider,
        .timerMode = settings.timerMode,
    };
    if (state_.comparing()) {
        frame.compared =
            drawable(heededChoice(settings.compared), rendered_.compared.value_or(SkinChoice{}));
    }
    if (settings.comparison == Comparison::difference) frame.view = SINEW_VIEW_DIFFERENCE;
    return frame;
}

void Demo::receiveClips(ClipBaker::Result result) {
    if (result.model != state_.model) return;
    if (result.clips) result.error = faultOf([&] { frame_->scene()->offer(std::move(result.clips)); });
    if (result.error.empty()) return;
    state_.complain(result.error);
    Settings& settings = state_.settings;
    for (SkinChoice* choice : {&settings.skinning, &settings.compared}) {
        if (playsBakedClips(*choice) && choice->settings.bake == result.settings) *choice = {};
    }
}

void Demo::surveyErrors() {
    if (!state_.canCompareVertices) {
        state_.complain(
            fmt::format("errors cannot be measured: '{}' cannot store from the vertex "
                        "stage (vertexPipelineStoresAndAtomics)",
                        state_.deviceName));
        return;
    }
    constexpr uint32_t kInstances = 2;  // the first and one more: enough to show a mix-up
    state_.survey.start(state_.edited(), requestsNow(kInstances));
}

/// Done after either way has changed and, while the clip is paused, for every moment that is shown.
void Demo::measureDifferenceWhenNeeded() {
    if (!rendered_.compared || !state_.comparing()) {
        state_.difference.reset();
        measured_ = {};
        return;
    }
    if (!state_.canCompareVertices || state_.survey.running() || baker_.busy()) return;
    const Playback& playback = state_.playback;
    const Compared now{
        .first = rendered_.choice(),
        .second = rendered_.compared,
        .instanceCount = rendered_.instanceCount,
        .clip = playback.clip,
        .timeSeconds = state_.playing     ? -1.0
                       : state_.animating ? state_.animator.seconds()
                                          : double{playback.timeSeconds},
        .staggered = playback.staggered,
        .animating = state_.animating,
    };
    if (now == measured_) return;
    measured_ = now;
    state_.baked = nullptr;  // capturing makes the crowd anew
    steadyFrames_ = 0;
    const std::string fault = faultOf([&] {
        const std::vector<PoseRequest> requests =
            requestsNow(std::min(rendered_.instanceCount, kMeasuredInstances));
        state_.difference =
            measureDifference(frame_->scene(), shaders_, rendered_, requests, anchorsNow());
    });
    if (!fault.empty()) {
        state_.difference.reset();
        state_.complain(fault);
    }
}

/// Uploads the baked texture as a picture, while it is looked at.
void Demo::pictureBakedClips() {
    BakedView& view = state_.bakedView;
    if (!view.shown || !state_.baked || state_.baked == pictured_) return;
    const BakedPreview preview = previewOf(*state_.baked);
    const uint32_t most = device_.limits().maxImageDimension2D;
    const VkExtent2D extent{preview.width, std::min(preview.height, most)};
    device_.waitIdle();
    view.picture = ui_.setPicture(
        device_, extent, std::span(preview.rgba).first(size_t{4} * extent.width * extent.height));
    view.size = {static_cast<float>(extent.width), static_cast<float>(extent.height)};
    pictured_ = state_.baked;
}

}  // namespace sinew
