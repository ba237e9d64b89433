// A prop moves with its joint in every method, and adds one draw per pass.
#include "skinning/model/hold.h"

#include "tests/gpu/gpu_test.h"

namespace sinew::test {
namespace {

class HoldTest : public GpuTest {
protected:
    static std::shared_ptr<const Model> armed() {
        return std::make_shared<const Model>(
            hold(*mannequin(), importGltf(asset("props/sword.glb")), "hand_right"));
    }
};

TEST_F(HoldTest, ItCostsOneDrawAPassHoweverManyHoldIt) {
    Frame frame = createFrame();
    const std::shared_ptr<const Model> withSword = armed();
    for (const Method method : allMethods()) {
        SCOPED_TRACE(methodName(method));
        for (const uint32_t cascades : {0u, 3u}) {
            // The crowd is one run of vertex-uniform, so it has one draw too.
            const FrameSettings settings{
                .method = method, .instanceCount = 3, .cascadeCount = cascades};
            frame.setModel(mannequin());
            renderPicture(frame, settings, 0, 0.0f);
            const FrameStatistics without = frame.statistics();
            frame.setModel(withSword);
            renderPicture(frame, settings, 0, 0.0f);
            EXPECT_EQ(frame.statistics().drawCalls, without.drawCalls + 1 + cascades);
            EXPECT_EQ(frame.statistics().dispatches, without.dispatches);
        }
    }
}

}  // namespace
}  // namespace sinew::test
