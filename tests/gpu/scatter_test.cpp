// A crowd whose characters are turned and placed a little differently.
#include "tests/gpu/gpu_test.h"

namespace sinew::test {
namespace {

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
