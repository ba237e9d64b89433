// Pictures of every view against stored ones, with a tolerance that a wrong shadow exceeds.
//
// SINEW_UPDATE_GOLDEN=1 writes the stored pictures anew; look at them before you commit them.
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

#include "images/png_writer.h"
#include "tests/gpu/gpu_test.h"
#include "tests/read_image.h"

namespace sinew {
namespace {

/// The share of pixels that differ visibly. Drivers and versions round edges and soft shadows
/// differently; what changes more than a hundredth of all pixels by an eighth is another picture.
constexpr double kTolerance = 0.01;

double differingShare(const Picture& a, const Picture& b) {
    EXPECT_EQ(a.rgba.size(), b.rgba.size());
    size_t differing = 0;
    for (size_t i = 0; i < std::min(a.rgba.size(), b.rgba.size()); i += 4) {
        int largest = 0;
        for (size_t c = 0; c < 3; ++c) {
            largest = std::max(largest, std::abs(int{a.rgba[i + c]} - int{b.rgba[i + c]}));
        }
        differing += largest > 32;
    }
    return static_cast<double>(differing) / static_cast<double>(a.rgba.size() / 4);
}

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

    /// `earlier`: a frame so many seconds before is rendered first, so that there is motion.
    static void expectGolden(const char* name, const FrameSettings& settings, float earlier = 0) {
        Frame frame = createFrame();
        const Picture picture = dancers(frame, settings, earlier);
        const auto file = goldenFile(name);
        if (std::getenv("SINEW_UPDATE_GOLDEN")) {
            std::ofstream(file, std::ios::binary)
                << images::encodePng(picture.width, picture.height, picture.rgba);
        }
        EXPECT_LE(differingShare(picture, load(file)), kTolerance) << name;
    }
};

TEST_F(GoldenTest, Shaded) {
    expectGolden("shaded", {.instanceCount = 3});
}
TEST_F(GoldenTest, ShadedWithOneCascade) {
    expectGolden("shaded", {.instanceCount = 3, .cascadeCount = 1});
}
TEST_F(GoldenTest, Normals) {
    expectGolden("normals", {.instanceCount = 3, .view = SINEW_VIEW_NORMALS});
}
TEST_F(GoldenTest, JointWeights) {
    expectGolden("weights", {.instanceCount = 3, .view = SINEW_VIEW_WEIGHTS});
}
TEST_F(GoldenTest, SkeletonOverlay) {
    expectGolden("skeleton", {.instanceCount = 3, .overlays = {.skeleton = true}});
}
TEST_F(GoldenTest, BoundsOverlay) {
    expectGolden("bounds", {.instanceCount = 3, .overlays = {.bounds = true}});
}

TEST_F(GoldenTest, DualQuaternions) {
    expectGolden("dual_quaternion",
                 {.skinning = {.blend = Blend::dualQuaternion}, .instanceCount = 3});
}
TEST_F(GoldenTest, TwoWaysBesideEachOther) {
    expectGolden("compared",
                 {.skinning = {.influenceLimit = 1},
                  .instanceCount = 3,
                  .view = SINEW_VIEW_NORMALS,
                  .compared = SkinChoice{Method::vertex, {.blend = Blend::dualQuaternion}},
                  .divider = 0.55f});
}
TEST_F(GoldenTest, Difference) {
    expectGolden("difference",
                 {.instanceCount = 3,
                  .view = SINEW_VIEW_DIFFERENCE,
                  .compared = SkinChoice{Method::texture, {.bake = {.framesPerSecond = 10}}}});
}
TEST_F(GoldenTest, Motion) {
    expectGolden("motion", {.instanceCount = 3, .view = SINEW_VIEW_MOTION}, 0.05f);
}

TEST_F(GoldenTest, AWrongShadowExceedsTheTolerance) {
    const Picture right = load(goldenFile("shaded"));
    // The forward pass's vertex stage in the shadow pass: the light sees what the camera sees.
    const auto wrong = ShaderLibrary::embedded().spirv("forward.skinned.vert");
    ShaderLibrary shaders = ShaderLibrary::embedded();
    shaders.replace({{"shadow.skinned.vert", {wrong.begin(), wrong.end()}}});
    Frame frame = createFrame(device(), shaders);
    EXPECT_GT(differingShare(dancers(frame, {.instanceCount = 3}), right), 2 * kTolerance);
}

}  // namespace
}  // namespace sinew
