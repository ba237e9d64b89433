// Tests the state of the window: changes of settings, statistics of frames, animators, the list of
// joints, thumbnails, the benchmark's remaining time, and the command line that repeats the
// picture.
#include "app/demo/session/changes.h"
#include "app/demo/session/joint_rows.h"
#include "app/demo/session/measure/frame_history.h"
#include "app/demo/session/state.h"

#include <gmock/gmock.h>

#include <glm/gtc/matrix_transform.hpp>

#include "app/assets_path.h"
#include "app/demo/platform/render_command.h"
#include "app/demo/work/benchmark.h"
#include "app/demo/work/thumbnails.h"
#include "skinning/gltf/import.h"

namespace sinew {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::FieldsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(ChangesTest, AValueChangesOnceAndThenNotUntilItIsAnother) {
    Followed<uint32_t> samples;
    EXPECT_FALSE(samples.last());
    EXPECT_TRUE(samples.changes(0)) << "the first one, whatever it is";
    EXPECT_FALSE(samples.changes(0));
    EXPECT_TRUE(samples.changes(4));
    EXPECT_FALSE(samples.changes(4));
    EXPECT_EQ(samples.last(), 4u);
    EXPECT_TRUE(samples.changes(0)) << "back";
}

TEST(ChangesTest, AnotherModelIsMeasuredAndFittedAnewButFramedAsBefore) {
    Changes changes;
    const auto all = [&] {
        return std::array{changes.difference.changes({}),    changes.memory.changes({}),
                          changes.pictured.changes(nullptr), changes.methods.changes({}),
                          changes.samples.changes(4),        changes.columns.changes({350, 400})};
    };
    EXPECT_EQ(all(), (std::array{true, true, true, true, true, true}));
    EXPECT_EQ(all(), (std::array{false, false, false, false, false, false}));
    changes.forgetModel();
    EXPECT_EQ(all(), (std::array{true, true, true, false, false, false}));
}

TEST(ChangesTest, ADifferenceIsMeasuredAgainForEachPausedTime) {
    Followed<Compared> difference;
    Compared now{.first = {Method::compute, {}}, .second = SkinChoice{}, .timeSeconds = -1};
    EXPECT_TRUE(difference.changes(now));
    EXPECT_FALSE(difference.changes(now)) << "it plays";
    for (const double seconds : {0.5, 0.6}) {
        now.timeSeconds = seconds;
        EXPECT_TRUE(difference.changes(now));
        EXPECT_FALSE(difference.changes(now));
    }
    now.second.reset();
    EXPECT_TRUE(difference.changes(now));
}

/// Adds frames `first` to `last`. Frame n takes n milliseconds.
void add(FrameHistory& history, uint64_t first, uint64_t last) {
    for (uint64_t i = first; i <= last; ++i) {
        ShownFrame frame;
        frame.frameIndex = i;
        frame.cpuFrameMs = static_cast<double>(i);
        history.add(frame);
    }
}

std::optional<double> totalOf(const FrameStatistics& frame) {
    return frame.cpuFrameMs;
}
std::optional<double> ofEvenFrames(const FrameStatistics& frame) {
    return frame.frameIndex % 2 == 0 ? totalOf(frame) : std::nullopt;
}

TEST(FrameHistoryTest, IsEmptyBeforeAFrameHasFinished) {
    FrameHistory history;
    history.add({});
    EXPECT_EQ(history.size(), 0u);
    EXPECT_EQ(history.newest().frameIndex, 0u);
    EXPECT_FALSE(history.summarise(totalOf));
}

TEST(FrameHistoryTest, KeepsTheNewestFramesAndEachOnce) {
    FrameHistory history;
    add(history, 1, 3);
    add(history, 3, 3);
    EXPECT_EQ(history.size(), 3u);
    add(history, 4, FrameHistory::kLength + 10);
    ASSERT_EQ(history.size(), FrameHistory::kLength);
    EXPECT_EQ(history.at(0).frameIndex, FrameHistory::kLength + 10);
    EXPECT_EQ(history.at(FrameHistory::kLength - 1).frameIndex, 11u);
    EXPECT_EQ(history.newest().frameIndex, history.at(0).frameIndex);
}

TEST(FrameHistoryTest, SummarisesByNearestRank) {
    FrameHistory history;
    add(history, 1, 100);
    const auto summary = history.summarise(totalOf);
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->medianMs, 50.5);
    EXPECT_EQ(summary->p95Ms, 95);
    add(history, 101, 101);
    EXPECT_EQ(history.summarise(totalOf)->medianMs, 51);
    EXPECT_EQ(history.summarise(ofEvenFrames)->medianMs, 51);
}

