// Tests that pictures of every view match stored ones, with a tolerance that a wrong shadow
// exceeds. SINEW_UPDATE_GOLDEN=1 replaces the stored pictures; look at them before you commit them.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <glm/gtc/quaternion.hpp>

#include "images/png_writer.h"
#include "shaders/shared/view.h"
#include "skinning/gpu/frame/crowd_camera.h"
#include "tests/gpu/gpu_test.h"
#include "tests/read_image.h"

namespace sinew {
namespace {

/// Largest share of pixels that may differ by more than an eighth. Drivers round edges and soft
/// shadows differently.
constexpr double kTolerance = 0.01;

class GoldenTest : public test::GpuTest {
protected:
    static std::filesystem::path goldenFile(const char* name) {
        return std::filesystem::path(SINEW_SOURCE_DIR) / "tests" / "golden" /
               fmt::format("{}.png", name);
    }

    static Picture load(const std::filesystem::path& file) {
        images::Pixels pixels = test::readImage(file);
        return {pixels.width, pixels.height, std::move(pixels.rgba)};
    }

    static Picture dancers(Frame& frame, const FrameSettings& settings, float earlier = 0) {
        frame.setModel(mannequin());
        const uint32_t clip = findClip(*mannequin(), "dance");
        if (earlier > 0) renderPicture(frame, settings, clip, 0.6f - earlier);
        return renderPicture(frame, settings, clip, 0.6f);
    }

    /// Returns a mannequin whose waist, neck, arms and legs are twisted about their bones. There,
    /// linear blending loses volume.
    static std::shared_ptr<const Model> wrung() {
        auto model = std::make_shared<Model>(*mannequin());
        Skeleton& skeleton = model->skeleton;
        for (const char* name :
             {"spine_1", "spine_3", "neck_1", "upper_arm_left", "upper_arm_right", "forearm_left",
              "forearm_right", "thigh_left", "thigh_right", "shin_left", "shin_right"}) {
            const auto found = std::find(skeleton.names.begin(), skeleton.names.end(), name);
            const auto joint = static_cast<int32_t>(found - skeleton.names.begin());
            const auto child = std::find(skeleton.parents.begin(), skeleton.parents.end(), joint);
            const glm::vec3 bone = glm::normalize(
                skeleton.rest[static_cast<size_t>(child - skeleton.parents.begin())].translation);
            Transform& rest = skeleton.rest[static_cast<size_t>(joint)];
            rest.rotation = rest.rotation * glm::angleAxis(glm::radians(172.0f), bone);
        }
        return model;
    }

    static Picture wrungFigures(const FrameSettings& settings) {
        Frame frame = frameOf(wrung());
        return renderPicture(frame, settings, kRestPose, 0);
    }

    static void expectGolden(const char* name, const Picture& picture) {
        const auto file = goldenFile(name);
        if (std::getenv("SINEW_UPDATE_GOLDEN")) {
            std::ofstream(file, std::ios::binary)
                << images::encodePng(picture.width, picture.height, picture.rgba);
        }
        EXPECT_LE(differingShare(picture, load(file)), kTolerance) << name;
    }

    /// Expects that the picture without the tested feature differs from the golden one.
    static void expectUnlike(const char* name, const Picture& without) {
        EXPECT_GT(differingShare(without, load(goldenFile(name))), 1.5 * kTolerance) << name;
    }

