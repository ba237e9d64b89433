// The CPU methods agree with the reference for unusual skins, such as mirrored joints. An infinite
// matrix affects only the vertices that are bound to it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <numeric>
#include <random>

#include "shaders/shared/vertex.h"
#include "skinning/animation/palette.h"
#include "skinning/cpu/naive.h"
#include "skinning/gltf/import.h"
#include "skinning/reference/reference.h"
#include "skinning/settings.h"
#include "tests/model_files.h"
#include "tests/unit/instruction_sets.h"
#include "tests/unit/posed.h"
#include "tests/unit/random_model.h"

namespace sinew {
namespace {

using test::PosedVertices;
using test::randomModel;

std::vector<SkinSettings> everyArithmetic() {
    std::vector<SkinSettings> all;
    for (const Blend blend : {Blend::linear, Blend::dualQuaternion}) {
        for (const Normals normals : {Normals::cofactor, Normals::raw, Normals::inverseTranspose}) {
            for (const uint32_t limit : {2u, 0u}) {  // 0: no limit
                all.push_back({.blend = blend, .normals = normals, .influenceLimit = limit});
            }
        }
    }
    return all;
}

struct Tolerance {
    double position = 1e-5;  // relative to the extent
    double normal = 0.05;    // degrees
    double tangent = 0.05;
};

// Returns the angle as `verify` counts it: multiplied by share / 0.1 if skinning leaves less than a
// tenth of the direction's length (`share`).
double counted(double degrees, double share) {
    return degrees * std::min(share / 0.1, 1.0);
}

void expectNear(const PosedVertices& actual, const ReferenceVertices& expected,
                const Tolerance& tolerance = {}) {
    ASSERT_EQ(actual.positions.size(), expected.positions.size());
    double position = 0, normal = 0, tangent = 0;
    for (size_t v = 0; v < actual.positions.size(); ++v) {
        const glm::dvec3 offset = glm::dvec3(actual.positions[v]) - expected.positions[v];
        position = std::max(position, glm::length(offset));
        normal =
            std::max(normal, counted(test::degreesBetween(actual.normals[v], expected.normals[v]),
                                     expected.normalShares[v]));
        tangent = std::max(tangent, counted(test::degreesBetween(glm::dvec3(actual.tangents[v]),
                                                                 glm::dvec3(expected.tangents[v])),
                                            expected.tangentShares[v]));
        ASSERT_EQ(actual.tangents[v].w, static_cast<float>(expected.tangents[v].w));
    }
    EXPECT_LT(position / expected.extent, tolerance.position);
    EXPECT_LT(normal, tolerance.normal);
    EXPECT_LT(tangent, tolerance.tangent);
}

void expectAgreement(const Model& model, const Pose& pose, const SkinSettings& settings) {
    SCOPED_TRACE(fmt::format("blend {}, normals {}, limit {}", static_cast<int>(settings.blend),
                             static_cast<int>(settings.normals), settings.influenceLimit));
    const ReferenceVertices expected = referenceVertices(model, pose, settings);
    {
        SCOPED_TRACE("cpu");
        expectNear(test::skinPose(model, pose, settings), expected);
    }
    SCOPED_TRACE("cpu-reference");
    expectNear(test::skinPoseNaively(model, pose, settings), expected);
}

void expectAgreementInEveryArithmetic(const Model& model) {
    for (const SkinSettings& settings : everyArithmetic()) {
        expectAgreement(model, restPose(model), settings);
    }
}

TEST(CpuMethods, AgreeWithTheReferenceFromOneToSixteenInfluences) {
    expectAgreementInEveryArithmetic(randomModel(40, 3000, 16, false));
}

TEST(CpuMethods, AgreeWithTheReferenceOnEveryInstructionSet) {
    test::onEveryInstructionSet([] {
        // With few binds, the vertices of a group share their binds. The two halves of some groups
        // have different binds.
        for (const uint32_t influences : {1u, 2u}) {
            expectAgreementInEveryArithmetic(randomModel(10, 3000, influences, true));
        }
    });
}

TEST(CpuMethods, AgreeWithTheReferenceUnderMirroredNonUniformAndFlatScales) {
    for (const uint32_t influences : {1u, 3u}) {
        expectAgreementInEveryArithmetic(randomModel(6, 3000, influences, true));
    }
    Model model = randomModel(6, 600, 1, false);
    model.skeleton.rest[5].scale = {1, 0, 1};
    expectAgreementInEveryArithmetic(model);
}

// Groups of vertices are skinned together, but an infinite matrix must affect only vertices that
// are bound to it.
TEST(CpuMethods, AnInfiniteJointSpoilsNoOtherVertex) {
    Model model = randomModel(4, 600, 1, false);
    const PosedVertices before = test::skinPose(model, restPose(model), {});
    const uint32_t last = static_cast<uint32_t>(model.binds.size()) - 1;
    model.binds[last].jointFromBind[0][0] = std::numeric_limits<float>::infinity();
    const PosedVertices after = test::skinPose(model, restPose(model), {});
    size_t bound = 0;
    for (uint32_t v = 0; v < model.geometry.vertexCount(); ++v) {
        const Influence& own = model.geometry.influences[model.geometry.influenceOffsets[v]];
        if (own.bind == last) {
            ++bound;
        } else {
            EXPECT_NEAR(glm::distance(after.positions[v], before.positions[v]), 0, 1e-5) << v;
        }
    }
    EXPECT_GT(bound, 0u);
}

TEST(CpuMethods, ScalesOfZeroGiveFiniteVertices) {
    Model model = randomModel(3, 100, 3, false);
    for (Transform& rest : model.skeleton.rest) rest.scale = glm::vec3(0);
    for (const SkinSettings& settings : everyArithmetic()) {
        for (const PosedVertices& actual :
             {test::skinPose(model, restPose(model), settings),
              test::skinPoseNaively(model, restPose(model), settings)}) {
            for (size_t v = 0; v < actual.positions.size(); ++v) {
                ASSERT_TRUE(std::isfinite(glm::length(actual.positions[v])));
                ASSERT_NEAR(glm::length(actual.normals[v]), 1, 1e-5);
                ASSERT_NEAR(glm::length(glm::vec3(actual.tangents[v])), 1, 1e-5);
            }
        }
    }
}

TEST(CpuMethods, CompactOutputIsWithinAStepOfTheBoxAndATenthOfADegree) {
    const Model model = randomModel(6, 3000, 4, false);
    const Pose pose = restPose(model);
    const Box box = posedBounds(makeBindBoxes(model), paletteOf(model, pose), pose.morphWeights);
    const ReferenceVertices expected = referenceVertices(model, pose);
    const SkinSettings settings{.output = Output::compact};
    const double step = glm::length(glm::dvec3(box.high - box.low)) / 65535;
    const Tolerance tolerance{.position = 1e-5 + 0.5 * step / expected.extent,
                              .normal = 0.05 + 0.06,
                              .tangent = 0.05 + 0.1};
    expectNear(test::skinPose(model, pose, settings, box), expected, tolerance);
    expectNear(test::skinPoseNaively(model, pose, settings, box), expected, tolerance);
    const auto asSecondOfTwo = [&](const CpuCrowd& one, const SkinSettings&, auto out) {
        const auto twice = [](auto values) {
            std::vector both(values.begin(), values.end());
            both.insert(both.end(), values.begin(), values.end());
            return both;
        };
        const auto matrices = twice(one.objectFromJoint);
        const auto weights = twice(one.morphWeights);
        const std::vector<Box> boxes{{box.low - 1.0f, box.high + 1.0f}, box};
        std::vector<std::byte> both(2 * out.size());
        CpuSkinner(model).skin({2, matrices, weights, boxes}, settings, both);
        std::copy(both.end() - std::ssize(out), both.end(), out.begin());
    };
    expectNear(test::skinPoseWith(asSecondOfTwo, model, pose, settings, box), expected, tolerance);
}

TEST(CpuSkinner, VertexOrderAndInstancesPermuteTheSameVertices) {
    const Model model = randomModel(5, 2500, 4, false);
    const uint32_t vertices = model.geometry.vertexCount();
    std::vector<uint32_t> order(vertices);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), std::mt19937(7));
    for (const SkinSettings& settings : everyArithmetic()) {
        std::vector<gpu::Affine> objectFromJoint;
        std::vector<float> weights;
        std::vector<std::vector<gpu::PackedVertex>> single;
        CpuSkinner inFileOrder(model), shuffled(model, order);
        for (uint32_t i = 0; i < 3; ++i) {
            Pose pose = restPose(model);
            pose.joints[0].translation += glm::vec3(i, 0, 0);
            pose.morphWeights[1] = static_cast<float>(i);
            const auto own = objectFromJointOf(model.skeleton, pose);
            single.emplace_back(vertices);
            inFileOrder.skin(
                {.count = 1, .objectFromJoint = own, .morphWeights = pose.morphWeights}, settings,
                std::as_writable_bytes(std::span(single.back())));
            objectFromJoint.insert(objectFromJoint.end(), own.begin(), own.end());
            weights.insert(weights.end(), pose.morphWeights.begin(), pose.morphWeights.end());
        }
        const CpuCrowd crowd{
            .count = 3, .objectFromJoint = objectFromJoint, .morphWeights = weights};
        std::vector<gpu::PackedVertex> all(size_t{3} * vertices), naive(all.size());
        shuffled.skin(crowd, settings, std::as_writable_bytes(std::span(all)));
        skinNaively(model, order, crowd, settings, std::as_writable_bytes(std::span(naive)));
        for (uint32_t i = 0; i < 3; ++i) {
            for (uint32_t v = 0; v < vertices; ++v) {
                const gpu::PackedVertex& a = all[size_t{i} * vertices + v];
                const gpu::PackedVertex& b = single[i][order[v]];
                ASSERT_EQ(a.x, b.x);
                ASSERT_EQ(a.normal, b.normal);
                ASSERT_EQ(a.tangent, b.tangent);
                ASSERT_NEAR(naive[size_t{i} * vertices + v].x, b.x, 1e-5);
            }
        }
        EXPECT_NE(all[0].x, all[vertices].x);

        CpuCrowd some = crowd;
        const std::vector<uint32_t> second{1};
        const Listed listed = listedOf(second);
        some.listed = &listed;
        std::vector<gpu::PackedVertex> left(all.size());
        shuffled.skin(some, settings, std::as_writable_bytes(std::span(left)));
        for (uint32_t v = 0; v < 3 * vertices; ++v) {
            const bool skinned = v / vertices == 1;
            ASSERT_EQ(left[v].x, skinned ? all[v].x : 0) << v;
            ASSERT_EQ(left[v].normal, skinned ? all[v].normal : 0) << v;
        }
    }
}

