// Tests the command line that repeats the picture of the window.
#include "app/demo/platform/render_command.h"

#include <gmock/gmock.h>

#include "app/assets_path.h"
#include "app/demo/session/state.h"
#include "skinning/gltf/import.h"

namespace sinew {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class RenderCommandTest : public testing::Test {
protected:
    RenderCommandTest() {
        ShownModel& shown = state_.chosen();
        shown.read.entry.model = assetsFolder() / "mannequin_low.glb";
        shown.read.model = std::make_shared<const Model>(importGltf(shown.file()));
        shown.animator.start(*shown.model(), state_.settings);
        shown.animating = true;
        state_.extent = {64, 64};
    }
    std::string command() const {
        return renderCommand(state_, state_.chosen().file().string(), {{-1, 0, -1}, {1, 2, 1}}, 1);
    }

    State state_;
};

TEST_F(RenderCommandTest, ALongAnimationIsCutAndNamedAsMissing) {
    const auto isNamed = Contains(HasSubstr("600 seconds"));
    state_.chosen().animator.advance(590);
    EXPECT_THAT(missingInCommand(state_), Not(isNamed));
    state_.chosen().animator.advance(20);
    EXPECT_THAT(command(), HasSubstr(" --time 600 "));
    EXPECT_THAT(missingInCommand(state_), isNamed);
}

TEST_F(RenderCommandTest, EqualPhasesAreAnOptionOfClipsOnly) {
    state_.settings.staggered = false;
    EXPECT_THAT(command(), Not(HasSubstr("--in-phase")));
    state_.chosen().animating = false;
    EXPECT_THAT(command(), HasSubstr(" --in-phase"));
}

}  // namespace
}  // namespace sinew
