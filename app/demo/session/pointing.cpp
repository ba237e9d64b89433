// Finds the instance and the joint under the mouse.
#include "app/demo/session/pointing.h"

#include "app/demo/session/fault.h"
#include "app/demo/session/models.h"
#include "app/demo/session/playing.h"
#include "shaders/shared/view.h"
#include "skinning/animation/placement.h"
#include "skinning/gpu/frame/crowd_camera.h"
#include "skinning/gpu/pose/bounds.h"
#include "skinning/gpu/verify/picking.h"

namespace sinew {

void pick(Stage& stage, const glm::vec2& at) {
    State& state = stage.state;
    const auto [width, height] = state.extent;
    const float aspect = static_cast<float>(width) / static_cast<float>(height);
    state.picked.reset();
    (void)faultOf([&] {
        const auto placements =
            stage.frame->crowds().placements(stage.shown.crowd, state.settings.seed);
        const Ray ray = rayThrough(state.camera, aspect, at);
        std::optional<HitInstance> nearest;
        for (uint32_t i = 0; i < placements.size(); ++i) {
            ShownModel& shown = state.models[i];
            const auto requests = requestsOf(shown, static_cast<uint32_t>(placements[i].size()));
            const auto hit =
                instanceAt(*stage.frame->scene(i), requests, anchorsOf(shown), placements[i], ray);
            if (!hit || (nearest && nearest->distance <= hit->distance)) continue;
            nearest = hit;
            choose(stage, i);
            state.picked = hit->instance;
        }
    });
    state.chosen().animator.watch(state.picked.value_or(0));
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
        Scene& scene = *stage.frame->scene(state.chosenModel);
        const std::vector<PoseRequest> requests = requestsNow(stage, stage.shown.crowd);
        auto placements = std::move(stage.frame->crowds().placements(
            stage.shown.crowd, state.settings.seed)[state.chosenModel]);
        const auto hit = instanceAt(scene, requests, anchorsNow(stage), placements,
                                    rayThrough(state.camera, aspect, at));
        if (!hit) return;
        gpu::Affine& there = placements[hit->instance];
        if (!anchorsNow(stage).empty()) there = moved(there, anchorsNow(stage)[hit->instance]);
        state.pointedJoint = jointAt(scene, requests[hit->instance], there,
                                     state.camera.clipFromWorld(aspect), aspect, at);
    });
}

}  // namespace sinew
