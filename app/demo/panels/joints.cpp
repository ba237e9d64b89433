// Panel: the list of joints. Overlay: joint names and axes.
#include <algorithm>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/short_names.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"

namespace sinew {
namespace {

/// Largest height of the list; a longer list scrolls.
constexpr size_t kMostRowsShown = 10;

void listOfJoints(State& state) {
    JointsView& joints = state.joints;
    const Skeleton& skeleton = state.chosen().model()->skeleton;
    const ShortNames names(
        std::vector<std::string_view>(skeleton.names.begin(), skeleton.names.end()));
    const size_t shown = std::clamp<size_t>(joints.rows.size(), 1, kMostRowsShown);
    const float row = ImGui::GetTextLineHeightWithSpacing();
    ImGui::BeginChild("rows", {0, static_cast<float>(shown) * row});
    if (joints.rows.empty()) widgets::remark("No joint has this name.");
    const auto at = std::ranges::find(joints.rows, joints.selected, &JointRow::joint);
    if (std::exchange(joints.reveal, false) && at != joints.rows.end()) {
        const auto above = static_cast<float>(at - joints.rows.begin());
        ImGui::SetScrollY(std::max(0.0f, (above - 0.5f * kMostRowsShown) * row));
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(joints.rows.size()), row);
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const auto [joint, depth] = joints.rows[static_cast<size_t>(i)];
            const bool selected = joints.selected == joint;
            ImGui::PushID(static_cast<int>(joint));
            if (ImGui::Selectable("##joint", selected)) {
                joints.selected = selected ? std::nullopt : std::optional(joint);
                state.settings.skeleton = true;
            }
            for_tests::widget(skeleton.names[joint].c_str(), selected ? "selected" : "");
            constexpr uint32_t kDeepest = 12;
            const float indent = 0.2f + 0.6f * static_cast<float>(std::min(depth, kDeepest));
            ImGui::SameLine(indent * ImGui::GetFontSize());
            ImGui::TextUnformatted(std::string(names.of(skeleton.names[joint])).c_str());
            ImGui::PopID();
        }
    }
    ImGui::EndChild();
}

void transformRows(const char* caption, const gpu::Affine& matrix) {
    const Transform t = transformOf(matrix);
    widgets::colored(color::kText, caption);
    widgets::fact("translation", widgets::line("{:.3f} {:.3f} {:.3f}", t.translation.x,
                                               t.translation.y, t.translation.z));
    widgets::fact("rotation", widgets::line("{:.3f} {:.3f} {:.3f} {:.3f}", t.rotation.x,
                                            t.rotation.y, t.rotation.z, t.rotation.w));
    widgets::fact("scale", widgets::line("{:.3f} {:.3f} {:.3f}", t.scale.x, t.scale.y, t.scale.z));
}

void selectedJoint(const State& state, uint32_t joint) {
    const Skeleton& skeleton = state.chosen().model()->skeleton;
    widgets::fact("joint", widgets::line("{}: {:.100}", joint, skeleton.names[joint]));
    if (!state.joints.selectedPose) {
        widgets::remark("Poses of joints are shown for at most 1000 instances.");
        return;
    }
    const PosedJoints& posed = *state.joints.selectedPose;
    transformRows("local, to the parent", parentFromJoint(skeleton, posed.objectFromJoint, joint));
    transformRows("global, to the model", posed.objectFromJoint[joint]);
    widgets::remark(widgets::line("pose of instance {}, computed from its clips", posed.instance));
}

struct Projection {
    glm::mat4 clipFromWorld;
    float nearPlane = 0;
    ImVec2 display;

    std::optional<ImVec2> operator()(const glm::vec3& world) const {
        const glm::vec4 clip = clipFromWorld * glm::vec4(world, 1.0f);
        if (clip.w < nearPlane) return std::nullopt;
        return ImVec2((0.5f + 0.5f * clip.x / clip.w) * display.x,
                      (0.5f + 0.5f * clip.y / clip.w) * display.y);
    }
};

