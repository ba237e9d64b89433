// Tests the ground's ambient light near objects that block it.
#include "skinning/gpu/frame/frame_view.h"
#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

class GroundTest : public test::GpuTest {
protected:
    /// Returns a horizontal plate of 2 x 2 metres that faces down. It casts a shadow and hides
    /// nothing from a camera above it. A small triangle is on the ground, so that the model is not
    /// lowered.
    static Model plateAt(float height) {
        Model model = test::square();
        Geometry& geometry = model.geometry;
        geometry.positions = {{-1, height, -1}, {1, height, -1}, {1, height, 1}, {-1, height, 1},
                              {-1, 0, -1},      {-.99f, 0, -1},  {-1, 0, -.99f}};
        geometry.normals.assign(7, {0, -1, 0});
        geometry.tangents.assign(7, {1, 0, 0, 1});
        geometry.uvSets[0].resize(7);
        geometry.influenceOffsets = {0, 1, 2, 3, 4, 5, 6, 7};
        geometry.influences.resize(7, {.bind = 0, .weight = 1});
        geometry.indices.insert(geometry.indices.end(), {4, 5, 6});
        model.primitives = {{.vertexCount = 7, .indexCount = 9}};
        return model;
    }

    /// Returns the mean green value of the ground in the middle of the plate's shadow, 0 to 255.
    static double shadowBelow(float height, const SunMoved& sun, uint32_t cascades = 1) {
        constexpr uint32_t kSide = 48;
        Frame frame = frameOf(std::make_shared<const Model>(plateAt(height)));
        const OffscreenTarget target = OffscreenTarget::create(device(), {kSide, kSide});
        const glm::vec3 light = towardsSun(sun);
        const Camera camera{.target = -height / light.y * glm::vec3(light.x, 0, light.z),
                            .pitchRadians = 1.4f,
                            .distance = 0.6f};
        const Picture picture = rendered(frame,
                                         {.settings = {.cascadeCount = cascades, .sun = sun},
                                          .playback = {.clip = kRestPose},
                                          .camera = camera,
                                          .target = target.target()},
                                         target);
        double sum = 0;
        for (size_t i = 1; i < picture.rgba.size(); i += 4) sum += picture.rgba[i];
        return sum / (kSide * kSide);
    }
};

TEST_F(GroundTest, IsDarkerBelowANearBlockerThanInTheShadowOfAFarOne) {
    for (const SunMoved& sun : {SunMoved{}, SunMoved{.elevationDegrees = 35}}) {
        const double lit = shadowBelow(1.0f, sun, 0);
        const double far = shadowBelow(1.0f, sun);
        const double nearer = shadowBelow(0.2f, sun);
        const double touching = shadowBelow(0.01f, sun);
        EXPECT_LT(far, 0.6 * lit);
        EXPECT_LT(nearer, 0.95 * far);
        EXPECT_LT(touching, 0.9 * nearer);
        EXPECT_NEAR(shadowBelow(0.01f, sun, 0), lit, 2) << "no shadow map";
    }
}

}  // namespace
}  // namespace sinew
