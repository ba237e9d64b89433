// Tests that culled and unculled pictures are bit-identical.
#include "tests/gpu/cull/culling_test.h"

#include "shaders/shared/culling.h"
#include "shaders/shared/view.h"
#include "skinning/gpu/frame/frame_view.h"
#include "tests/gpu/some_choices.h"

namespace sinew::test {
namespace {

class CulledPictureTest : public CullingTest {
protected:
    /// Renders two frames with `settings`, from two camera positions.
    static std::vector<Picture> pictures(Frame& frame, const FrameSettings& settings, Cull cull,
                                         std::span<const Anchor> anchors) {
        const auto target = OffscreenTarget::create(device(), {96, 72});
        FrameSettings culled = settings;
        culled.skinning.cull = cull;
        if (culled.compared && skinningMethod(culled.compared->method).facts.supports.cull) {
            culled.compared->settings.cull = cull;
        }
        FrameInput input = closeUp(inputFor(frame, target, culled, 2, 0.3f), frame.bounds());
        input.anchors = anchors;
        std::vector<Picture> result;
        for (int i = 0; i < 2; ++i) {
            const Recording recording = frame.render(input);
            frame.finish();
            result.push_back(target.read(device()));
            input.camera.orbit(0.9f, 0.05f);
            input.playback.advance(0.02f, 0.0f);
            if (cull == Cull::none || settings.motion()) continue;
            const auto lists = listsOf(recording);
            EXPECT_LT(lists[SINEW_LIST_CAMERA].size(), settings.instanceCount * 3 / 4);
            EXPECT_GT(lists[SINEW_LIST_CAMERA].size(), 0u);
        }
        return result;
    }

    static std::vector<Picture> expectSame(Frame& frame, const FrameSettings& settings,
                                           std::span<const Anchor> anchors = {}) {
        SCOPED_TRACE(choiceText(settings.choice()));
        std::vector<Picture> all = pictures(frame, settings, Cull::none, anchors);
        const std::vector<Picture> culled = pictures(frame, settings, Cull::boxes, anchors);
        for (size_t i = 0; i < all.size(); ++i)
            EXPECT_TRUE(all[i].rgba == culled[i].rgba) << "frame " << i;
        return all;
    }

    static constexpr uint32_t kInstances = 30;