/// Draws the axes of a joint. `length` is relative to the size of the character.
void drawAxes(const Projection& projected, const PosedJoints& posed, uint32_t joint, float length,
              float scale) {
    constexpr ImU32 kAxes[] = {IM_COL32(240, 70, 60, 255), IM_COL32(95, 205, 80, 255),
                               IM_COL32(80, 140, 255, 255)};
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const glm::vec3 origin = posed.origin(joint);
    const auto from = projected(origin);
    if (!from) return;
    for (uint32_t axis = 0; axis < 3; ++axis) {
        const auto to = projected(origin + length * posed.size * posed.axis(joint, axis));
        if (!to) continue;
        draw.AddLine(*from, *to, IM_COL32(0, 0, 0, 170), 4.0f * scale);
        draw.AddLine(*from, *to, kAxes[axis], 2.0f * scale);
    }
}

void drawMark(const Projection& projected, const PosedJoints& posed, uint32_t joint,
              const ImVec4& tint, float scale) {
    const auto at = projected(posed.origin(joint));
    if (!at) return;
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw.AddCircle(*at, 7.0f * scale, IM_COL32(0, 0, 0, 200), 0, 4.0f * scale);
    draw.AddCircle(*at, 7.0f * scale, ImGui::GetColorU32(tint), 0, 2.0f * scale);
}

}  // namespace

void jointsSection(State& state) {
    JointsView& joints = state.joints;
    if (state.chosen().model()->skeleton.names.empty()) {
        widgets::remark("The model has no joints.");
        return;
    }
    widgets::caption("filter");
    ImGui::InputTextWithHint("##filter", "part of a name", joints.filter, sizeof(joints.filter));
    for_tests::widget("filter");
    listOfJoints(state);
    if (joints.selected) selectedJoint(state, *joints.selected);
    // Axes are drawn only with the skeleton overlay.
    const bool before = state.settings.jointAxes && (state.settings.skeleton || state.picked);
    bool axes = before;
    widgets::checkbox("axes of all joints", axes);
    widgets::tip("of the picked instance, else of the first one; x red, y green, z blue");
    if (axes != before) state.settings.jointAxes = axes;
    if (axes && !before) state.settings.skeleton = true;
}

void jointsOverlay(const State& state, float scale) {
    constexpr float kLong = 0.08f, kShort = 0.035f;  // axis lengths, relative to the character
    const JointsView& joints = state.joints;
    const bool skeleton = state.settings.skeleton || state.picked;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const Projection projected{state.camera.clipFromWorld(display.x / display.y),
                               state.camera.nearPlane(), display};
    if (skeleton && joints.selectedPose) {
        const PosedJoints& posed = *joints.selectedPose;
        const auto count = static_cast<uint32_t>(posed.objectFromJoint.size());
        for (uint32_t joint = 0; state.settings.jointAxes && joint < count; ++joint) {
            drawAxes(projected, posed, joint, kShort, scale);
        }
        if (joints.selected) {
            drawAxes(projected, posed, *joints.selected, kLong, scale);
            drawMark(projected, posed, *joints.selected, color::kAccent, scale);
            if (const auto at = projected(posed.origin(*joints.selected))) {
                for_tests::section("selected joint");
                for_tests::text(widgets::line("{:.0f} {:.0f}", at->x, at->y).text);
                for_tests::section("");
            }
        }
    }
    if (!joints.pointed) return;
    if (joints.pointedIsDot) {
        drawAxes(projected, *joints.pointedPose, *joints.pointed, kLong, scale);
        drawMark(projected, *joints.pointedPose, *joints.pointed, color::kText, scale);
    }
    const std::string& name = state.chosen().model()->skeleton.names[*joints.pointed];
    for_tests::section("joint");
    for_tests::text(name.c_str());
    for_tests::section("");
    widgets::longTooltip(name.c_str());
}

}  // namespace sinew
