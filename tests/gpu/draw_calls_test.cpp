// How many calls draw what the GPU has listed.
#include <algorithm>

#include "skinning/gltf/import.h"
#include "skinning/model/hold.h"
#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

class DrawCallsTest : public test::GpuTest {
protected:
    static constexpr uint32_t kCascades = 3;
    static constexpr uint32_t kBackdrop = 2;  // ground and sky

    /// The mannequin and a sword in each hand, which are of one material.
    static std::shared_ptr<const Model> armed() {
        static const auto model = [] {
            const Model sword = importGltf(test::asset("props/sword.glb"));
            const Model one = hold(*mannequin(), sword, "hand_right");
            Model both = hold(one, sword, "hand_left");
            both.primitives.back().material = both.primitives[both.primitives.size() - 2].material;
            return std::make_shared<const Model>(std::move(both));
        }();
        return model;
    }
    struct Drawn {
        Picture picture;
        uint32_t calls = 0;
    };
    static Drawn draw(Frame& frame, const Device& onDevice, const SkinSettings& skinning) {
        static const Levels levels = makeLevels(*armed());
        frame.setModel(armed());
        if (!frame.scene()->hasLevels()) frame.scene()->offer(levels);
        const FrameSettings settings{.skinning = skinning,
                                     .instanceCount = 5,
                                     .cascadeCount = kCascades,
                                     .depthPrepass = true};
        Picture picture = renderPicture(frame, settings, 0, 0.3f, onDevice);
        return {std::move(picture), frame.statistics().drawCalls};
    }
};

TEST_F(DrawCallsTest, OneACascadeAndPrepassAndOneAMaterialOfListedCrowds) {
    const auto primitives = static_cast<uint32_t>(armed()->primitives.size());
    uint32_t materials = 0;
    for (uint32_t p = 0; p < primitives; ++p) {
        const auto& of = armed()->primitives;
        materials += p == 0 || of[p].material != of[p - 1].material;
    }
    ASSERT_GT(primitives, materials);
    ASSERT_GT(materials, 1u);
    const Device apartOnly = lesser({.noMultiDrawIndirect = true});
    Frame frame = createFrame(), apartFrame = createFrame(apartOnly);
    for (const Lod lod : {Lod::none, Lod::error}) {
        const SkinSettings listed{.poses = PosedBy::gpu, .cull = Cull::boxes, .lod = lod};
        const Drawn together = draw(frame, device(), listed);
        const Drawn apart = draw(apartFrame, apartOnly, listed);
        EXPECT_EQ(together.calls, kBackdrop + kCascades + 1 + materials);
        EXPECT_GE(apart.calls, kBackdrop + (kCascades + 2) * primitives);
        EXPECT_EQ(together.picture.rgba, apart.picture.rgba);
    }
    const Drawn unlisted = draw(frame, device(), {.poses = PosedBy::gpu});
    EXPECT_EQ(unlisted.calls, kBackdrop + (kCascades + 2) * primitives);
}

}  // namespace
}  // namespace sinew
