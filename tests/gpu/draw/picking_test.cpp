// Tests that a click on a character picks it, wherever it has moved.
#include "skinning/gpu/verify/picking.h"

#include "skinning/animation/placement.h"
#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

TEST(Picking, ARayHitsABoxWhereItEntersIt) {
    const Box box{{-1, 0, -1}, {1, 2, 1}};
    EXPECT_EQ(hitOf({{0, 1, 5}, {0, 0, -2}}, box), 2.0f);
    EXPECT_EQ(hitOf({{0, 1, 0}, {0, 0, -2}}, box), 0.0f) << "from inside";
    EXPECT_EQ(hitOf({{0, 1, 5}, {0, 0, 2}}, box), std::nullopt) << "behind it";
    EXPECT_EQ(hitOf({{0, 3, 5}, {0, 0, -2}}, box), std::nullopt) << "over it";
    EXPECT_EQ(hitOf({{0, 1, 5}, {2, 0, -2}}, box), std::nullopt) << "next to it";
    EXPECT_TRUE(hitOf({{5, 3, 5}, {-4, -2, -4}}, box)) << "the middle, askew";
}

class PickingTest : public test::GpuTest {};

TEST_F(PickingTest, TheRayThroughACharacterFindsIt) {
    Frame frame = frameOf(mannequin());
    Scene& scene = *frame.scene();
    constexpr uint32_t kCrowd = 12;
    constexpr float kAspect = 4.0f / 3;
    const std::vector<PoseRequest> requests =
        requestsOf(frame.model(), {.clip = findClip(*mannequin(), "dance")}, kCrowd);
    std::vector<Anchor> gone(kCrowd);
    for (uint32_t i = 0; i < kCrowd; ++i) {
        gone[i] = {{3.0f * static_cast<float>(i), 0, 20}};
    }
    for (const std::vector<Anchor>& anchors : {std::vector<Anchor>{}, gone}) {
        const uint32_t scatter = anchors.empty() ? 0 : 5;
        const Box crowd = crowdBoundsAt(scene, requests, anchors, scatter);
        Camera camera{.yawRadians = 0.3f, .pitchRadians = 0.9f};  // from above: none is occluded
        camera.frame(crowd.low, crowd.high, kAspect);
        const auto worldFromObject = layOutCrowd(scene.bounds(), kCrowd, scatter);
        std::vector<Box> boxes(kCrowd);
        scene.crowd().bounds(requests, boxes);
        for (uint32_t i = 0; i < kCrowd; ++i) {
            glm::vec3 head = boxes[i].center();
            head.y = boxes[i].high.y;
            if (!anchors.empty()) head += anchors[i].at;
            head = glm::vec4(head, 1.0f) * worldFromObject[i];
            const glm::vec4 clip = camera.clipFromWorld(kAspect) * glm::vec4(head, 1.0f);
            const Ray ray = rayThrough(camera, kAspect, glm::vec2(clip) / clip.w);
            const auto hit = instanceAt(scene, requests, anchors, worldFromObject, ray);
            ASSERT_TRUE(hit);
            EXPECT_EQ(hit->instance, i);
        }
        const Ray sky = rayThrough(camera, kAspect, {0.99f, -0.99f});
        EXPECT_FALSE(instanceAt(scene, requests, anchors, worldFromObject, sky));
    }
}

/// The camera shows the rest pose from the front.
TEST_F(PickingTest, APointOfABoneIsItsJoints) {
    Frame frame = frameOf(mannequin());
    Scene& scene = *frame.scene();
    const Skeleton& skeleton = mannequin()->skeleton;
    constexpr float kAspect = 4.0f / 3;
    const std::vector<PoseRequest> rest = requestsOf(frame.model(), {}, 1);
    const gpu::Affine worldFromObject = layOutCrowd(scene.bounds(), 1)[0];
    const PosedJoints posed = posedJoints(scene, rest[0], worldFromObject);
    Camera camera;
    camera.frame(scene.bounds().low, scene.bounds().high, kAspect);
    const glm::mat4 clipFromWorld = camera.clipFromWorld(kAspect);
    const auto indexOf = [&](const char* name) {
        const auto at = std::find(skeleton.names.begin(), skeleton.names.end(), name);
        return static_cast<uint32_t>(at - skeleton.names.begin());
    };
    const auto seen = [&](const char* name) {
        const glm::vec4 clip = clipFromWorld * glm::vec4(posed.origin(indexOf(name)), 1.0f);
        return glm::vec2(clip) / clip.w;
    };
    const auto at = [&](const glm::vec2& point) {
        return jointAt(skeleton, posed, {clipFromWorld, kAspect}, point);
    };
    for (const auto& [joint, child] : {std::pair{"forearm_left", "forearm_twist_left"},
                                       std::pair{"forearm_twist_left", "hand_left"},
                                       std::pair{"thigh_right", "thigh_twist_right"},
                                       std::pair{"shin_right", "shin_twist_right"}}) {
        EXPECT_EQ(at(glm::mix(seen(joint), seen(child), 0.25f)), indexOf(joint)) << joint;
        EXPECT_EQ(at(glm::mix(seen(joint), seen(child), 0.8f)), indexOf(joint)) << joint;
    }
    EXPECT_EQ(at({-0.95f, -0.95f}), std::nullopt) << "the sky";
    const auto originAt = [&](const glm::vec2& point) {
        return jointOriginAt(posed, {clipFromWorld, kAspect}, point, 0.02f);
    };
    const glm::vec2 hand = seen("hand_left");
    EXPECT_EQ(originAt(hand + glm::vec2(0, 0.005f)), indexOf("hand_left"));
    EXPECT_EQ(originAt(glm::mix(seen("forearm_left"), seen("forearm_twist_left"), 0.5f)),
              std::nullopt)
        << "a bone between two joints";
}

}  // namespace
}  // namespace sinew
