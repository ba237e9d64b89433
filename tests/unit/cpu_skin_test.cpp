// The cpu method against the reference, over shapes of skin that files seldom hold.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>

#include "skinning/cpu/reference.h"
#include "skinning/gltf/import.h"
#include "tests/unit/posed.h"

namespace sinew {
namespace {

// A chain of `joints` with `vertices` of 1 to `influences` influences and two morph targets.
Model randomModel(uint32_t joints, uint32_t vertices, uint32_t influences, bool wildScales) {
    std::mt19937 random(joints + vertices);
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f), positive(0.05f, 1.0f);
    const auto vector = [&] { return glm::vec3(unit(random), unit(random), unit(random)); };
    Model model;
    for (uint32_t j = 0; j < joints; ++j) {
        model.skeleton.names.push_back(fmt::format("j{}", j));
        model.skeleton.parents.push_back(static_cast<int32_t>(j) - 1);
        model.skeleton.rest.push_back(
            {.translation = 0.3f * vector(),
             .rotation = glm::normalize(glm::quat(1.5f, 0.2f * vector())),
             .scale =
                 wildScales ? glm::vec3(j % 3 == 0 ? -1.2f : 0.8f, 1.1f, 1.0f) : glm::vec3(1)});
        model.binds.push_back({.joint = j});
    }
    model.restMorphWeights = {0.25f, 0.0f};
    Geometry& geometry = model.geometry;
    geometry.influenceOffsets = {0};
    geometry.morphOffsets = {0};
    for (uint32_t v = 0; v < vertices; ++v) {
        geometry.positions.push_back(vector());
        geometry.normals.push_back(glm::normalize(vector()));
        geometry.tangents.emplace_back(glm::normalize(vector()), v % 2 == 0 ? 1.0f : -1.0f);
        const uint32_t count = 1 + v % influences;
        float sum = 0;
        const auto first = static_cast<ptrdiff_t>(geometry.influences.size());
        for (uint32_t i = 0; i < count; ++i) {
            geometry.influences.push_back({.bind = (v + i) % joints, .weight = positive(random)});
            sum += geometry.influences.back().weight;
        }
        for (auto i = geometry.influences.begin() + first; i != geometry.influences.end(); ++i) {
            i->weight /= sum;
        }
        geometry.influenceOffsets.push_back(static_cast<uint32_t>(geometry.influences.size()));
        for (uint32_t d = 0; d < v % 3; ++d) {
            geometry.morphDeltas.push_back({.weight = d,
                                            .position = 0.2f * vector(),
                                            .normal = 0.2f * vector(),
                                            .tangent = 0.2f * vector()});
        }
        geometry.morphOffsets.push_back(static_cast<uint32_t>(geometry.morphDeltas.size()));
    }
    return model;
}

void expectAgreement(const Model& model) {
    const Pose pose = restPose(model);
    const ReferenceVertices expected = referenceVertices(model, pose);
    const test::PosedVertices actual = test::skinPose(model, pose);
    ASSERT_EQ(actual.positions.size(), expected.positions.size());
    double position = 0, normal = 0, tangent = 0;
    for (size_t v = 0; v < actual.positions.size(); ++v) {
        position = std::max(position,
                            glm::length(glm::dvec3(actual.positions[v]) - expected.positions[v]));
        normal = std::max(normal, test::degreesBetween(actual.normals[v], expected.normals[v]));
        tangent = std::max(tangent, test::degreesBetween(glm::dvec3(actual.tangents[v]),
                                                         glm::dvec3(expected.tangents[v])));
        ASSERT_EQ(actual.tangents[v].w, static_cast<float>(expected.tangents[v].w));
    }
    EXPECT_LT(position / expected.extent, 1e-5);
    EXPECT_LT(normal, 0.05);
    EXPECT_LT(tangent, 0.05);
}

TEST(CpuSkinner, AgreesWithTheReferenceFromOneToSixteenInfluences) {
    expectAgreement(randomModel(40, 3000, 16, false));
}

TEST(CpuSkinner, AgreesWithTheReferenceUnderMirroredAndNonUniformScales) {
    expectAgreement(randomModel(6, 3000, 1, true));
}

TEST(CpuSkinner, ScalesOfZeroGiveFiniteVertices) {
    Model model = randomModel(3, 100, 1, false);
    for (Transform& rest : model.skeleton.rest) rest.scale = glm::vec3(0);
    const test::PosedVertices actual = test::skinPose(model, restPose(model));
    for (size_t v = 0; v < actual.positions.size(); ++v) {
        EXPECT_TRUE(std::isfinite(actual.positions[v].x));
        EXPECT_NEAR(glm::length(actual.normals[v]), 1, 1e-5);
        EXPECT_NEAR(glm::length(glm::vec3(actual.tangents[v])), 1, 1e-5);
    }
}

TEST(CpuSkinner, VertexOrderAndInstancesPermuteTheSameVertices) {
    const Model model = randomModel(5, 2500, 4, false);
    const uint32_t vertices = model.geometry.vertexCount(), joints = model.skeleton.size();
    std::vector<gpu::Affine> objectFromJoint;
    std::vector<float> weights;
    std::vector<std::vector<gpu::SkinnedVertex>> single;
    CpuSkinner skinner(model);
    for (uint32_t i = 0; i < 3; ++i) {
        Pose pose = restPose(model);
        pose.joints[0].translation += glm::vec3(i, 0, 0);
        pose.morphWeights[1] = static_cast<float>(i);
        std::vector<gpu::Affine> own(joints);
        poseSkeleton(model.skeleton, pose, own);
        single.emplace_back(vertices);
        skinner.skin(1, own, pose.morphWeights, {}, single.back());
        objectFromJoint.insert(objectFromJoint.end(), own.begin(), own.end());
        weights.insert(weights.end(), pose.morphWeights.begin(), pose.morphWeights.end());
    }
    std::vector<uint32_t> order(vertices);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), std::mt19937(7));
    std::vector<gpu::SkinnedVertex> all(size_t{3} * vertices);
    skinner.skin(3, objectFromJoint, weights, order, all);
    for (uint32_t i = 0; i < 3; ++i) {
        for (uint32_t v = 0; v < vertices; ++v) {
            const gpu::SkinnedVertex& a = all[size_t{i} * vertices + v];
            const gpu::SkinnedVertex& b = single[i][order[v]];
            ASSERT_EQ(a.x, b.x);
            ASSERT_EQ(a.normal, b.normal);
            ASSERT_EQ(a.tangent, b.tangent);
        }
    }
    EXPECT_NE(all[0].x, all[vertices].x);
}

