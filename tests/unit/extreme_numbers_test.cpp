// Models with extreme finite numbers: a pose is in range or an error names the joint, skinned
// vertices are finite, and every float method is within its error bound.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "shaders/shared/packing.h"
#include "shaders/shared/vertex.h"
#include "skinning/animation/crowd.h"
#include "skinning/animation/playback.h"
#include "skinning/animation/sample.h"
#include "skinning/bounds/range.h"
#include "skinning/cpu/naive.h"
#include "skinning/cpu/skin.h"
#include "skinning/gltf/import.h"
#include "skinning/packing/bake.h"
#include "skinning/reference/rounding.h"
#include "tests/extreme_models.h"
#include "tests/keyed.h"
#include "tests/torture_set.h"
#include "tests/unit/posed.h"
#include "tests/unit/random_model.h"
#include "tests/unit/shipped.h"

namespace sinew {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// Returns the vertices that the methods cpu and cpu-reference compute, for one instance.
std::vector<std::vector<gpu::PackedVertex>> skin(const Model& model, const Playback& playback,
                                                 const SkinSettings& settings) {
    std::vector<gpu::Affine> objectFromJoint(model.skeleton.size());
    std::vector<float> weights(model.restMorphWeights.size());
    Crowd(model).pose(requestsOf(model, playback, 1), objectFromJoint, weights);
    const CpuCrowd crowd{.count = 1, .objectFromJoint = objectFromJoint, .morphWeights = weights};
    std::vector<std::vector<gpu::PackedVertex>> out(
        2, std::vector<gpu::PackedVertex>(model.geometry.vertexCount()));
    CpuSkinner(model).skin(crowd, settings, std::as_writable_bytes(std::span(out[0])));
    skinNaively(model, {}, crowd, settings, std::as_writable_bytes(std::span(out[1])));
    return out;
}

/// The result of `sinew-cli verify` for the CPU methods.
enum class Verdict { right, noBound, outOfRange };

Verdict verdictAt(const Model& model, uint32_t clip, float time, const SkinSettings& settings) {
    const Playback playback{.clip = clip, .timeSeconds = time, .staggered = false};
    std::vector<std::vector<gpu::PackedVertex>> results;
    try {
        results = skin(model, playback, settings);
    } catch (const OutOfRange& error) {
        EXPECT_THAT(error.what(),
                    AllOf(HasSubstr(model.name), testing::ContainsRegex("joint \"|morph weight")));
        return Verdict::outOfRange;
    }
    const float wrapped = clip == kRestPose ? 0.0f : wrapTime(model.clips[clip], time);
    const ReferencePose pose = referencePose(model, clip, double{wrapped});
    const ReferenceVertices reference = referenceVertices(model, pose, settings);
    std::vector<VertexBound> bounds = formatBounds(model, pose, reference, settings);
    const PoseRounding rounding = poseRounding(model, requestOf(ClipMoment{clip, wrapped}));
    const uint32_t first = accountForRounding(model, pose, settings, rounding, reference, bounds);
    for (const auto& vertices : results) {
        for (size_t v = 0; v < vertices.size(); ++v) {
            const gpu::PackedVertex& s = vertices[v];
            const glm::dvec3 position(s.x, s.y, s.z);
            EXPECT_TRUE(std::isfinite(glm::length(position))) << v;
            EXPECT_LE(glm::length(position - reference.positions[v]), bounds[v].position)
                << v << ", extent " << reference.extent;
            EXPECT_LE(
                test::degreesBetween(glm::dvec3(gpu::unpackUnit(s.normal)), reference.normals[v]),
                bounds[v].normalDegrees + 1e-6)
                << v;
            EXPECT_LE(test::degreesBetween(glm::dvec3(gpu::unpackTangent(s.tangent)),
                                           glm::dvec3(reference.tangents[v])),
                      bounds[v].tangentDegrees + 1e-6)
                << v;
            if (testing::Test::HasFailure()) return Verdict::right;
        }
    }
    return first < bounds.size() ? Verdict::noBound : Verdict::right;
}

const SkinSettings kSettings[] = {{},
                                  {.blend = Blend::dualQuaternion},
                                  {.normals = Normals::raw},
                                  {.normals = Normals::inverseTranspose}};

void expectNeverWrong(const Model& model, uint32_t count, std::array<uint32_t, 3>& verdicts) {
    test::forEachMutant(model, count, [&](const std::string& name, const Model& mutant) {
        if (testing::Test::HasFailure()) return;
        const bool stays = Crowd(mutant).staysInRange(kNoLimit);
        for (const SkinSettings& settings : kSettings) {
            for (uint32_t c = 0; c <= std::min<size_t>(mutant.clips.size(), 2); ++c) {
                const bool rests = c == mutant.clips.size() || c == 2;
                const float duration = rests ? 0.0f : mutant.clips[c].durationSeconds;
                for (const float fraction : {0.0f, 0.37f, 0.9f}) {
                    SCOPED_TRACE(fmt::format(
                        "{}: {}; {} at {}", model.name, name, choiceText({Method::cpu, settings}),
                        rests ? "rest" : fmt::format("{} of {}", fraction, c)));
                    const Verdict verdict =
                        verdictAt(mutant, rests ? kRestPose : c, fraction * duration, settings);
                    ++verdicts[static_cast<size_t>(verdict)];
                    EXPECT_FALSE(stays && verdict == Verdict::outOfRange);
                    if (rests || testing::Test::HasFailure()) break;
                }
            }
        }
    });
}

TEST(ExtremeNumbers, NoFloatMethodIsCalledWrongOnTortureFiles) {
    std::array<uint32_t, 3> verdicts{};
    for (const auto& path : test::modelsIn("torture")) {
        const Model model = importGltf(path);
        if (model.skeleton.size() > 100) continue;  // skips slow models
        expectNeverWrong(model, 2, verdicts);
        if (HasFailure()) break;
    }
    // Each verdict must occur often, or the test would check little.
    EXPECT_GT(verdicts[0], 1000u);
    EXPECT_GT(verdicts[1], 10u);
    EXPECT_GT(verdicts[2], 1000u);
}

TEST(LongExtremeNumbers, NoFloatMethodIsCalledWrongOnAShippedCharacter) {
    std::array<uint32_t, 3> verdicts{};
    const Model model = test::shipped("mannequin_low.glb");
    expectNeverWrong(model, 2, verdicts);
    EXPECT_GT(verdicts[0], 100u);
    EXPECT_GT(verdicts[2], 20u);
}

Model chain(std::vector<float> scales) {
    Model model = test::randomModel(static_cast<uint32_t>(scales.size()), 10, 1, false);
    model.name = "chain.glb";
    for (size_t j = 0; j < scales.size(); ++j) model.skeleton.rest[j].scale = glm::vec3(scales[j]);
    return model;
}

void poseOnce(const Model& model, const Playback& playback = {}) {
    std::vector<gpu::Affine> matrices(model.skeleton.size());
    std::vector<float> weights(model.restMorphWeights.size());
    Crowd(model).pose(requestsOf(model, playback, 1), matrices, weights);
}

TEST(ExtremeNumbers, AChainOfScalesThatOverflowsNamesItsFirstJoint) {
    poseOnce(chain({1e4f, 1e4f}));
    EXPECT_THAT(
        [] {
            poseOnce(chain({1e20f, 1e20f, 1.0f}));
        },
        ThrowsMessage<OutOfRange>(
            AllOf(HasSubstr("chain.glb: in the rest pose"), HasSubstr("joint \"j1\""))));
    EXPECT_THAT(
        [] {
            poseOnce(chain({1e5f, 1e5f}));
        },
        ThrowsMessage<OutOfRange>(AllOf(HasSubstr("joint \"j1\" scales vertices"))));
}

TEST(ExtremeNumbers, KeysThatOverflowNameClipAndTime) {
    Model model = chain({1.0f, 1.0f});
    model.clips = {test::keyed("burst", {.target = 1}, {0, 1}, {0, 0, 0, 3e38f, 0, 0})};
    poseOnce(model, {.clip = 0, .timeSeconds = 0.0f});
    EXPECT_THAT([&] { poseOnce(model, {.clip = 0, .timeSeconds = 0.5f}); },
                ThrowsMessage<OutOfRange>(
                    AllOf(HasSubstr("clip 'burst' at 0.5 s"), HasSubstr("joint \"j1\""))));
    EXPECT_THAT(
        [&] { bakeClips(model, {}, 4096); },
        ThrowsMessage<OutOfRange>(AllOf(HasSubstr("clip 'burst' at"), HasSubstr("joint \"j1\""))));
}

TEST(ExtremeNumbers, AnEntryThatMovesNothingMustBeFiniteToo) {
    Model model = chain({1.0f, 1.0f});
    model.binds.push_back({.joint = 1, .jointFromBind = glm::mat4(3e38f)});
    model.skeleton.rest[1].scale = glm::vec3(4.0f);
    EXPECT_THAT([&] { poseOnce(model); },
                ThrowsMessage<OutOfRange>(HasSubstr("palette entry of joint \"j1\"")));
}

TEST(ExtremeNumbers, MorphWeightsThatMoveVerticesTooFarNameTheJoint) {
    Model model = chain({1.0f});
    model.geometry.morphDeltas[0].position = glm::vec3(1.0f);
    model.restMorphWeights[model.geometry.morphDeltas[0].weight] = 1e19f;
    EXPECT_THAT([&] { poseOnce(model); },
                ThrowsMessage<OutOfRange>(HasSubstr("joint \"j0\" moves vertices to")));
    model.restMorphWeights[0] = INFINITY;
    EXPECT_THAT([&] { poseOnce(model); }, ThrowsMessage<OutOfRange>(HasSubstr("weight 0 is inf")));
}

TEST(ExtremeNumbers, AFormatIsCheckedOnlyNearTheEndOfItsRange) {
    const std::vector rest{requestOf(ClipMoment{})};
    const auto largestOf = [&](Crowd& crowd) {
        std::vector<gpu::Affine> matrices(2);
        std::vector<float> weights(2);
        return crowd.pose(rest, matrices, weights).largest;
    };
    const Model model = chain({1.0f, 1.0f});
    Model bound = model, moved = model;
    for (Bind& bind : bound.binds) bind.jointFromBind[3].x = 70000;
    moved.skeleton.rest[1].translation.x = 70000;
    Crowd near(model), farBound(bound), farMoved(moved);
    near.requireFormat(rest, largestOf(near), kLargestHalf);
    EXPECT_THAT([&] { farBound.requireFormat(rest, largestOf(farBound), kLargestHalf); },
                ThrowsMessage<OutOfRange>(HasSubstr("65504")));
    EXPECT_GE(largestOf(farMoved).w, 60000);
    EXPECT_THAT([&] { farMoved.requireFormat(rest, largestOf(farMoved), kLargestHalf); },
                ThrowsMessage<OutOfRange>(AllOf(HasSubstr("joint \"j1\""), HasSubstr("65504"))));
}

TEST(ExtremeNumbers, KeysProveThatNoPoseLeavesItsRange) {
    Model model = chain({1.0f, 2.0f});
    EXPECT_TRUE(Crowd(model).staysInRange(kLargestHalf));
    // Each joint is in range, but the sum of the two translations is not.
    Model far = model;
    for (Transform& rest : far.skeleton.rest) rest.translation.x = 40000;
    EXPECT_FALSE(Crowd(far).staysInRange(kLargestHalf));
    const Channel cubic{.interpolation = Channel::Interpolation::cubicSpline, .target = 1};
    model.clips = {test::keyed("clip", cubic, {0, 1}, std::vector<float>(18))};
    EXPECT_TRUE(Crowd(model).staysInRange(kLargestHalf));
    model.clips[0].values[6] = 1e6f;  // an out-tangent: the spline reaches 148,148
    EXPECT_FALSE(Crowd(model).staysInRange(kLargestHalf));
    EXPECT_TRUE(Crowd(model).staysInRange(kNoLimit));
    model.clips[0].values[3] = 1e19f;
    EXPECT_FALSE(Crowd(model).staysInRange(kNoLimit));
}

TEST(ExtremeNumbers, ASplineOfRotationsThatPassesThroughZeroHoldsItsKey) {
    Model model = chain({1.0f});
    const float h = std::sqrt(0.5f);
    std::vector<float> values(24);
    values[4] = h, values[7] = h;      // a quarter turn about x
    values[16] = -h, values[19] = -h;  // the negated quaternion of the same rotation
    const Channel cubic{.path = Channel::Path::rotation,
                        .interpolation = Channel::Interpolation::cubicSpline};
    model.clips = {test::keyed("spline", cubic, {0, 1}, values)};
    Pose pose = restPose(model);
    ClipSampler(model.clips[0]).sample(0.5f, pose);
    const glm::quat& q = pose.joints[0].rotation;
    EXPECT_NEAR(q.x, h, 1e-6f);
    EXPECT_NEAR(q.w, h, 1e-6f);
    EXPECT_EQ(verdictAt(model, 0, 0.5f, {}), Verdict::right);
}

TEST(ExtremeNumbers, ClipsThatLastAsLongAsAFloatHoldsWrap) {
    const Clip clip{.name = {}, .durationSeconds = 3.4e38f};
    for (uint32_t instance = 0; instance < 20; ++instance) {
        const float time = instanceTime(clip, {.clip = 0}, 3.3e38f, instance);
        EXPECT_TRUE(time >= 0 && time < clip.durationSeconds) << time;
    }
}

}  // namespace
}  // namespace sinew
