// A prop moves with its joint in every method, and adds one draw per pass.
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

    static PoseRequest at(const char* clip, float seconds) {
        return requestOf(ClipMoment{findClip(*mannequin(), clip), seconds});
    }

    /// Returns the sword's rest vertices times the joint's matrix, in double precision.
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

    /// The largest error of the last vertices, which are the prop's.
    static double errorOf(const CapturedVertices& captured, const std::vector<glm::dvec3>& wanted) {
        return largestDistance(std::span(captured.positions).last(wanted.size()), wanted);
    }
};

// All moments are baked frames (30 Hz), so that `texture` is exact.
TEST_F(HoldTest, EveryInstanceHoldsItWhereItsJointIsInEveryMethodAndInFades) {
    Frame frame = frameOf(armed());
    const PoseRequest fade = requestOf(ClipMoment{findClip(*mannequin(), "dance"), 0.7f},
                                       ClipMoment{findClip(*mannequin(), "walk"), 0.3f}, 0.6f);
    const std::vector<PoseRequest> requests{at("idle", 1.0f),  at("walk", 0.5f), at("run", 0.2f),
                                            at("dance", 4.0f), at("wave", 1.5f), fade};
    for (const SkinChoice& choice : methodsAndPosers()) {
        SCOPED_TRACE(choiceText(choice));
        for (uint32_t i = 0; i < requests.size(); ++i) {
            // `texture` mixes matrices instead of poses.
            if (skinningMethod(choice.method).facts.bakes && requests[i].otherWeight > 0) continue;
            const CapturedVertices captured =
                captureFor(frame)->capture(frame.scene(), {choice, i}, requests);
            ASSERT_EQ(captured.positions.size(),
                      mannequin()->geometry.vertexCount() + sword().geometry.vertexCount());
            const double extent = referenceVertices(*armed(), requests[i], SkinSettings{}).extent;
            EXPECT_LT(errorOf(captured, swordOf(requests[i], "hand_right")), 1e-5 * extent) << i;
            EXPECT_GT(errorOf(captured, swordOf(requests[i], "hand_left")), 1e-2 * extent) << i;
        }
    }
}

TEST_F(HoldTest, ItCostsOneDrawAPassHoweverManyHoldIt) {
    Frame frame = createFrame();
    for (const Method method : allMethods()) {
        SCOPED_TRACE(methodName(method));
        for (const uint32_t cascades : {0u, 3u}) {
            // The crowd is one run of vertex-uniform, so it has one draw too.
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
