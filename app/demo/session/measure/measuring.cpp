// Measures errors and vertex differences, and uploads images for the panels, between two frames.
#include "app/demo/session/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/demo/session/fault.h"
#include "app/demo/work/thumbnails.h"
#include "skinning/packing/bake_file.h"

namespace sinew {

void surveyErrors(Stage& stage) {
    State& state = stage.state;
    if (!state.canCompareVertices) {
        state.complain(
            fmt::format("errors cannot be measured: '{}' lacks vertexPipelineStoresAndAtomics; try "
                        "another device",
                        state.deviceName));
        return;
    }
    constexpr uint32_t kInstances = 2;  // two, to detect exchanged instance data
    state.survey.start(state.edited(), requestsNow(stage, kInstances));
}

void measureDifferenceWhenNeeded(Stage& stage) {
    State& state = stage.state;
    const FrameSettings& shown = stage.shown.settings;
    if (!shown.compared || !state.comparing()) {
        state.difference.reset();
        stage.changes.difference.forget();
        return;
    }
    if (chosenCount(stage) == 0) return;
    if (!state.canCompareVertices || state.survey.running() || stage.baker.busy()) return;
    const Playback& playback = state.chosen().playback;
    const Compared now{
        .first = shown.choice(),
        .second = shown.compared,
        .instanceCount = shown.instanceCount,
        .clip = playback.clip,
        .timeSeconds = state.playing              ? -1.0
                       : state.chosen().animating ? state.chosen().animator.seconds()
                                                  : double{playback.timeSeconds},
        .staggered = playback.staggered,
        .animating = state.chosen().animating,
    };
    if (!stage.changes.difference.changes(now)) return;
    state.baked = nullptr;  // invalid: the capture recreates the crowd
    stage.shown.steadyFrames = 0;
    const std::string fault = faultOf([&] {
        const std::vector<PoseRequest> requests =
            requestsNow(stage, std::min(shown.instanceCount, kMeasuredInstances));
        const uint32_t model = state.chosenModel;
        const auto placements =
            stage.frame->crowds().placements(shown.instanceCount, shown.scatter);
        state.difference = measureDifference(stage.frame->scene(model), stage.shaders, shown,
                                             {.requests = requests,
                                              .anchors = anchorsNow(stage),
                                              .worldFromObject = placements[model]});
    });
    if (!fault.empty()) {
        state.difference.reset();
        state.complain(fault);
    }
}

void pictureBakedClips(Stage& stage) {
    State& state = stage.state;
    BakedView& view = state.bakedView;
    if (!view.shown || !state.baked || !stage.changes.pictured.changes(state.baked)) return;
    const BakedPreview preview = previewOf(*state.baked);
    const uint32_t most = stage.device.limits().maxImageDimension2D;
    const VkExtent2D extent{preview.width, std::min(preview.height, most)};
    stage.device.waitIdle();
    view.picture = stage.ui.setPicture(
        stage.device, UiPicture::bakedClips, extent,
        std::span(preview.rgba).first(size_t{4} * extent.width * extent.height));
    view.size = {static_cast<float>(extent.width), static_cast<float>(extent.height)};
}

void pictureMaterials(Stage& stage) {
    ThumbnailAtlas& atlas = stage.state.thumbnails;
    const Model* model = stage.state.chosen().model().get();
    if (!std::exchange(atlas.wanted, false)) return;
    if (!stage.changes.thumbnailed.changes(model)) return;
    const Thumbnails made = thumbnailsOf(model->images);
    stage.device.waitIdle();
    atlas.picture = stage.ui.setPicture(stage.device, UiPicture::thumbnails,
                                        {made.width, made.height}, made.rgba);
    atlas.size = {static_cast<float>(made.width), static_cast<float>(made.height)};
    atlas.of = model;
}

}  // namespace sinew
