// What a joint holds: in every method where the joint's matrix has it, and one more draw a pass.
#include "skinning/model/hold.h"

#include "skinning/gpu/verify/choices.h"
#include "skinning/reference/reference.h"
#include "tests/gpu/gpu_test.h"

namespace sinew::test {
namespace {

class HoldTest : public GpuTest {
protected:
    static const Model& sword() {
        static const Model model = importGltf(asset("props/sword.glb"));
        return model;
    }
    static std::shared_ptr<const Model> armed() {
        static const auto model =
            std::make_shared<const Model>(hold(*mannequin(), sword(), "hand_right"));
        return model;
    }

    /// Every method and, where it takes them, poses that are made on the GPU.
    static std::vector<SkinChoice> ways() {
        std::vector<SkinChoice> ways;
        for (const Method method : allMethods()) {
            ways.push_back({.method = method});
            if (skinningMethod(method).facts.supports.poses) {
                ways.push_back({.method = method, .settings = {.poses = PosedBy::gpu}});
            }
        }
        return ways;
    }

    static PoseRequest at(const char* clip, float seconds) {
        return requestOf(ClipMoment{findClip(*mannequin(), clip), seconds});
    }

    /// In double precision, from the mannequin without anything in its hand: the joint's matrix
    /// times the sword's vertices as its file has them at rest.
    static std::vector<glm::dvec3> swordOf(const PoseRequest& request, const char* joint) {
        Model jointAlone = *mannequin();
        const auto& names = jointAlone.skeleton.names;
        const auto found = std::find(names.begin(), names.end(), joint);
        jointAlone.binds = {{.joint = static_cast<uint32_t>(found - names.begin())}};
        const glm::dmat4 objectFromJoint = referencePose(jointAlone, request).palette[0];
        std::vector<glm::dvec3> positions;
        for (const glm::dvec3& p : referenceVertices(sword(), kRestPose, 0).positions) {
            positions.emplace_back(objectFromJoint * glm::dvec4(p, 1));
        }
        return positions;
    }

    /// The largest distance of the last vertices from where they should be.
    static double errorOf(const CapturedVertices& captured, const std::vector<glm::dvec3>& wanted) {
        double largest = 0;
        const size_t first = captured.positions.size() - wanted.size();
        for (size_t v = 0; v < wanted.size(); ++v) {
            largest = std::max(largest,
                               glm::distance(glm::dvec3(captured.positions[first + v]), wanted[v]));
        }
        return largest;
    }
};

// The moments are baked frames, 30 a second, so that the texture has them without interpolation.
TEST_F(HoldTest, EveryInstanceHoldsItWhereItsJointIsInEveryMethod) {
    Frame frame = createFrame();
    frame.setModel(armed());
    const std::vector<PoseRequest> requests{at("idle", 1.0f), at("walk", 0.5f), at("run", 0.2f),
                                            at("dance", 4.0f), at("wave", 1.5f)};
    ASSERT_GT(ways().size(), allMethods().size());
    for (const SkinChoice& way : ways()) {
        SCOPED_TRACE(choiceText(way));
        for (uint32_t i = 0; i < requests.size(); ++i) {
            const CapturedVertices captured =
                judgeOf(frame)->capture(frame.scene(), {way, i}, requests);
            ASSERT_EQ(captured.positions.size(),
                      mannequin()->geometry.vertexCount() + sword().geometry.vertexCount());
            const double extent = referenceVertices(*armed(), requests[i], SkinSettings{}).extent;
            EXPECT_LT(errorOf(captured, swordOf(requests[i], "hand_right")), 1e-5 * extent) << i;
            EXPECT_GT(errorOf(captured, swordOf(requests[i], "hand_left")), 1e-2 * extent) << i;
        }
    }
}

TEST_F(HoldTest, FadesMoveItWithTheJoint) {
    Frame frame = createFrame();
    frame.setModel(armed());
    const PoseRequest request = requestOf(ClipMoment{findClip(*mannequin(), "dance"), 0.7f},
                                          ClipMoment{findClip(*mannequin(), "walk"), 0.3f}, 0.6f);
    const std::vector<PoseRequest> requests(2, request);
    const double extent = referenceVertices(*armed(), request, SkinSettings{}).extent;
    for (const SkinChoice& way : ways()) {
        if (skinningMethod(way.method).facts.bakes) continue;  // mixes matrices, and not poses
        const CapturedVertices captured =
            judgeOf(frame)->capture(frame.scene(), {way, 1}, requests);
        EXPECT_LT(errorOf(captured, swordOf(request, "hand_right")), 1e-5 * extent)
            << choiceText(way);
    }
}

TEST_F(HoldTest, VerifyHoldsEveryMethodToItsTolerance) {
    Frame frame = createFrame();
    frame.setModel(armed());
    const std::vector<PoseSample> samples = verifySamples(frame.model());
    for (const SkinChoice& way : ways()) {
        const Verification verification = verified(frame, way, 3, samples);
        EXPECT_TRUE(verification.ofItself.withinTolerance()) << choiceText(way);
        EXPECT_EQ(verification.noBound, "") << choiceText(way);
    }
}

TEST_F(HoldTest, ItCostsOneDrawAPassHoweverManyHoldIt) {
    Frame frame = createFrame();
    for (const Method method : allMethods()) {
        SCOPED_TRACE(methodName(method));
        for (const uint32_t cascades : {0u, 3u}) {
            // vertex-uniform draws once for each run of instances: as many as here fit one.
            const FrameSettings settings{
                .method = method, .instanceCount = 3, .cascadeCount = cascades};
            frame.setModel(mannequin());
            renderPicture(frame, settings, 0, 0.0f);
            const FrameStatistics without = frame.statistics();
            frame.setModel(armed());
            renderPicture(frame, settings, 0, 0.0f);
            EXPECT_EQ(frame.statistics().drawCalls, without.drawCalls + 1 + cascades);
            EXPECT_EQ(frame.statistics().dispatches, without.dispatches);
        }
    }
}

}  // namespace
}  // namespace sinew::test
