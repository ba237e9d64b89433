// Tests that a method of one file and one row is drawn, captured, compared and listed with its
// cost, like the other methods.
#include "shaders/shared/vertex.h"
#include "shaders/shared/view.h"
#include "skinning/gpu/skin/cost.h"
#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

class EighthMethodTest : public test::GpuTest {};

TEST_F(EighthMethodTest, HasItsNameAndItsCard) {
    EXPECT_EQ(kMethodCount, 8u);
    EXPECT_EQ(findMethod("bind-pose"), Method::bindPose);
    const CostCard card = costOf(*mannequin(), {.method = Method::bindPose}, 3, {});
    EXPECT_EQ(card.uploaded, mannequin()->geometry.vertexCount() * sizeof(gpu::PackedVertex));
    EXPECT_EQ(card.cannot, std::vector<std::string>{"Cannot move."});
}

TEST_F(EighthMethodTest, IsDrawnAndCapturedLikeTheOthers) {
    Frame frame = createFrame();
    frame.setModel(mannequin());
    const FrameSettings settings{.method = Method::bindPose, .instanceCount = 3};
    renderPicture(frame, settings, 0, 0.4f);
    EXPECT_EQ(frame.statistics().verticesSkinned, 3 * mannequin()->geometry.vertexCount());
    EXPECT_EQ(captured(frame, settings, {.clip = 0, .timeSeconds = 0.4f}, 2).positions,
              mannequin()->geometry.positions);
}

TEST_F(EighthMethodTest, IsComparedWithTheOthers) {
    Frame frame = createFrame();
    frame.setModel(mannequin());
    renderPicture(frame,
                  {.method = Method::bindPose,
                   .instanceCount = 2,
                   .view = SINEW_VIEW_DIFFERENCE,
                   .compared = SkinChoice{}},
                  0, 0.4f);
    EXPECT_EQ(takeMessages(), 0u);
}

}  // namespace
}  // namespace sinew
