// Positions the camera.
#include "app/demo/session/framing.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "app/demo/panels/panels.h"
#include "app/demo/platform/camera_control.h"
#include "app/demo/platform/render_command.h"
#include "app/demo/platform/view_files.h"
#include "app/demo/session/fault.h"
#include "app/demo/session/playing.h"
#include "skinning/gpu/frame/crowd_camera.h"
#include "skinning/gpu/pose/bounds.h"

namespace sinew {
namespace {

Box crowdNow(Stage& stage) {
    State& state = stage.state;
    const uint32_t scatter = state.settings.seed;
    Box crowd = stage.frame->crowds().bounds(stage.shown.crowd, scatter);
    // An out-of-range pose throws here, and is reported when it is rendered.
    (void)faultOf([&] {
        Box posed = Box::nothing();
        const auto placements = stage.frame->crowds().placements(stage.shown.crowd, scatter);
        for (size_t i = 0; i < placements.size(); ++i) {
            if (placements[i].empty()) continue;
            ShownModel& shown = state.models[i];
            const auto count = static_cast<uint32_t>(placements[i].size());
            const std::vector<PoseRequest> requests = requestsOf(shown, count);
            posed.include(
                crowdBoundsAt(*stage.frame->scene(i), requests, anchorsOf(shown), placements[i]));
        }
        crowd = posed;
    });
    return crowd;
}

/// Bounds over the clip do not depend on the time. A large crowd's current poses have all phases.
Box crowdOverClip(Stage& stage) {
    State& state = stage.state;
    constexpr uint32_t kFew = 64;
    constexpr uint32_t kMoments = 24;
    const Clip* clip = state.clip();
    if (state.models.size() > 1 || state.chosen().animating || !clip || stage.shown.crowd > kFew) {
        return crowdNow(stage);
    }
    Box crowd = Box::nothing();
    const std::string fault = faultOf([&] {
        const auto placements =
            stage.frame->crowds().placements(stage.shown.crowd, state.settings.seed);
        Playback playback{.clip = state.chosen().playback.clip,
                          .staggered = state.settings.staggered};
        for (uint32_t i = 0; i < kMoments; ++i) {
            playback.timeSeconds = clip->durationSeconds * static_cast<float>(i) / kMoments;
            const std::vector<PoseRequest> requests =
                requestsOf(*state.chosen().model(), playback, stage.shown.crowd);
            crowd.include(crowdBoundsAt(*stage.frame->scene(), requests, {}, placements[0]));
        }
    });
    return fault.empty() ? crowd : crowdNow(stage);
}

}  // namespace

void frameCamera(Stage& stage) {
    State& state = stage.state;
    const VkExtent2D pixels = stage.window.pixels();
    const auto [width, height] = stage.window.size();
    if (pixels.height == 0) return;
    const auto windowWidth = static_cast<float>(width);
    const auto [left, right] = columnsOf(state.settings, windowWidth, stage.interface.scale());
    const float free = std::max(windowWidth - left - right, 0.3f * windowWidth);
    state.camera =
        cameraWithin(crowdOverClip(stage), stage.shown.crowd, free / static_cast<float>(height));
    state.camera.shift.x = (left - right) / windowWidth;
    state.cameraMoved = false;
    stage.shown.cut = true;
}

void lookFrom(Stage& stage, float yawRadians) {
    constexpr float kPitchRadians = 0.05f;
    frameCamera(stage);
    Camera& camera = stage.state.camera;
    camera.yawRadians = yawRadians;
    camera.pitchRadians = kPitchRadians;
    stage.state.cameraMoved = true;
}

void restoreCamera(Stage& stage) {
    State& state = stage.state;
    const std::vector<float> kept = std::exchange(state.settings.camera, {});
    if (kept.size() != Settings::kCameraNumbers) return;
    Camera& camera = state.camera;
    camera.yawRadians = kept[0];
    camera.pitchRadians = 0;
    camera.orbit(0, kept[1]);  // clamps it, like zoom()
    camera.distance = kept[2];
    camera.zoom(1);
    camera.target = {kept[3], kept[4], kept[5]};
    keepAboveGround(camera);
    state.cameraMoved = true;
}

void teleport(Stage& stage) {
    stage.state.camera.orbit(3.14159265f, 0.0f);
    stage.state.cameraMoved = true;
    stage.shown.cut = true;
}

void copyCommand(Stage& stage) {
    State& state = stage.state;
    const Box crowd = crowdNow(stage);
    const std::string fault = faultOf([&] {
        const std::string file =
            drawnFile(state, stage.frame->crowds().countsOf(stage.shown.crowd));
        const std::string command = renderCommand(state, file, crowd, stage.shown.crowd);
        SDL_SetClipboardText(command.c_str());
        state.notify("Copied: " + command);
        const std::vector<std::string> missing = missingInCommand(state);
        if (missing.empty()) return;
        state.notify(fmt::format("The command leaves out: {}.", fmt::join(missing, "; ")));
    });
    if (!fault.empty()) state.complain(fault);
}

}  // namespace sinew
