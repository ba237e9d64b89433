// After an error, the frame renders as before it.
#include "tests/gpu/gpu_test.h"

#include "shaders/shared/view.h"

namespace sinew {
namespace {

class StateTest : public test::GpuTest {
protected:
    StateTest() : frame_(createFrame()) { frame_.setModel(mannequin()); }

    static ShaderLibrary without(const char* name) {
        ShaderLibrary library = ShaderLibrary::embedded();
        library.replace({{name, {}}});
        return library;
    }

    Frame frame_;
};

TEST_F(StateTest, ShadersThatCannotBeUsedLeaveAllThatTheLastFrameDrewWith) {
    const FrameSettings settings{.instanceCount = 2,
                                 .cascadeCount = 1,
                                 .depthPrepass = true,
                                 .view = SINEW_VIEW_DIFFERENCE,
                                 .overlays = {.skeleton = true, .bounds = true},
                                 .compared = SkinChoice{Method::vertex, {}}};
    const Picture before = renderPicture(frame_, settings, 0, 0.3f);
    for (const char* name : {"palette.comp", "skin.comp", "shadow.skinned.vert",
                             "prepass.skinned.vert", "forward.palette.vert", "capture.palette.vert",
                             "ground.vert", "skeleton.vert", "bounds.vert"}) {
        EXPECT_ANY_THROW(frame_.setShaders(without(name))) << name;
        EXPECT_EQ(renderPicture(frame_, settings, 0, 0.3f).rgba, before.rgba) << name;
    }
}

TEST_F(StateTest, ACrowdThatDoesNotFitKeepsTheResolution) {
    renderPicture(frame_, {.method = Method::compute}, 0, 0.0f);
    const auto target = OffscreenTarget::create(device(), {96, 64});
    FrameInput tooMany = inputFor(frame_, target, {.method = Method::vertexUniform}, 0, 0.0f);
    tooMany.settings.skinning.jointLimit = 1;  // falls back to the CPU
    tooMany.settings.instanceCount = 4'000'000'000;
    EXPECT_THROW(frame_.render(tooMany), VulkanError);
    EXPECT_EQ(frame_.resolution().choice.method, Method::compute);
    EXPECT_EQ(frame_.resolution().note, "");
    renderPicture(frame_, {.method = Method::compute}, 0, 0.0f);
    EXPECT_EQ(frame_.resolution().choice.method, Method::compute);
}

}  // namespace
}  // namespace sinew