TEST(FrameHistoryTest, SummarisesTheLastFramesAlone) {
    FrameHistory history;
    add(history, 1, 200);
    const double first = 200 - FrameHistory::kSummaryFrames + 1;
    EXPECT_EQ(history.summarise(totalOf)->medianMs, 0.5 * (first + 200));
}

TEST(FrameHistoryTest, DoesNotMixFramesBeforeAndAfterAChange) {
    FrameHistory history;
    add(history, 1, 50);
    history.summariseAfter(60);
    EXPECT_FALSE(history.summarise(totalOf));
    add(history, 51, 61);
    EXPECT_EQ(history.summarise(totalOf)->medianMs, 61);
    EXPECT_EQ(history.size(), 61u) << "the graph goes on";
}

// If exactly one advance() precedes requests() with a larger count, all instances restart with the
// same settings. The only parameter of the mannequin, its speed, is in [0, 4].
TEST(CrowdAnimatorTest, RandomInputsOfAGrownCrowdHaveTheRangesOfTheParameters) {
    const Model model = importGltf(assetsFolder() / "mannequin.glb");
    Settings settings;
    settings.randomInputSeconds = 0.1f;
    CrowdAnimator animator;
    ASSERT_EQ(animator.start(model, settings), "");
    animator.advance(0.01f);
    animator.requests(50);
    ASSERT_TRUE(animator.isRepeatable());
    for (int i = 0; i < 5; ++i) animator.advance(1.0f);
    float least = 4, most = 0;
    for (uint32_t i = 0; i < 50; ++i) {
        const float speed = animator.parametersOf(i)[0];
        least = std::min(least, speed);
        most = std::max(most, speed);
    }
    EXPECT_GE(least, 0);
    EXPECT_LT(least, 1);
    EXPECT_GT(most, 3);
    EXPECT_LE(most, 4);
}

/// Returns a skeleton with two roots. Joint 4 is the second child of joint 0, but its index is
/// higher than that of joint 3, the child of joint 2.
Skeleton branched() {
    return {.names = {"Root", "prop", "arm_L", "hand_L", "arm_R"},
            .parents = {kNoParent, kNoParent, 0, 2, 0},
            .rest = std::vector<Transform>(5)};
}

TEST(JointRowsTest, ChildrenFollowTheirParent) {
    EXPECT_THAT(jointRows(branched(), ""),
                ElementsAre(FieldsAre(0, 0), FieldsAre(2, 1), FieldsAre(3, 2), FieldsAre(4, 1),
                            FieldsAre(1, 0)));
}

TEST(JointRowsTest, AFilterFindsPartsOfNamesInAnyCase) {
    EXPECT_THAT(jointRows(branched(), "ARM"), ElementsAre(FieldsAre(2, 1), FieldsAre(4, 1)));
    EXPECT_THAT(jointRows(branched(), "leg"), IsEmpty());
}

TEST(JointRowsTest, ALocalTransformIsThatOfTheParentsSpace) {
    const auto affine = [](const glm::mat4& m) { return gpu::Affine(glm::transpose(m)); };
    const glm::mat4 root = glm::rotate(glm::translate(glm::mat4(1), {1, 2, 3}), 0.5f, {0, 1, 0});
    const glm::mat4 local = glm::scale(
        glm::rotate(glm::translate(glm::mat4(1), {0, 4, 0}), 0.25f, {1, 0, 0}), {2, 3, -4});
    std::vector<gpu::Affine> objectFromJoint(5, affine(root));
    objectFromJoint[2] = affine(root * local);
    const Transform t = transformOf(parentFromJoint(branched(), objectFromJoint, 2));
    EXPECT_NEAR(glm::distance(t.translation, {0, 4, 0}), 0, 1e-5f);
    EXPECT_NEAR(glm::distance(t.scale, {2, 3, -4}), 0, 1e-5f);
    EXPECT_NEAR(glm::dot(t.rotation, glm::angleAxis(0.25f, glm::vec3(1, 0, 0))), 1, 1e-5f);
}

