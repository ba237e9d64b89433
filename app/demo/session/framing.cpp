// Positions the camera.
#include "app/demo/session/steps.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "app/demo/panels/panels.h"
#include "app/demo/platform/camera_control.h"
#include "app/demo/platform/render_command.h"
#include "app/demo/platform/view_files.h"
#include "app/demo/session/fault.h"
#include "skinning/gpu/frame/crowd_camera.h"
#include "skinning/gpu/pose/bounds.h"

namespace sinew {
namespace {

Box crowdNow(Stage& stage) {
    State& state = stage.state;
    const uint32_t scatter = state.settings.seed;
    Box crowd = stage.frame->crowds().bounds(stage.shown.crowd, scatter);
    // An out-of-range pose throws here; the error is shown when the frame is rendered.
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

/// Moves the camera so that the points fit into the area between the panels, below messages and
/// above legends.
void frame(Stage& stage, std::span<const glm::vec3> points) {
    constexpr float kMargin = 0.05f;                    // relative to the free area
    constexpr float kMessage = 48.0f, kLegend = 62.0f;  // heights at scale 1
    State& state = stage.state;
    const auto [width, height] = stage.window.size();
    const auto windowWidth = static_cast<float>(width), windowHeight = static_cast<float>(height);
    const float scale = stage.interface.scale();
    const auto [left, right] = columnsOf(state.settings, windowWidth, scale);
    const float free = std::max(windowWidth - left - right, 0.3f * windowWidth);
    const auto margin = [&](float size) {
        return std::clamp(size * scale / windowHeight, kMargin, 0.2f);
    };
    state.camera.fit(points, free / windowHeight,
                     {kMargin, kMargin, margin(messagesTop(state) + kMessage), margin(kLegend)});
    keepAboveGround(state.camera);
    state.camera.shift.x = (left - right) / windowWidth;
    stage.shown.cut = true;
}

void frameFrom(Stage& stage, float yawRadians, float pitchRadians) {
    if (stage.window.pixels().height == 0) return;
    stage.state.camera = {.yawRadians = yawRadians, .pitchRadians = pitchRadians};
    frame(stage, crowdOutline(stage));
}

}  // namespace

void frameCamera(Stage& stage) {
    const State& state = stage.state;
    const float crowded = std::log2(static_cast<float>(stage.shown.crowd)) / 8.0f;
    frameFrom(stage, state.settings.turntable ? state.camera.yawRadians : 0.5f,
              0.16f + 0.34f * std::min(crowded, 1.0f));
    stage.state.cameraMoved = false;
}

void frameBox(Stage& stage, const Box& box) {
    const std::array corners = cornersOf(box);
    frame(stage, corners);
    stage.state.cameraMoved = true;
}

void turnCamera(Stage& stage, float seconds) {
    const State& state = stage.state;
    const bool steered = ImGui::IsAnyMouseDown() && !ImGui::GetIO().WantCaptureMouse;
    if (!state.settings.turntable || steered || state.ranking.running()) return;
    float& yaw = stage.state.camera.yawRadians;
    yaw += glm::radians(state.settings.turntableSpeed) * seconds;
    yaw = std::remainder(yaw, 6.2831853f);
}

void lookFrom(Stage& stage, float yawRadians) {
    constexpr float kPitchRadians = 0.05f;
    frameFrom(stage, yawRadians, kPitchRadians);
    stage.state.cameraMoved = true;
}

void restoreCamera(Stage& stage) {
    State& state = stage.state;
    const std::vector<float> kept = std::exchange(state.settings.camera, {});
    if (kept.size() != Settings::kCameraNumbers) return;
    Camera& camera = state.camera;
    camera.yawRadians = kept[0];
    camera.pitchRadians = 0;
    camera.orbit(0, kept[1]);  // clamps the pitch
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
