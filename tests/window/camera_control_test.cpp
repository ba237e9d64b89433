// Tests how the mouse moves the camera.
#include "app/demo/platform/camera_control.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

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

struct Box2 {
    glm::vec2 low, high;
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

/// Returns the box of the points in the image, as shares of its width and height from the top left.
Box2 imageOf(const Camera& camera, std::span<const glm::vec3> points, float aspect) {
    Box2 box{glm::vec2(1e9f), glm::vec2(-1e9f)};
    for (const glm::vec3& point : points) {
        const glm::vec4 clip = camera.clipFromWorld(aspect) * glm::vec4(point, 1.0f);
        const glm::vec2 at = 0.5f + 0.5f * glm::vec2(clip) / clip.w;
        box = {glm::min(box.low, at), glm::max(box.high, at)};
    }
    return box;
}

TEST(CameraTest, PointsFillTheViewBetweenTheMargins) {
    // The image is limited by its width, then by its height. The last model is small.
    for (const auto& [aspect, scale] : {std::pair(0.4f, 1.0f), {3.0f, 1.0f}, {3.0f, 1e-4f}}) {
        std::array<glm::vec3, 4> points{{{-1, 0, 2}, {1, 0.2f, -3}, {0, 2, 0}, {0.5f, 1, 1}}};
        for (glm::vec3& point : points) point *= scale;
        Camera camera{.yawRadians = 0.5f, .pitchRadians = 0.3f};
        camera.fit(points, aspect, {0.05f, 0.1f, 0.2f, 0.15f});
        const auto [low, high] = imageOf(camera, points, aspect);
        const glm::vec2 spare = glm::vec2(0.85f, 0.65f) - (high - low);
        EXPECT_NEAR(std::min(spare.x, spare.y), 0, 1e-4f);
        EXPECT_GT(std::max(spare.x, spare.y), 0.1f);
        EXPECT_NEAR(low.x - 0.05f, 0.9f - high.x, 1e-3f) << "in the middle";
        EXPECT_NEAR(low.y - 0.2f, 0.85f - high.y, 1e-3f) << "in the middle";
    }
}

}  // namespace
}  // namespace sinew
