// Every method skins the files of tests/torture to the hand-computed vertices, under validation.
#include "skinning/gpu/crowd/winding.h"
#include "skinning/gpu/verify/verify.h"
#include "tests/gpu/gpu_test.h"
#include "tests/torture_set.h"

namespace sinew {
namespace {

class TortureGpuTest : public test::GpuTest {
protected:
    /// All files share one frame, as in the window.
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
        for (const Method method : allMethods()) {
            const VertexErrors errors = verifier.verify({method, {}}).ofItself;
            EXPECT_TRUE(errors.withinTolerance())
                << methodName(method) << ": position " << errors.position
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

}  // namespace
}  // namespace sinew
