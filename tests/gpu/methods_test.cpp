// Tests that the vertices of every method agree with the reference, and that pictures of every
// method agree with the pictures of `compute`.
#include <algorithm>
#include <random>

#include "shaders/shared/packing.h"
#include "skinning/gpu/verify/verify.h"
#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

class MethodsTest : public test::GpuTest {
protected:
    /// Compares every method with the reference over all clips, in a crowd of three instances.
    static void expectWithinTolerance(Frame& frame) {
        const std::vector<PoseSample> samples = verifySamples(frame.model());
        const auto capture = captureFor(frame);
        Verifier verifier(*capture, frame.scene(), 3, samples);
        for (const Method method : allMethods()) {
            SCOPED_TRACE(std::string(methodName(method)) + " on " + frame.model().name);
            const VertexErrors errors = verifier.verify({method, {}}).ofItself;
            EXPECT_LE(errors.position, 1e-5);
            EXPECT_LE(errors.normalDegrees, 0.05);
            EXPECT_LE(errors.tangentDegrees, 0.05);
        }
    }

    static FrameSettings settingsOf(Method method, uint32_t instances = 1) {
        return {.method = method, .instanceCount = instances};
    }

    /// Returns a device whose buffers fit three mannequins, so that seven instances are three
    /// crowds.
    static Device deviceOfSmallCrowds() {
        return lesser(
            {.storageBytes =
                 3 * sumOf(planOf({}, *mannequin(), {}).buffers(), false).largestRangePerInstance});
    }
};

TEST_F(MethodsTest, MatchTheReferenceOnShippedCharacters) {
    Frame frame = createFrame();
    for (const auto& model : {mannequin(), serpent()}) {
        frame.setModel(model);
        expectWithinTolerance(frame);
    }
}

