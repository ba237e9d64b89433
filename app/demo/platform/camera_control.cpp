// Moves the camera with the mouse.
#include "app/demo/platform/camera_control.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace sinew {

bool steerCamera(Camera& camera) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantCaptureMouse) return false;
    bool moved = false;
    // In the frame of a press, MouseDelta includes the movement before the press, so it is not
    // used.
    const bool pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Left) ||
                         ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
                         ImGui::IsMouseClicked(ImGuiMouseButton_Middle);
    const ImVec2 drag = pressed ? ImVec2(0, 0) : io.MouseDelta;
    const bool dragged = drag.x != 0 || drag.y != 0;
    const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left);
    const bool pans = ImGui::IsMouseDown(ImGuiMouseButton_Right) ||
                      ImGui::IsMouseDown(ImGuiMouseButton_Middle) || (left && io.KeyShift);
    const float height = std::max(io.DisplaySize.y, 1.0f);
    if (dragged && pans) {
        camera.pan(-drag.x / height, drag.y / height);
        moved = true;
    } else if (dragged && left) {
        // A drag over the window's height turns the camera by 180 degrees, at any resolution.
        constexpr float kRadiansAHeight = 3.14159265f;
        camera.orbit(-drag.x / height * kRadiansAHeight, drag.y / height * kRadiansAHeight);
        moved = true;
    }
    if (io.MouseWheel != 0) {
        camera.zoom(std::pow(0.88f, io.MouseWheel));
        moved = true;
    }
    if (moved) keepAboveGround(camera);
    return moved;
}

void keepAboveGround(Camera& camera) {
    constexpr float kSteepest = 1.5f;  // radians, the limit of Camera::orbit
    // At this height of the eye, the lower edge of the near plane is also above the ground.
    const float eye = camera.nearPlane();
    const float sine = (eye - camera.target.y) / camera.distance;
    if (sine > std::sin(kSteepest)) {
        camera.target.y = eye - camera.distance * std::sin(kSteepest);
        camera.pitchRadians = kSteepest;
    } else if (sine > -1) {
        camera.pitchRadians = std::max(camera.pitchRadians, std::asin(sine));
    }
}

glm::vec2 mouseOnPicture() {
    const ImGuiIO& io = ImGui::GetIO();
    return glm::vec2(io.MousePos.x / io.DisplaySize.x, io.MousePos.y / io.DisplaySize.y) * 2.0f -
           1.0f;
}

std::optional<glm::vec2> clickOnPicture() {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantCaptureMouse || !ImGui::IsMouseReleased(ImGuiMouseButton_Left)) return std::nullopt;
    const float dragged = io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left];
    if (io.KeyShift || dragged > io.MouseDragThreshold * io.MouseDragThreshold) return std::nullopt;
    return mouseOnPicture();
}

}  // namespace sinew
