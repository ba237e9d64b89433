// Picking: a click on a character finds it, wherever it has gone.
#include "skinning/gpu/picking.h"

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
    EXPECT_EQ(hitOf({{0, 1, 5}, {2, 0, -2}}, box), std::nullopt) << "beside it";
    EXPECT_TRUE(hitOf({{5, 3, 5}, {-4, -2, -4}}, box)) << "the middle, askew";
}

class PickingTest : public test::GpuTest {};

TEST_F(PickingTest, TheRayThroughACharacterFindsIt) {
    Frame frame = createFrame();
    frame.setModel(mannequin());
    Scene& scene = *frame.scene();
    constexpr uint32_t kCrowd = 12;
    constexpr float kAspect = 4.0f / 3;
    const std::vector<PoseRequest> requests =
        requestsOf(frame.model(), {.clip = findClip(*mannequin(), "dance")}, kCrowd);
    std::vector<glm::vec3> gone(kCrowd);
    for (uint32_t i = 0; i < kCrowd; ++i) gone[i] = {3.0f * static_cast<float>(i), 0, 20};
    for (const std::vector<glm::vec3>& anchors : {std::vector<glm::vec3>{}, gone}) {
        const uint32_t scatter = anchors.empty() ? 0 : 5;
        const Box crowd = crowdBoundsAt(scene, requests, anchors, scatter);
        Camera camera{.yawRadians = 0.3f, .pitchRadians = 0.9f};  // from above: nobody hides one
        camera.frame(crowd.low, crowd.high, kAspect);
        std::vector<gpu::Affine> worldFromObject(kCrowd);
        placeCrowd(scene.bounds(), worldFromObject, scatter);
        std::vector<Box> boxes(kCrowd);
        scene.crowd().bounds(requests, boxes);
        for (uint32_t i = 0; i < kCrowd; ++i) {
            glm::vec3 head = boxes[i].center();
            head.y = boxes[i].high.y;
            if (!anchors.empty()) head += anchors[i];
            head = glm::vec4(head, 1.0f) * worldFromObject[i];
            const glm::vec4 clip = camera.clipFromWorld(kAspect) * glm::vec4(head, 1.0f);
            const Ray ray = rayThrough(camera, kAspect, glm::vec2(clip) / clip.w);
            EXPECT_EQ(instanceAt(scene, requests, anchors, scatter, ray), i);
        }
        const Ray sky = rayThrough(camera, kAspect, {0.99f, -0.99f});
        EXPECT_EQ(instanceAt(scene, requests, anchors, scatter, sky), std::nullopt);
    }
}

}  // namespace
}  // namespace sinew
