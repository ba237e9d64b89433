// Tests code that needs ImGui but no window: how the mouse moves the camera, texts that are too
// long for their widget, and names with common beginnings and ends.
#include <gmock/gmock.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/demo/panels/widgets/short_names.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/camera_control.h"

namespace sinew {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

/// Fixture with an ImGui context and no window.
class ImGuiTest : public testing::Test {
protected:
    ImGuiTest() {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = {640, 480};
        unsigned char* pixels = nullptr;
        int width = 0, height = 0;
        io.Fonts->AddFontDefault();  // monospaced
        io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    }
    ~ImGuiTest() override { ImGui::DestroyContext(); }
};

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

class ElidedTest : public ImGuiTest {
protected:
    ElidedTest() { ImGui::NewFrame(); }
    ~ElidedTest() override { ImGui::EndFrame(); }
    static float widthOf(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }
};

TEST_F(ElidedTest, WhatFitsIsShownAsItIs) {
    EXPECT_STREQ(widgets::elided("hero.glb", widthOf("hero.glb")).text, "hero.glb");
    EXPECT_STREQ(widgets::elided("", 10).text, "");
}

TEST_F(ElidedTest, WhatIsTooWideLosesItsMiddleAndNoMoreThanThat) {
    const widgets::Line shown = widgets::elided("mannequin_low.glb", widthOf("ten letter"));
    EXPECT_STREQ(shown.text, "mann...glb");
}

TEST_F(ElidedTest, AVeryLongTextKeepsItsEndsToo) {
    const std::string name = "begin" + std::string(5000, '-') + "end.glb";
    for (const float width : {100.0f, 600.0f, 1e6f}) {
        const std::string shown = widgets::elided(name.c_str(), width).text;
        EXPECT_THAT(shown, testing::AllOf(StartsWith("begin"), HasSubstr("..."), EndsWith("glb")));
        EXPECT_LE(widthOf(shown), width);
    }
}

TEST_F(ElidedTest, NoCharacterIsCutInTwo) {
    const std::string name = "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9";
    for (int letters = 3; letters < 8; ++letters) {
        const std::string shown =
            widgets::elided(name.c_str(), widthOf(std::string(static_cast<size_t>(letters), 'x')))
                .text;
        const size_t dots = shown.find("...");
        ASSERT_NE(dots, std::string::npos) << shown;
        EXPECT_EQ(dots % 2, 0u) << shown;
        EXPECT_EQ((shown.size() - 3) % 2, 0u) << shown;
    }
}

TEST_F(ElidedTest, WhereNothingFitsDotsAreLeft) {
    EXPECT_STREQ(widgets::elided("hero.glb", 0).text, "...");
}

using Names = std::vector<std::string_view>;

Names shortened(const Names& names) {
    const ShortNames shorter(names);
    Names result;
    for (const std::string_view name : names) result.push_back(shorter.of(name));
    return result;
}

TEST(ShortNamesTest, LoseTheBeginningAndTheEndThatAllShare) {
    EXPECT_EQ(shortened({"Armature|Armature|walk_Armature", "Armature|Armature|run_Armature"}),
              (Names{"walk", "run"}));
    EXPECT_EQ(shortened({"hero.walk.fast", "hero.walk.slow", "hero.idle"}),
              (Names{"walk.fast", "walk.slow", "idle"}));
}

TEST(ShortNamesTest, AreCutAtSeparatorsOnly) {
    EXPECT_EQ(shortened({"walk", "wave"}), (Names{"walk", "wave"}));
    EXPECT_EQ(shortened({"Rig|walk", "Rig|wave"}), (Names{"walk", "wave"}));
    EXPECT_EQ(shortened({"stand", "land"}), (Names{"stand", "land"}));
}

TEST(ShortNamesTest, KeepALetter) {
    EXPECT_EQ(shortened({"Idle 1", "Idle 2"}), (Names{"Idle 1", "Idle 2"}));
    EXPECT_EQ(shortened({"a_", "a_b"}), (Names{"a_", "a_b"}));
    EXPECT_EQ(shortened({"a_a_a", "a_a"}), (Names{"a_a", "a"}));
    EXPECT_EQ(shortened({"walk", "walk"}), (Names{"walk", "walk"}));
    EXPECT_EQ(shortened({"", ""}), (Names{"", ""}));
}

TEST(ShortNamesTest, ASingleNameStaysWhole) {
    EXPECT_EQ(shortened({"Armature|walk"}), (Names{"Armature|walk"}));
    EXPECT_EQ(shortened({}), Names{});
}

}  // namespace
}  // namespace sinew