    static Frame& sharedFrame() {
        static Frame frame = frameOf(mannequin());
        return frame;
    }
};

TEST_F(CulledPictureTest, IsTheSameInEveryBitInEveryMethod) {
    Frame& frame = sharedFrame();
    for (const SkinChoice& choice : eachMethod()) {
        if (!skinningMethod(choice.method).facts.supports.cull) continue;
        expectSame(frame, {.method = choice.method,
                           .skinning = choice.settings,
                           .instanceCount = kInstances,
                           .cascadeCount = 2});
    }
}

TEST_F(CulledPictureTest, IsTheSameForACrowdThatMoved) {
    Frame& frame = sharedFrame();
    std::vector<Anchor> anchors(kInstances);
    for (uint32_t i = 0; i < anchors.size(); ++i) {
        const float share = static_cast<float>(i) / kInstances;
        anchors[i] = {{1.5f - 3 * share, 0, 0.5f - share}};
    }
    const SkinChoice choices[] = {{Method::compute, {.poses = PosedBy::gpu}}, {Method::cpu, {}}};
    for (const SkinChoice& choice : choices) {
        const FrameSettings settings{.method = choice.method,
                                     .skinning = choice.settings,
                                     .instanceCount = kInstances,
                                     .cascadeCount = 1};
        const std::vector<Picture> moved = expectSame(frame, settings, anchors);
        EXPECT_FALSE(moved[0].rgba == pictures(frame, settings, Cull::none, {})[0].rgba);
    }
}

TEST_F(CulledPictureTest, IsTheSameWithEverySettingThatReadsMore) {
    Frame& frame = sharedFrame();
    const SkinSettings posed{.poses = PosedBy::gpu};
    const FrameSettings looks[] = {
        {.skinning = posed, .depthPrepass = true},
        {.skinning = posed, .depthPrepass = true, .wireframe = true},
        {.skinning = posed, .view = SINEW_VIEW_MOTION},
        {.skinning = posed, .overlays = {.skeleton = true}},
        {.skinning = posed, .overlays = {.bounds = true}},
        {.skinning = {.output = Output::compact, .poses = PosedBy::gpu}},
        {.skinning = {.output = Output::compact}},
        {.skinning = {.blend = Blend::dualQuaternion}},
        {.skinning = {.palette = PaletteFormat::half,
                      .poses = PosedBy::gpu,
                      .keys = KeyFormat::packed}},
        {.skinning = posed, .compared = SkinChoice{Method::compute, {}}},
        {.compared = SkinChoice{kReference, {}}},  // poses and skins all instances
        {.skinning = posed,
         .view = SINEW_VIEW_DIFFERENCE,
         .compared = SkinChoice{Method::compute, {.blend = Blend::dualQuaternion}}},
    };
    for (FrameSettings look : looks) {
        look.instanceCount = kInstances;
        look.cascadeCount = 1;
        expectSame(frame, look);
    }
}

TEST_F(CulledPictureTest, ACrowdBehindTheCameraStillCastsItsShadow) {
    Frame& frame = sharedFrame();
    const auto target = OffscreenTarget::create(device(), {160, 120});
    const auto drawn = [&](Cull cull, uint32_t cascades) {
        FrameInput input = inputFor(frame, target,
                                    {.skinning = {.poses = PosedBy::gpu, .cull = cull},
                                     .instanceCount = 1,
                                     .cascadeCount = cascades,
                                     .sun = {.elevationDegrees = -35}},
                                    0, 0.3f);
        // The character and the sun are behind the camera. So the picture shows the character's
        // shadow, but not the character.
        const glm::vec3 away = -towardsSun(input.settings.sun);
        const glm::vec3 forward = glm::normalize(glm::vec3(away.x, 0, away.z));
        const float size = frame.bounds().radius();
        input.camera = {.target = size * (1.67f * forward - glm::vec3(0, 0.15f, 0)),
                        .yawRadians = std::atan2(-forward.x, -forward.z),
                        .pitchRadians = 0.25f,
                        .distance = size};
        const Recording recording = frame.render(input);
        frame.finish();
        if (cull == Cull::boxes) {
            const auto lists = listsOf(recording);
            EXPECT_TRUE(lists[SINEW_LIST_CAMERA].empty());
            EXPECT_EQ(lists[SINEW_LIST_CASCADE + 1].empty(), cascades == 0);
            EXPECT_EQ(lists[SINEW_LIST_ANY].empty(), cascades == 0);
        }
        return target.read(device()).rgba;
    };
    EXPECT_TRUE(drawn(Cull::boxes, 2) == drawn(Cull::none, 2));
    EXPECT_TRUE(drawn(Cull::boxes, 0) == drawn(Cull::none, 0));
    EXPECT_TRUE(drawn(Cull::boxes, 2) != drawn(Cull::boxes, 0)) << "there is no shadow to be seen";
}

TEST_F(CulledPictureTest, IsTheSameIfAModelHasManyCrowds) {
    const Device small = lesser({.storageBytes = 20ull * mannequin()->geometry.vertexCount() * 17});
    Frame frame = frameOf(mannequin(), small);
    const auto target = OffscreenTarget::create(small, {160, 120});
    std::vector<std::vector<uint8_t>> drawn;
    for (const Cull cull : {Cull::none, Cull::boxes}) {
        const FrameSettings settings{.skinning = {.poses = PosedBy::gpu, .cull = cull},
                                     .instanceCount = 60};
        const FrameInput input =
            closeUp(inputFor(frame, target, settings, 2, 0.3f), frame.bounds());
        const Recording recording = frame.render(input);
        EXPECT_EQ(recording.shown.size(), 4u);
        frame.finish();
        drawn.push_back(target.read(small).rgba);
    }
    EXPECT_TRUE(drawn[0] == drawn[1]);
}

}  // namespace
}  // namespace sinew::test
