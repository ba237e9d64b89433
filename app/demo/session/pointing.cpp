// What is under the mouse.
#include "app/demo/session/pointing.h"

#include "app/demo/session/fault.h"
#include "app/demo/session/playing.h"
#include "skinning/animation/placement.h"
#include "skinning/gpu/bounds.h"
#include "skinning/gpu/crowd_camera.h"
#include "skinning/gpu/picking.h"

namespace sinew {

void pick(Stage& stage, const glm::vec2& at) {
    State& state = stage.state;
    const auto [width, height] = state.extent;
    const float aspect = static_cast<float>(width) / static_cast<float>(height);
    (void)faultOf([&] {
        const std::vector<PoseRequest> requests = requestsNow(stage, stage.shown.crowd);
        state.picked = instanceAt(*stage.frame->scene(), requests, anchorsNow(stage),
                                  state.settings.seed, rayThrough(state.camera, aspect, at));
    });
    state.animator.watch(state.picked.value_or(0));
}

void pointAtJoint(Stage& stage) {
    State& state = stage.state;
    constexpr uint32_t kMost = 1000;
    state.pointedJoint.reset();
    const ImGuiIO& io = ImGui::GetIO();
    if (state.settings.view != SINEW_VIEW_WEIGHTS || io.WantCaptureMouse ||
        stage.shown.crowd > kMost)
        return;
    const glm::vec2 at =
        2.0f * glm::vec2(io.MousePos.x / io.DisplaySize.x, io.MousePos.y / io.DisplaySize.y) - 1.0f;
    const float aspect = io.DisplaySize.x / io.DisplaySize.y;
    (void)faultOf([&] {
        Scene& scene = *stage.frame->scene();
        const std::vector<PoseRequest> requests = requestsNow(stage, stage.shown.crowd);
        const uint32_t seed = state.settings.seed;
        const auto instance = instanceAt(scene, requests, anchorsNow(stage), seed,
                                         rayThrough(state.camera, aspect, at));
        if (!instance) return;
        std::vector<gpu::Affine> placed(stage.shown.crowd);
        placeCrowd(scene.bounds(), placed, seed);
        gpu::Affine& there = placed[*instance];
        if (!anchorsNow(stage).empty()) there = moved(there, anchorsNow(stage)[*instance]);
        state.pointedJoint = jointAt(scene, requests[*instance], there,
                                     state.camera.clipFromWorld(aspect), aspect, at);
    });
}

}  // namespace sinew
