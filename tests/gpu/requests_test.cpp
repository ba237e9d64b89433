// Instances of one crowd play different clips, crossfades and layers.
#include "skinning/gpu/verify/choices.h"
#include "skinning/reference/reference.h"
#include "tests/gpu/gpu_test.h"

namespace sinew::test {
namespace {

class RequestsTest : public GpuTest {
protected:
    static ClipMoment momentOf(const char* clip, float seconds) {
        return {findClip(*mannequin(), clip), seconds};
    }

    /// The largest distance from the reference, relative to the extent.
    static double errorOf(const CapturedVertices& captured, const ReferenceVertices& reference) {
        return largestDistance(captured.positions, reference.positions) / reference.extent;
    }
};

// All moments are baked frames (30 Hz), so that `texture` is exact.
TEST_F(RequestsTest, InstancesOfOneCrowdPlayOtherClipsInEveryMethod) {
    Frame frame = frameOf(mannequin());
    const ClipMoment moments[] = {{},
                                  momentOf("idle", 1.0f),
                                  momentOf("walk", 0.5f),
                                  momentOf("run", 0.2f),
                                  momentOf("dance", 4.0f),  // the end, not the start
                                  momentOf("wave", 1.5f)};
    std::vector<PoseRequest> requests;
    std::vector<ReferenceVertices> references;
    for (const ClipMoment& moment : moments) {
        requests.push_back(requestOf(moment));
        Pose pose;
        PoseScratch scratch;
        PoseSampler(*mannequin()).localPose(requests.back(), pose, scratch);
        references.push_back(referenceVertices(*mannequin(), pose));
    }
    for (const SkinChoice& choice : methodsAndPosers()) {
        SCOPED_TRACE(choiceText(choice));
        for (uint32_t i = 0; i < requests.size(); ++i) {
            const CapturedVertices captured =
                captureFor(frame)->capture(frame.scene(), {choice, i}, requests);
            EXPECT_LT(errorOf(captured, references[i]), 1e-5) << "instance " << i;
            const ReferenceVertices& another = references[(i + 1) % requests.size()];
            EXPECT_GT(errorOf(captured, another), 1e-3) << "instance " << i;
        }
    }
}

TEST_F(RequestsTest, InstancesOfOneCrowdFadeBetweenOtherClips) {
    Frame frame = frameOf(mannequin());
    const std::vector<PoseRequest> requests{
        requestOf(momentOf("dance", 0.7f), momentOf("walk", 0.3f), 0.6f),
        requestOf(momentOf("run", 0.2f)), requestOf(momentOf("idle", 2.0f), {}, 0.25f)};
    const auto referenceOf = [](const PoseRequest& request) {
        Pose pose;
        PoseScratch scratch;
        PoseSampler(*mannequin()).localPose(request, pose, scratch);
        return referenceVertices(*mannequin(), pose);
    };
    for (uint32_t i = 0; i < requests.size(); ++i) {
        const ReferenceVertices ofPoses = referenceOf(requests[i]);
        // `texture` mixes matrices instead of poses, so each vertex moves on a straight line.
        ReferenceVertices ofMatrices = referenceOf(requestOf(baseOf(requests[i])));
        const ReferenceVertices other = referenceOf(requestOf(otherOf(requests[i])));
        for (size_t v = 0; v < ofMatrices.positions.size(); ++v) {
            ofMatrices.positions[v] = glm::mix(ofMatrices.positions[v], other.positions[v],
                                               double{requests[i].otherWeight});
        }
        for (const SkinChoice& choice : methodsAndPosers()) {
            const CapturedVertices captured =
                captureFor(frame)->capture(frame.scene(), {choice, i}, requests);
            EXPECT_LT(errorOf(captured, choice.method == Method::texture ? ofMatrices : ofPoses),
                      1e-5)
                << choiceText(choice) << ", instance " << i;
        }
    }
}

// `texture` draws the state's clip without layers, and reports it.
TEST_F(RequestsTest, InstancesOfOneCrowdHaveOtherLayersInEveryMethod) {
    Model masked = *mannequin();
    masked.masks.push_back({.joints = std::vector<uint8_t>(masked.skeleton.size(), 255)});
    std::fill_n(masked.masks[0].joints.begin(), masked.skeleton.size() / 2, uint8_t{0});
    Frame frame = frameOf(std::make_shared<const Model>(masked));
    const PoseRequest walk = requestOf(momentOf("walk", 0.5f));
    const std::vector<PoseRequest> requests{
        walk, withLayer(walk, {momentOf("wave", 1.3f), 1, 1.0f}),
        withAdditive(requestOf(momentOf("run", 0.2f)), {momentOf("dance", 1.1f), kFullBody, 0.5f}),
        withAdditive(withLayer(walk, {momentOf("dance", 2.0f), 1, 0.4f}),
                     {momentOf("wave", 0.9f), 1, 0.3f})};
    for (const SkinChoice& choice : methodsAndPosers()) {
        SCOPED_TRACE(choiceText(choice));
        const bool baked = choice.method == Method::texture;
        for (uint32_t i = 0; i < requests.size(); ++i) {
            const ReferenceVertices layered = referenceVertices(masked, requests[i], {});
            const ReferenceVertices base =
                referenceVertices(masked, requestOf(baseOf(requests[i])), {});
            const CapturedVertices captured =
                captureFor(frame)->capture(frame.scene(), {choice, i}, requests);
            EXPECT_LT(errorOf(captured, baked ? base : layered), 1e-5) << "instance " << i;
            if (i == 0 || baked) continue;
            EXPECT_GT(errorOf(captured, base), 1e-3) << "instance " << i;
        }
    }
}

}  // namespace
}  // namespace sinew::test