TEST_F(MethodsTest, MatchTheReferenceForOneToTwelveInfluencesAndMorphTargets) {
    Model model = *mannequin();
    Geometry& geometry = model.geometry;
    std::mt19937 random(7);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    geometry.influences.clear();
    geometry.influenceOffsets.assign(1, 0);
    geometry.morphOffsets.assign(1, 0);
    model.restMorphWeights = {0.5f, 0.0f, -0.25f};
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        const uint32_t count = 1 + v % 12;
        float sum = 0;
        for (uint32_t i = 0; i < count; ++i) {
            geometry.influences.push_back(
                {(v * 5 + i) % static_cast<uint32_t>(model.binds.size()), 0.1f + unit(random)});
            sum += geometry.influences.back().weight;
        }
        const auto first = geometry.influences.end() - count;
        std::for_each(first, geometry.influences.end(), [sum](Influence& i) { i.weight /= sum; });
        std::sort(first, geometry.influences.end(),
                  [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
        geometry.influenceOffsets.push_back(static_cast<uint32_t>(geometry.influences.size()));
        for (uint32_t target = 0; target < v % 4 && target < 3; ++target) {
            geometry.morphDeltas.push_back({target, glm::vec3(0.1f * unit(random)),
                                            glm::vec3(0.2f * unit(random)),
                                            glm::vec3(0.2f * unit(random))});
        }
        geometry.morphOffsets.push_back(static_cast<uint32_t>(geometry.morphDeltas.size()));
    }
    Frame frame = frameOf(std::make_shared<const Model>(std::move(model)));
    expectWithinTolerance(frame);
}

// A quaternion is computed from the largest diagonal element of the matrix if its trace is
// negative. A rotation by 3.1 radians has a trace of about -1.
TEST_F(MethodsTest, DualQuaternionsTurnAboutEachAxis) {
    Frame frame = createFrame();
    for (int axis = 0; axis < 3; ++axis) {
        glm::vec3 direction{0};
        direction[axis] = 1;
        Model model = test::square();
        model.skeleton.rest[0].rotation = glm::angleAxis(3.1f, direction);
        frame.setModel(std::make_shared<const Model>(std::move(model)));
        const PoseSample rest;
        const Verification found = verified(
            frame, {Method::compute, {.blend = Blend::dualQuaternion}}, 1, std::span(&rest, 1));
        EXPECT_TRUE(found.ofItself.withinTolerance()) << axis;
    }
}

TEST_F(MethodsTest, DirectionsOfPrimitivesWithoutNormalsAreNotVerified) {
    const PoseSample sample{.clip = findClip(*mannequin(), "dance"), .timeSeconds = 0.7f};
    Model flat = *mannequin();
    for (Primitive& primitive : flat.primitives) primitive.hasNormals = false;
    const Frame frame = frameOf(mannequin());
    const Frame flatFrame = frameOf(std::make_shared<const Model>(std::move(flat)));
    for (const Method method : allMethods()) {
        SCOPED_TRACE(methodName(method));
        const VertexErrors errors = verified(frame, {method, {}}, 1, std::span(&sample, 1)).ofTruth;
        EXPECT_GT(errors.normalDegrees, 0);
        EXPECT_GT(errors.tangentDegrees, 0);
        const VertexErrors ofFlat =
            verified(flatFrame, {method, {}}, 1, std::span(&sample, 1)).ofTruth;
        EXPECT_EQ(ofFlat.position, errors.position);
        EXPECT_EQ(ofFlat.normalDegrees, 0);
        EXPECT_EQ(ofFlat.tangentDegrees, 0);
    }
}

// The model has two joints, and the second one mirrors. Vertices 1 and 2 follow it.
TEST_F(MethodsTest, WithoutNormalsDirectionsAreConstantWithTheSignOfTheJoint) {
    Model model = test::square();
    model.primitives[0].hasNormals = false;
    model.skeleton = {.names = {"root", "mirror"},
                      .parents = {kNoParent, 0},
                      .rest = {Transform{}, {.scale = {-1, 1, 1}}}};
    model.binds.push_back({.joint = 1});
    for (const size_t v : {1u, 2u}) model.geometry.influences[v].bind = 1;
    model.geometry.normals.assign(4, {0, 0.8f, -0.6f});
    model.geometry.tangents = {{0, .6f, .8f, 1}, {0, .6f, .8f, 1}, {0, 1, 0, -1}, {0, 1, 0, -1}};
    const Frame frame = frameOf(std::make_shared<const Model>(std::move(model)));
    for (const SkinChoice& plain : methodsAndPosers()) {
        const bool blends = skinningMethod(plain.method).facts.supports.blend;
        const char* rotated = blends ? ":dual-quaternion" : "";
        for (const char* words : {"", ":compact", ":inverse-transpose", rotated}) {
            const auto [method, settings] = parseChoice(choiceText(plain) + words);
            SCOPED_TRACE(choiceText(plain) + words);
            const CapturedVertices vertices =
                captured(frame, {.method = method, .skinning = settings}, {.clip = kRestPose}, 0);
            for (size_t v = 0; v < 4; ++v) {
                const float sign = v == 0 || v == 2 ? 1.0f : -1.0f;
                EXPECT_EQ(vertices.normals[v], glm::vec3(0, 0, 1));
                EXPECT_EQ(vertices.tangents[v],
                          gpu::unpackTangent(gpu::packTangent({1, 0, 0}, sign)));
            }
        }
    }
}

TEST_F(MethodsTest, CrossfadesGiveTheSameVerticesInEveryMethod) {
    Frame frame = frameOf(mannequin());
    const Playback playback{.clip = findClip(*mannequin(), "dance"),
                            .timeSeconds = 0.7f,
                            .previousClip = findClip(*mannequin(), "walk"),
                            .previousTimeSeconds = 0.3f,
                            .fade = 0.4f};
    const Playback faded{.clip = playback.clip, .timeSeconds = playback.timeSeconds};
    const CapturedVertices compute = captured(frame, {.instanceCount = 2}, playback, 1);
    const CapturedVertices unfaded = captured(frame, {.instanceCount = 2}, faded, 1);
    const double extent = frame.bounds().radius() * 2.0;
    EXPECT_NE(compute.positions, unfaded.positions);
    for (const Method method : {Method::vertex, Method::cpu}) {
        const CapturedVertices other =
            captured(frame, {.method = method, .instanceCount = 2}, playback, 1);
        for (size_t v = 0; v < other.positions.size(); ++v) {
            ASSERT_LE(glm::length(other.positions[v] - compute.positions[v]), 1e-6 * extent) << v;
        }
    }
}

TEST_F(MethodsTest, ACrowdOfManyPagesHasTheSameVerticesAsOneOfOnePage) {
    Frame oneCrowd = frameOf(mannequin());
    const Device small = deviceOfSmallCrowds();
    Frame manyCrowds = frameOf(mannequin(), small);
    const Playback playback{.clip = 0, .timeSeconds = 0.2f};
    for (const Method method : allMethods()) {
        SCOPED_TRACE(methodName(method));
        const FrameSettings settings = settingsOf(method, 7);
        for (const uint32_t i : {0u, 2u, 3u, 6u}) {
            EXPECT_EQ(captured(manyCrowds, settings, playback, i).positions,
                      captured(oneCrowd, settings, playback, i).positions)
                << "instance " << i;
        }
    }
}

// Placements and anchors must continue from one crowd of the model to the next.
TEST_F(MethodsTest, SeveralCrowdsOfAModelLookAsOne) {
    const Device small = deviceOfSmallCrowds();
    std::vector<Anchor> anchors(7);
    for (size_t i = 0; i < anchors.size(); ++i) {
        anchors[i] = {{0, 0, 0.2f * static_cast<float>(i)}};
    }
    const auto pictureOn = [&](const Device& onDevice, std::span<const Anchor> gone) {
        Frame frame = frameOf(mannequin(), onDevice);
        const OffscreenTarget target = OffscreenTarget::create(onDevice, {320, 240});
        FrameInput input = inputFor(frame, target, settingsOf(Method::compute, 7), 0, 0.2f);
        input.anchors = gone;
        return rendered(frame, input, target, onDevice).rgba;
    };
    const auto atHome = pictureOn(device(), {});
    const auto gone = pictureOn(device(), anchors);
    EXPECT_NE(atHome, gone);
    EXPECT_EQ(pictureOn(small, {}), atHome);
    EXPECT_EQ(pictureOn(small, anchors), gone);
}

TEST_F(MethodsTest, DrawsAndDispatchesDoNotGrowWithInstances) {
    Frame frame = frameOf(mannequin());
    for (const Method method : allMethods()) {
        SCOPED_TRACE(methodName(method));
        renderPicture(frame, settingsOf(method, 1), 0, 0.0f);
        const FrameStatistics one = frame.statistics();
        renderPicture(frame, settingsOf(method, 50), 0, 0.0f);
        const FrameStatistics fifty = frame.statistics();
        // Method vertex-uniform has a draw for each run of instances whose palettes fit one uniform
        // range.
        const PaletteLayout layout =
            planOf(deviceLimits(device()), *mannequin(), {method, {}}).palette;
        const uint32_t runs = layout.rangeBytes > 0
                                  ? (50 + layout.instancesPerRange - 1) / layout.instancesPerRange
                                  : 1;
        const uint32_t surroundings = 2;  // ground and sky
        EXPECT_EQ((one.drawCalls - surroundings) * runs, fifty.drawCalls - surroundings);
        EXPECT_EQ(one.dispatches, fifty.dispatches);
        EXPECT_EQ(one.verticesSkinned * 50, fifty.verticesSkinned);
    }
}

}  // namespace
}  // namespace sinew