std::array<int, 4> pixel(const Thumbnails& thumbnails, uint32_t x, uint32_t y) {
    const uint8_t* p = &thumbnails.rgba[4 * (size_t{y} * thumbnails.width + x)];
    return {p[0], p[1], p[2], p[3]};
}

TEST(ThumbnailsTest, AreOpaqueMeansInRowsOfAGrid) {
    // Red and blue columns alternate. A pixel of the thumbnail is the mean of four columns, two of
    // each colour.
    Image fine{.width = 256, .height = 1};
    for (int x = 0; x < 256; ++x) {
        const uint8_t red = x % 2 == 0 ? 200 : 0;
        fine.rgba.insert(fine.rgba.end(), {red, 0, static_cast<uint8_t>(200 - red), 0});
    }
    const Image halves{.width = 1, .height = 2, .rgba = {10, 0, 0, 255, 0, 20, 0, 255}};
    std::vector<Image> images(kThumbnailColumns, fine);
    images.push_back(halves);
    const Thumbnails made = thumbnailsOf(images);
    EXPECT_EQ(made.width, kThumbnailColumns * kThumbnailSide);
    EXPECT_EQ(made.height, 2 * kThumbnailSide);
    EXPECT_EQ(pixel(made, 5, 5), (std::array{100, 0, 100, 255}));
    const glm::uvec2 corner = Thumbnails::cornerOf(kThumbnailColumns);
    EXPECT_EQ(pixel(made, corner.x, corner.y), (std::array{10, 0, 0, 255}));
    EXPECT_EQ(pixel(made, corner.x, corner.y + kThumbnailSide - 1), (std::array{0, 20, 0, 255}));
}

TEST(ThumbnailsTest, AModelWithoutImagesHasNone) {
    EXPECT_EQ(thumbnailsOf({}).height, 0u);
}

TEST(BenchmarkViewTest, RemainingTimeIsWithinThePromise) {
    BenchmarkView view{.fraction = 0.1, .seconds = 10, .mostSeconds = 200};
    EXPECT_NEAR(*view.secondsLeft(), 90, 1e-9);
    view.mostSeconds = 40;
    EXPECT_NEAR(*view.secondsLeft(), 30, 1e-9);
    view.seconds = 50;
    EXPECT_EQ(*view.secondsLeft(), 0);
}

TEST(BenchmarkViewTest, ThePromiseGrowsWithSlowFramesAndWithTheCrowd) {
    const Scenario scenario{
        .subjects = {Subject{}}, .choices = {SkinChoice{}}, .instances = {100}, .passes = {1}};
    const Conditions conditions{.seconds = 1, .width = 100, .height = 100};
    const FramePace fast{.frameMs = 1, .instances = 100, .pixels = 1e4, .vertices = 1000};
    FramePace slow = fast;
    slow.frameMs = 1000;
    FramePace one = fast;
    one.instances = 1;
    const double most = mostSeconds(scenario, conditions, fast);
    EXPECT_GT(most, 4) << "both timer modes, and twice the time on a slow device";
    EXPECT_GT(mostSeconds(scenario, conditions, slow), most + 40);
    EXPECT_GT(mostSeconds(scenario, conditions, one), most);
}

TEST(BenchmarkViewTest, TitlesOfReportsHaveScenarioAndDate) {
    EXPECT_EQ(reportTitle("reports/2026-01-31T124501Z-tiny-partial.json"),
              "tiny-partial, 2026-01-31 12:45 UTC");
    EXPECT_EQ(reportTitle("my-report.json"), "my-report");
}

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
