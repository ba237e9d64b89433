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
    const ImVec2 drag = io.MouseDelta;
    const bool dragged = drag.x != 0 || drag.y != 0;
    const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left);
    const bool pans = ImGui::IsMouseDown(ImGuiMouseButton_Right) ||
                      ImGui::IsMouseDown(ImGuiMouseButton_Middle) || (left && io.KeyShift);
    const float height = std::max(io.DisplaySize.y, 1.0f);
    if (dragged && pans) {
        camera.pan(-drag.x / height, drag.y / height);
        moved = true;
    } else if (dragged && left) {
        // A drag over the window's height is half a turn, at any resolution.
        constexpr float kRadiansAHeight = 3.14159265f;
        camera.orbit(-drag.x / height * kRadiansAHeight, drag.y / height * kRadiansAHeight);
        moved = true;
    }
    if (io.MouseWheel != 0) {
        camera.zoom(std::pow(0.88f, io.MouseWheel));
        moved = true;
    }
    return moved;
}

std::optional<glm::vec2> clickOnPicture() {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantCaptureMouse || !ImGui::IsMouseReleased(ImGuiMouseButton_Left)) return std::nullopt;
    const float dragged = io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left];
    if (io.KeyShift || dragged > io.MouseDragThreshold * io.MouseDragThreshold) return std::nullopt;
    return glm::vec2(io.MousePos.x / io.DisplaySize.x, io.MousePos.y / io.DisplaySize.y) * 2.0f -
           1.0f;
}

}  // namespace sinew
