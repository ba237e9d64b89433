// The mouse and the camera.
#include "app/demo/platform/camera_control.h"

#include "tests/window/imgui_test.h"

namespace sinew {
namespace {

class CameraControlTest : public ImGuiTest {
protected:
    CameraControlTest() { frame({100, 100}, {}); }

    struct Input {
        bool left = false, right = false;
        float wheel = 0;
    };
    bool frame(ImVec2 mouse, const Input& input) {
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = mouse;
        io.MouseDown[ImGuiMouseButton_Left] = input.left;
        io.MouseDown[ImGuiMouseButton_Right] = input.right;
        io.MouseWheel = input.wheel;
        ImGui::NewFrame();
        const bool moved = steerCamera(camera_);
        ImGui::EndFrame();
        return moved;
    }

    Camera camera_;
};

TEST_F(CameraControlTest, TravelBeforeThePressDoesNotMoveTheCamera) {
    const float yaw = camera_.yawRadians;
    EXPECT_FALSE(frame({500, 400}, {.left = true}));
    EXPECT_EQ(camera_.yawRadians, yaw);
    EXPECT_TRUE(frame({520, 400}, {.left = true}));
    EXPECT_NE(camera_.yawRadians, yaw);
}

TEST_F(CameraControlTest, TheEyeStaysAboveTheGround) {
    frame({100, 400}, {.left = true});
    EXPECT_TRUE(frame({100, 0}, {.left = true}));
    EXPECT_GT(camera_.position().y, 0);
    EXPECT_LT(camera_.pitchRadians, 0) << "a look from below at what is above the ground";
    frame({100, 0}, {});
    for (int i = 0; i < 10; ++i) {
        EXPECT_TRUE(frame({100, 0}, {.wheel = -1}));
        EXPECT_GT(camera_.position().y, 0) << "zoom " << i;
    }
    for (int i = 0; i < 10; ++i) {
        frame({100, 400}, {.right = true});
        EXPECT_TRUE(frame({100, 0}, {.right = true}));
        EXPECT_GT(camera_.position().y, 0) << "pan " << i;
        frame({100, 0}, {});
    }
}

}  // namespace
}  // namespace sinew