TEST(CpuSkinner, ShippedCharactersAgreeWithTheReferenceInEveryClip) {
    size_t models = 0;
    for (const auto& entry : std::filesystem::directory_iterator(SINEW_SOURCE_DIR "/assets")) {
        if (entry.path().extension() != ".glb") continue;
        ++models;
        SCOPED_TRACE(entry.path().filename().string());
        const Model model = importGltf(entry.path());
        for (uint32_t c = 0; c < model.clips.size(); ++c) {
            const float time = 0.37f * model.clips[c].durationSeconds;
            const ReferenceVertices expected = referenceVertices(model, c, time);
            const test::PosedVertices actual = test::poseModel(model, c, time);
            double position = 0, normal = 0;
            for (size_t v = 0; v < actual.positions.size(); ++v) {
                const glm::dvec3 offset = glm::dvec3(actual.positions[v]) - expected.positions[v];
                position = std::max(position, glm::length(offset));
                normal =
                    std::max(normal, test::degreesBetween(actual.normals[v], expected.normals[v]));
            }
            EXPECT_LT(position / expected.extent, 1e-5) << model.clips[c].name;
            EXPECT_LT(normal, 0.05) << model.clips[c].name;
        }
    }
    EXPECT_GT(models, 0u);
}

}  // namespace
}  // namespace sinew