void expectAgreementInEveryClip(const std::filesystem::path& file) {
    SCOPED_TRACE(file.filename().string());
    const Model model = importGltf(file);
    for (uint32_t c = 0; c < model.clips.size(); ++c) {
        SCOPED_TRACE(model.clips[c].name);
        Pose pose = restPose(model);
        ClipSampler(model.clips[c]).sample(0.37f * model.clips[c].durationSeconds, pose);
        for (const Blend blend : {Blend::linear, Blend::dualQuaternion}) {
            for (const Normals normals :
                 {Normals::cofactor, Normals::raw, Normals::inverseTranspose}) {
                expectAgreement(model, pose, {.blend = blend, .normals = normals});
            }
        }
    }
}

TEST(CpuMethods, ShippedCharactersAgreeWithTheReferenceInEveryClip) {
    const auto files = test::modelsBelow(SINEW_SOURCE_DIR "/assets");
    EXPECT_GT(files.size(), 0u);
    for (const auto& file : files) expectAgreementInEveryClip(file);
}

TEST(CpuMethods, SharedModelsAgreeWithTheReferenceInEveryClip) {
    SKIP_WITHOUT_SHARED_MODELS();
    for (const auto& file : test::sharedModels()) expectAgreementInEveryClip(file);
}

}  // namespace
}  // namespace sinew