    /// Compares a picture of the dancers with the stored one. `without` has the tested feature
    /// switched off. `earlier` is the age of the previous frame in seconds, for motion vectors; 0:
    /// no previous frame.
    static void expectGolden(const char* name, const FrameSettings& settings,
                             const FrameSettings& without, float earlier = 0) {
        static Frame frame = createFrame();
        expectGolden(name, dancers(frame, settings, earlier));
        expectUnlike(name, dancers(frame, without, earlier));
    }
};

constexpr FrameSettings kThree{.instanceCount = 3};

TEST_F(GoldenTest, Shaded) {
    expectGolden("shaded", kThree, {.instanceCount = 3, .cascadeCount = 0});
}
TEST_F(GoldenTest, ShadedWithOneCascade) {
    expectGolden("shaded", {.instanceCount = 3, .cascadeCount = 1},
                 {.instanceCount = 3, .cascadeCount = 0});
}
TEST_F(GoldenTest, Normals) {
    expectGolden("normals", {.instanceCount = 3, .view = SINEW_VIEW_NORMALS}, kThree);
}
TEST_F(GoldenTest, JointWeights) {
    expectGolden("weights", {.instanceCount = 3, .view = SINEW_VIEW_WEIGHTS}, kThree);
}
TEST_F(GoldenTest, WeightsOfOneJoint) {
    const std::vector<std::string>& names = mannequin()->skeleton.names;
    const auto at = std::find(names.begin(), names.end(), "spine_3");
    ASSERT_NE(at, names.end());
    FrameSettings settings{.instanceCount = 3, .view = SINEW_VIEW_WEIGHTS};
    const FrameSettings ofAll = settings;
    settings.joint = static_cast<uint32_t>(at - names.begin());
    expectGolden("joint_weights", settings, ofAll);
}
TEST_F(GoldenTest, Cascades) {
    const FrameSettings settings{
        .instanceCount = 3, .cascadeCount = 3, .view = SINEW_VIEW_CASCADES};
    FrameSettings fewer = settings;
    fewer.cascadeCount = 2;
    expectGolden("cascades", settings, fewer);
}
TEST_F(GoldenTest, Wireframe) {
    expectGolden("wireframe", {.instanceCount = 3, .wireframe = true}, kThree);
}
TEST_F(GoldenTest, SkeletonOverlay) {
    expectGolden("skeleton", {.instanceCount = 3, .overlays = {.skeleton = true}}, kThree);
}
TEST_F(GoldenTest, BoundsOverlay) {
    expectGolden("bounds", {.instanceCount = 3, .overlays = {.bounds = true}}, kThree);
}
/// The camera is outside of the crowd, and the culling camera is inside. So some instances are
/// visible, some only cast shadows, and some are culled.
TEST_F(GoldenTest, FrozenCullingCamera) {
    for (const auto& [name, cascades] : {std::pair{"frozen", 2u}, {"frozen_unshadowed", 0u}}) {
        FrameSettings settings{.skinning = {.poses = PosedBy::gpu, .cull = Cull::boxes},
                               .instanceCount = 12,
                               .cascadeCount = cascades};
        const FrameSettings without = settings;
        settings.cullCamera = Camera{.yawRadians = 0.4f, .pitchRadians = 0.1f, .distance = 1.2f};
        expectGolden(name, settings, without);
    }
}
TEST_F(GoldenTest, Difference) {
    const SkinChoice baked{Method::texture, {.bake = {.framesPerSecond = 10}}};
    expectGolden("difference",
                 {.instanceCount = 3, .view = SINEW_VIEW_DIFFERENCE, .compared = baked},
                 {.instanceCount = 3, .view = SINEW_VIEW_DIFFERENCE, .compared = SkinChoice{}});
}
TEST_F(GoldenTest, Motion) {
    constexpr FrameSettings kMotion{.instanceCount = 3, .view = SINEW_VIEW_MOTION};
    expectGolden("motion", kMotion, kThree, 0.05f);
    Frame still = createFrame();
    expectUnlike("motion", dancers(still, kMotion));  // no previous frame
}

TEST_F(GoldenTest, DualQuaternions) {
    expectGolden("dual_quaternion",
                 wrungFigures({.skinning = {.blend = Blend::dualQuaternion}, .instanceCount = 3}));
    expectUnlike("dual_quaternion", wrungFigures(kThree));
}
TEST_F(GoldenTest, TwoMethodsSideBySide) {
    // The second method is baked at 1 Hz without interpolation, so it has another pose.
    const SkinChoice other{Method::texture,
                           {.bake = {.framesPerSecond = 1, .interpolated = false}}};
    FrameSettings settings{
        .instanceCount = 3, .view = SINEW_VIEW_NORMALS, .compared = other, .divider = 0.55f};
    Frame frame = createFrame();
    expectGolden("compared", dancers(frame, settings));
    // with the divider at 0 or 1, only one of the two methods is visible
    for (const float divider : {0.0f, 1.0f}) {
        settings.divider = divider;
        expectUnlike("compared", dancers(frame, settings));
    }
}

TEST_F(GoldenTest, TwoModels) {
    Frame frame = createFrame();
    const SceneModel models[] = {{mannequin()}, {serpent()}};
    const auto drawn = [&](std::span<const SceneModel> shown) {
        frame.setModels(shown);
        const OffscreenTarget target = OffscreenTarget::create(device(), {320, 240});
        const CrowdInput serpents{.playback = {.clip = 0, .timeSeconds = 0.6f}};
        const uint32_t dance = findClip(*mannequin(), "dance");
        FrameInput input = inputFor(frame, target, {.instanceCount = 5}, dance, 0.6f);
        input.others = {&serpents, 1};
        input.camera = crowdCamera(frame.crowds().bounds(5, 0), 5, 4.0f / 3);
        return rendered(frame, input, target);
    };
    expectGolden("two_models", drawn(models));
    expectUnlike("two_models", drawn({models, 1}));
}

TEST_F(GoldenTest, AWrongShadowExceedsTheTolerance) {
    const Picture right = load(goldenFile("shaded"));
    // The shadow pass gets the vertex stage of the forward pass, so it renders from a wrong view.
    const auto wrong = ShaderLibrary::embedded().spirv("forward.skinned.vert");
    ShaderLibrary shaders = ShaderLibrary::embedded();
    shaders.replace({{"shadow.skinned.vert", {wrong.begin(), wrong.end()}}});
    Frame frame = createFrame(device(), shaders);
    EXPECT_GT(differingShare(dancers(frame, {.instanceCount = 3}), right), 2 * kTolerance);
}

}  // namespace
}  // namespace sinew
