// Finds the instance and the joint under the mouse, and poses selected joints.
#include "app/demo/session/steps.h"

#include "app/demo/platform/camera_control.h"
#include "app/demo/session/fault.h"
#include "shaders/shared/view.h"
#include "skinning/animation/placement.h"
#include "skinning/gpu/frame/crowd_camera.h"
#include "skinning/gpu/pose/bounds.h"
#include "skinning/gpu/verify/picking.h"

namespace sinew {
namespace {

/// Largest crowd for which joints are posed in each frame.
constexpr uint32_t kMostPosed = 1000;

float aspectOf(const State& state) {
    return static_cast<float>(state.extent.width) / static_cast<float>(state.extent.height);
}

struct HitModel {
    uint32_t model = 0;
    HitInstance hit;
    Box box;  // world space
};

std::optional<HitModel> instanceOfCrowdAt(Stage& stage, const glm::vec2& at) {
    State& state = stage.state;
    const auto placements =
        stage.frame->crowds().placements(stage.shown.crowd, state.settings.seed);
    const Ray ray = rayThrough(state.camera, aspectOf(state), at);
    std::optional<HitModel> nearest;
    for (uint32_t i = 0; i < placements.size(); ++i) {
        ShownModel& shown = state.models[i];
        Scene& scene = *stage.frame->scene(i);
        const auto requests = requestsOf(shown, static_cast<uint32_t>(placements[i].size()));
        const std::span<const Anchor> anchors = anchorsOf(shown);
        const auto hit = instanceAt(scene, requests, anchors, placements[i], ray);
        if (!hit || (nearest && nearest->hit.distance <= hit->distance)) continue;
        const auto only = [&](const auto& all) {
            return std::span(all).subspan(all.empty() ? 0 : hit->instance, all.empty() ? 0 : 1);
        };
        nearest = {i, *hit,
                   crowdBoundsAt(scene, only(requests), only(anchors), only(placements[i]))};
    }
    return nearest;
}

/// Returns the posed joints of an instance of the chosen model.
PosedJoints poseOf(Stage& stage, uint32_t instance) {
    const std::vector<PoseRequest> requests = requestsNow(stage, instance + 1);
    const auto placements =
        stage.frame->crowds().placements(stage.shown.crowd, stage.state.settings.seed);
    gpu::Affine there = placements[stage.state.chosenModel][instance];
    const std::span<const Anchor> anchors = anchorsNow(stage);
    if (!anchors.empty()) there = moved(there, anchors[instance]);
    PosedJoints posed =
        posedJoints(*stage.frame->scene(stage.state.chosenModel), requests[instance], there);
    posed.instance = instance;
    return posed;
}

std::optional<uint32_t> pointedInstance(Stage& stage, const glm::vec2& at, bool any) {
    State& state = stage.state;
    // The picked instance may be missing if the crowd was reduced because memory ran out.
    if (!any && state.picked >= chosenCount(stage)) return std::nullopt;
    if (!any) return state.picked;
    if (chosenCount(stage) == 1) return 0;
    const auto hit = instanceOfCrowdAt(stage, at);
    return hit && hit->model == state.chosenModel ? std::optional(hit->hit.instance) : std::nullopt;
}

/// Finds the joint under the mouse: a dot of the skeleton overlay or, in the view `weights`, a
/// bone.
void pointAtJoint(Stage& stage) {
    State& state = stage.state;
    JointsView& joints = state.joints;
    joints.pointed.reset();
    joints.pointedPose.reset();
    const ImGuiIO& io = ImGui::GetIO();
    const bool weights = state.settings.view == SINEW_VIEW_WEIGHTS;
    const bool skeletons = state.settings.skeleton;
    if (io.WantCaptureMouse || stage.shown.crowd > kMostPosed) return;
    if (!weights && !skeletons && !state.picked) return;
    const glm::vec2 at = mouseOnPicture();
    if (std::abs(at.x) > 1 || std::abs(at.y) > 1) return;
    const auto instance = pointedInstance(stage, at, weights || skeletons);
    if (!instance) return;
    PosedJoints posed = poseOf(stage, *instance);
    const float aspect = aspectOf(state);
    const PickView view{state.camera.clipFromWorld(aspect), aspect};
    const bool hasDots = skeletons || state.picked == instance;
    const float radius = 2.0f * 8.0f * stage.interface.scale() / io.DisplaySize.y;
    if (hasDots) joints.pointed = jointOriginAt(posed, view, at, radius);
    joints.pointedIsDot = joints.pointed.has_value();
    if (!joints.pointed && weights) {
        joints.pointed = jointAt(state.chosen().model()->skeleton, posed, view, at);
    }
    if (joints.pointed) joints.pointedPose = std::move(posed);
}

}  // namespace

void pick(Stage& stage, const glm::vec2& at) {
    State& state = stage.state;
    JointsView& joints = state.joints;
    if (joints.pointed && joints.pointedIsDot) {
        joints.selected = joints.pointed;
        joints.reveal = true;
        state.picked = joints.pointedPose->instance;
    } else {
        state.picked.reset();
        (void)faultOf([&] {
            const auto nearest = instanceOfCrowdAt(stage, at);
            if (!nearest) return;
            choose(stage, nearest->model);
            state.picked = nearest->hit.instance;
        });
    }
    state.chosen().animator.watch(state.picked.value_or(0));
}

void focus(Stage& stage, const glm::vec2& at) {
    (void)faultOf([&] {
        const auto nearest = instanceOfCrowdAt(stage, at);
        if (nearest) frameBox(stage, nearest->box);
    });
}

void followJoints(Stage& stage) {
    State& state = stage.state;
    JointsView& joints = state.joints;
    const Model* model = state.chosen().model().get();
    if (stage.changes.joints.changes({model, joints.filter})) {
        joints.rows = jointRows(model->skeleton, joints.filter);
    }
    if (joints.selected >= model->skeleton.size()) joints.selected.reset();
    joints.selectedPose.reset();
    (void)faultOf([&] {
        pointAtJoint(stage);
        if (!joints.selected && !state.settings.jointAxes) return;
        const uint32_t instance = state.picked.value_or(0);
        if (stage.shown.crowd > kMostPosed || instance >= chosenCount(stage)) return;
        joints.selectedPose = poseOf(stage, instance);
    });
}

}  // namespace sinew
