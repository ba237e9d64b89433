// Characters that root motion has moved are drawn at their new place with the same lighting and
// shadows, and a seed scatters crowds.
#include "tests/gpu/gpu_test.h"

namespace sinew::test {
namespace {

constexpr uint32_t kWalkers = 9;

class RootMotionTest : public GpuTest {
protected:
    Picture drawn(std::span<const Anchor> anchors, const FrameSettings& settings) {
        const OffscreenTarget target = OffscreenTarget::create(device(), {320, 240});
        FrameInput input = inputFor(frame_, target, settings, 0, 0.3f);
        input.anchors = anchors;
        const Box crowd = crowdBoundsAt(
            *frame_.scene(), requestsOf(frame_.model(), input.playback, kWalkers), anchors);
        input.camera.frame(crowd.low, crowd.high, 4.0f / 3);
        return rendered(frame_, input, target);
    }

    Frame frame_ = createFrame();
};

// The offset is a multiple of the ground's grid spacing, and far outside of the first ground and
// shadows.
TEST_F(RootMotionTest, ADistantCrowdLooksAsAtItsPlacement) {
    frame_.setModel(mannequin());
    const std::vector<Anchor> far(kWalkers, {{128, 0, -64}});
    for (const Method method : {Method::compute, Method::texture}) {  // MotionTest: all
        FrameSettings settings{.method = method, .instanceCount = kWalkers};
        settings.cascadeCount = 0;
        const Picture unshadowed = drawn({}, settings);
        settings.cascadeCount = 2;
        const Picture near = drawn({}, settings);
        const double apart = meanDifference(near, drawn(far, settings));
        EXPECT_LT(apart, 0.25) << methodName(method);
        EXPECT_GT(meanDifference(near, unshadowed), 8 * apart) << methodName(method);
    }
}

class ScatterTest : public GpuTest {};

TEST_F(ScatterTest, ACrowdFollowsItsSeedInEveryMethod) {
    Frame frame = frameOf(mannequin());
    std::vector<Picture> scattered;
    for (const Method method : {Method::cpu, Method::compute, Method::vertex, Method::texture}) {
        FrameSettings settings{.method = method, .instanceCount = 9, .scatter = 3};
        scattered.push_back(renderPicture(frame, settings, 0, 0.3f, device()));
        settings.scatter = 0;
        EXPECT_NE(renderPicture(frame, settings, 0, 0.3f, device()).rgba, scattered[0].rgba);
        settings.scatter = 4;
        EXPECT_NE(renderPicture(frame, settings, 0, 0.3f, device()).rgba, scattered[0].rgba);
    }
    for (const Picture& picture : scattered) {
        EXPECT_LT(meanDifference(picture, scattered[0]), 0.1);
    }
}

}  // namespace
}  // namespace sinew::test
