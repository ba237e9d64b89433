// Tests every method on the torture set, against vertices computed by hand, under validation. Also
// tests extreme numbers: an error comes before anything is drawn, and verification never calls a
// correct method wrong.
#include <gmock/gmock.h>

#include "skinning/bounds/range.h"
#include "skinning/gpu/crowd/winding.h"
#include "skinning/gpu/verify/verify.h"
#include "tests/extreme_models.h"
#include "tests/gpu/gpu_test.h"
#include "tests/torture_set.h"

namespace sinew {
namespace {

class TortureGpuTest : public test::GpuTest {
protected:
    /// Calls `check` for each file of the torture set. All files share one frame, as in the window.
    template <typename Check>
    static void forEveryFile(const Check& check) {
        Frame frame = createFrame();
        size_t files = 0;
        for (const std::filesystem::path& path : test::modelsIn("torture")) {
            const test::TortureFile file = test::readTortureFile(path);
            frame.setModel(std::make_shared<const Model>(importGltf(path)));
            SCOPED_TRACE(path.filename().string());
            check(frame, file);
            ++files;
        }
        EXPECT_GT(files, 100u);
    }
};

TEST_F(TortureGpuTest, EveryMethodThatPosesGivesTheVerticesComputedByHand) {
    forEveryFile([](Frame& frame, const test::TortureFile& file) {
        for (const Method method : allMethods()) {
            if (skinningMethod(method).facts.bakes) continue;  // exact only at baked frames
            SCOPED_TRACE(methodName(method));
            for (const test::TorturePose& pose : file.poses) {
                const Playback playback{.clip = pose.clip,
                                        .timeSeconds = static_cast<float>(pose.timeSeconds),
                                        .staggered = false};
                test::expectPose(frame.model(), pose,
                                 captured(frame, {.method = method}, playback, 0));
            }
        }
    });
}

TEST_F(TortureGpuTest, EveryMethodMatchesTheReferenceOverFullClips) {
    forEveryFile([](Frame& frame, const test::TortureFile&) {
        const auto capture = captureFor(frame);
        Verifier verifier(*capture, frame.scene(), 3, verifySamples(frame.model()));
        std::vector<SkinChoice> choices{{Method::compute, {.blend = Blend::dualQuaternion}}};
        for (const Method method : allMethods()) choices.push_back({method, {}});
        for (const SkinChoice& choice : choices) {
            const VertexErrors errors = verifier.verify(choice).ofItself;
            EXPECT_TRUE(errors.withinTolerance())
                << choiceText(choice) << ": position " << errors.position
                << " of the extent, normal " << errors.normalDegrees << " and tangent "
                << errors.tangentDegrees << " degrees at vertex " << errors.vertex;
        }
    });
}

TEST(TortureWinding, FollowsTheJointsThatMirrorAndNotTheNodeOfASkinnedMesh) {
    const std::vector<std::pair<const char*, Winding>> expected = {
        {"missing_normals", Winding::counterClockwise},
        {"node_scale_negative", Winding::clockwise},
        {"node_matrix_mirrored", Winding::clockwise},
        {"joint_scale_negative", Winding::clockwise},
        {"joint_scale_inverted", Winding::clockwise},
        {"joint_scale_blended", Winding::counterClockwise},
        {"skinned_node_under_mirrored_parent", Winding::counterClockwise},
        {"linear_scale", Winding::changing},
        {"step_scale", Winding::counterClockwise}};
    for (const auto& [name, winding] : expected) {
        const Model model =
            importGltf(test::dataFolder() / "torture" / (std::string(name) + ".gltf"));
        EXPECT_EQ(primitiveWindings(model).at(0), winding) << name;
    }
}

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

class ExtremeNumbersGpuTest : public test::GpuTest {};

TEST_F(ExtremeNumbersGpuTest, AFrameThatLeavesItsRangeIsAnErrorAndTheNextOneIsDrawn) {
    Frame frame = createFrame();
    auto model = std::make_shared<Model>(*test::GpuTest::mannequin());
    frame.setModel(model);
    const OffscreenTarget target = OffscreenTarget::create(device(), {64, 64});
    const FrameSettings full, half{.skinning = {.palette = PaletteFormat::half}};
    frame.render(inputFor(frame, target, full, kRestPose, 0));
    auto far = std::make_shared<Model>(*model);
    far->skeleton.rest[0].translation.x = 70000;
    frame.setModel(far);
    const FrameInput drawn = inputFor(frame, target, full, kRestPose, 0);
    FrameInput refused = drawn;
    refused.settings = half;
    for (int i = 0; i < 3; ++i) {  // every frame slot
        EXPECT_THAT([&] { frame.render(refused); },
                    ThrowsMessage<OutOfRange>(AllOf(HasSubstr("joint \""), HasSubstr("65504"))));
    }
    for (int i = 0; i < 3; ++i) frame.render(drawn);
    frame.finish();
}

// GPU poses are not range-checked. If the keys cannot prove that all poses are in range, the CPU
// computes the poses.
TEST_F(ExtremeNumbersGpuTest, PosesThatMayLeaveTheirRangeAreMadeByTheCpu) {
    Frame frame = createFrame();
    const OffscreenTarget target = OffscreenTarget::create(device(), {64, 64});
    const FrameSettings full{.skinning = {.poses = PosedBy::gpu}};
    const FrameSettings half{.skinning = {.palette = PaletteFormat::half, .poses = PosedBy::gpu}};
    frame.setModel(mannequin());
    for (const FrameSettings& settings : {full, half}) {
        frame.render(inputFor(frame, target, settings, kRestPose, 0));
        EXPECT_EQ(frame.resolution().choice, settings.choice());
        EXPECT_EQ(frame.resolution().note, "");
    }
    auto far = std::make_shared<Model>(*mannequin());
    far->skeleton.rest[0].translation.x = 70000;
    frame.setModel(far);
    frame.render(inputFor(frame, target, full, kRestPose, 0));
    EXPECT_EQ(frame.resolution().choice.settings.poses, PosedBy::gpu);
    EXPECT_THAT([&] { frame.render(inputFor(frame, target, half, kRestPose, 0)); },
                ThrowsMessage<OutOfRange>(AllOf(HasSubstr("joint \""), HasSubstr("65504"))));
    auto huge = std::make_shared<Model>(*mannequin());
    for (const Channel& channel : huge->clips[0].channels) {
        if (channel.path != Channel::Path::translation) continue;
        huge->clips[0].values[channel.firstValue] = 1e19f;
    }
    frame.setModel(huge);
    frame.render(inputFor(frame, target, full, kRestPose, 0));  // the rest pose is in range
    EXPECT_EQ(frame.resolution().choice.settings.poses, PosedBy::cpu);
    EXPECT_THAT(frame.resolution().note, HasSubstr("posed by the CPU"));
    frame.finish();
}

TEST_F(ExtremeNumbersGpuTest, VerifyNeverCallsAMethodWrongBecauseOfItsInput) {
    const std::vector<SkinChoice> choices{
        {Method::cpuReference, {}},
        {Method::cpu, {}},
        {Method::compute, {}},
        {Method::vertex, {.blend = Blend::dualQuaternion}},
        {Method::compute, {.palette = PaletteFormat::half}},
        {Method::compute, {.output = Output::compact}},
        {Method::compute, {.output = Output::compact, .poses = PosedBy::gpu}},
        {Method::texture, {}}};
    size_t right = 0, without = 0, mutants = 0;
    for (const char* name : {"linear_translation", "morph_before_skin", "morph_weights_cubic"}) {
        const auto path = test::dataFolder() / "torture" / (std::string(name) + ".gltf");
        const Model model = importGltf(path);
        static Frame frame = createFrame();
        test::forEachMutant(model, 1, [&](const std::string& mutation, const Model& mutant) {
            frame.setModel(std::make_shared<const Model>(mutant));
            const std::vector<PoseSample> samples = verifySamples(mutant);
            // Each mutant is tested with every second choice.
            for (size_t c = mutants++ % 2; c < choices.size(); c += 2) {
                const SkinChoice& choice = choices[c];
                SCOPED_TRACE(std::string(name) + ": " + mutation + " by " + choiceText(choice));
                try {
                    const Verification v = verified(frame, choice, 2, samples);
                    EXPECT_TRUE(v.ofItself.withinTolerance()) << v.ofItself.position;
                    ++(v.noBound.empty() ? right : without);
                } catch (const OutOfRange& error) {  // thrown by a bake
                    EXPECT_THAT(error.what(), HasSubstr("joint \""));
                }
            }
        });
    }
    EXPECT_GT(right, 50u);
    EXPECT_GT(without, 50u);
}

}  // namespace
}  // namespace sinew
