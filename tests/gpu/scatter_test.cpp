// A crowd whose characters are turned and placed a little differently.
#include "tests/gpu/gpu_test.h"

namespace sinew::test {
namespace {

class ScatterTest : public GpuTest {};

TEST_F(ScatterTest, ACrowdFollowsItsSeedInEveryMethod) {
    Frame frame = createFrame();
    frame.setModel(mannequin());
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
        double sum = 0;
        for (size_t i = 0; i < picture.rgba.size(); ++i) {
            sum += std::abs(picture.rgba[i] - scattered[0].rgba[i]);
        }
        EXPECT_LT(sum / static_cast<double>(picture.rgba.size()), 0.1) << "of 255";
    }
}

}  // namespace
}  // namespace sinew::test
