// A twisted arm, for which linear and dual quaternion blending differ, and edge cases of matrix
// decomposition. Tests the reference and the methods cpu-reference and cpu.
#include <gtest/gtest.h>

#include <cmath>

#include "skinning/cpu/naive.h"
#include "skinning/reference/reference.h"
#include "skinning/settings.h"
#include "tests/unit/posed.h"
#include "tests/unit/vertices.h"

namespace sinew {
namespace {

constexpr uint32_t kSides = 24;
constexpr uint32_t kRings = 17;
constexpr uint32_t kMiddle = kRings / 2;

// Returns a tube of radius 1 along x from 0 to 2. The joint "elbow" is at x = 1. Ring r has the
// weight r / 16 of the elbow, and the rest of the shoulder.
Model arm() {
    Model model;
    model.skeleton.names = {"shoulder", "elbow"};
    model.skeleton.parents = {kNoParent, kNoParent};
    model.skeleton.rest = {{}, {.translation = {1, 0, 0}}};
    glm::mat4 toElbow(1.0f);
    toElbow[3] = {-1, 0, 0, 1};
    model.binds = {{.joint = 0}, {.joint = 1, .jointFromBind = toElbow}};
    Geometry& geometry = model.geometry;
    for (uint32_t ring = 0; ring < kRings; ++ring) {
        const float along = static_cast<float>(ring) / (kRings - 1);
        for (uint32_t side = 0; side < kSides; ++side) {
            const float angle = 6.2831853f * static_cast<float>(side) / kSides;
            const glm::vec3 out(0, std::cos(angle), std::sin(angle));
            std::vector<Influence> influences;
            if (along < 1) influences.push_back({.bind = 0, .weight = 1 - along});
            if (along > 0) influences.push_back({.bind = 1, .weight = along});
            test::addVertex(geometry, out + glm::vec3(2 * along, 0, 0), influences, out);
        }
    }
    return model;
}

struct Skinned {
    std::string by;
    std::vector<glm::dvec3> positions;
    std::vector<glm::dvec3> normals;
};

std::vector<Skinned> skinnedByAll(const Model& model, const Pose& pose,
                                  const SkinSettings& settings) {
    const ReferenceVertices reference = referenceVertices(model, pose, settings);
    std::vector<Skinned> all{{"reference", reference.positions, reference.normals}};
    const auto add = [&](std::string by, const test::PosedVertices& posed) {
        all.push_back({std::move(by),
                       {posed.positions.begin(), posed.positions.end()},
                       {posed.normals.begin(), posed.normals.end()}});
    };
    add("cpu", test::skinPose(model, pose, settings));
    add("cpu-reference", test::skinPoseNaively(model, pose, settings));
    return all;
}

Pose twisted(const Model& model, double degrees) {
    Pose pose = restPose(model);
    const auto half = static_cast<float>(glm::radians(degrees) / 2);
    pose.joints[1].rotation = glm::quat(std::cos(half), std::sin(half), 0, 0);
    return pose;
}

double radius(const glm::dvec3& p) {
    return std::hypot(p.y, p.z);
}

constexpr SkinSettings kDual{.blend = Blend::dualQuaternion};

TEST(ElbowTwist, LinearBlendingWrapsTheRingAtTheJointLikeACandy) {
    const Model model = arm();
    for (const Skinned& skinned : skinnedByAll(model, twisted(model, 180), {})) {
        for (uint32_t side = 0; side < kSides; ++side) {
            EXPECT_LT(radius(skinned.positions[kMiddle * kSides + side]), 1e-3) << skinned.by;
        }
    }
}

TEST(ElbowTwist, DualQuaternionsKeepTheRadiusAlongTheArm) {
    const Model model = arm();
    for (const double degrees : {45.0, 90.0, 135.0, 180.0, 225.0, -170.0}) {
        Pose pose = twisted(model, degrees), mirrored = pose;
        mirrored.joints[0].scale.x = mirrored.joints[1].scale.x = -1;
        for (const Skinned& skinned : skinnedByAll(model, mirrored, kDual)) {
            for (const glm::dvec3& p : skinned.positions) {
                ASSERT_NEAR(radius(p), 1, 0.01) << skinned.by << " " << degrees << ", mirrored";
            }
        }
        for (const Skinned& skinned : skinnedByAll(model, pose, kDual)) {
            for (size_t v = 0; v < skinned.positions.size(); ++v) {
                const glm::dvec3& p = skinned.positions[v];
                ASSERT_NEAR(radius(p), 1, 0.01) << skinned.by << " " << degrees;
                ASSERT_NEAR(p.x, model.geometry.positions[v].x, 1e-5) << skinned.by;
                ASSERT_LT(test::degreesBetween(skinned.normals[v], glm::dvec3(0, p.y, p.z)), 0.05);
            }
        }
    }
}

TEST(ElbowTwist, TheMiddleTurnsByHalfOfTheShorterArc) {
    const Model model = arm();
    // The joints are turned by 150 and -150 (= 210) degrees. The middle between them is 180
    // degrees, not 0.
    Pose pose = twisted(model, -150);
    pose.joints[0].rotation = twisted(model, 150).joints[1].rotation;
    for (const Skinned& skinned : skinnedByAll(model, pose, kDual)) {
        const glm::dvec3 expected(1, -1, 0);  // side 0 points along y
        EXPECT_LT(glm::length(skinned.positions[kMiddle * kSides] - expected), 1e-5) << skinned.by;
    }
}

TEST(ElbowTwist, QuaternionsOfOppositeSignAreTheSameRotation) {
    const Model model = arm();
    Pose pose = twisted(model, 100), opposite = pose;
    opposite.joints[1].rotation = -opposite.joints[1].rotation;
    const auto a = skinnedByAll(model, pose, kDual), b = skinnedByAll(model, opposite, kDual);
    for (size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].positions, b[i].positions) << a[i].by;
}

// Both joints have the same motion, so every blend gives the result of their common matrix.
void expectBothBlendsAlike(const glm::vec3& scale) {
    const Model model = arm();
    Pose pose = restPose(model);
    const glm::quat turn = glm::normalize(glm::quat(0.7f, 0.3f, -0.5f, 0.2f));
    pose.joints[0] = {.translation = {3, 1, -2}, .rotation = turn, .scale = scale};
    pose.joints[1] = {.translation = glm::vec3(3, 1, -2) + turn * (scale * glm::vec3(1, 0, 0)),
                      .rotation = turn,
                      .scale = scale};
    for (const Normals normals : {Normals::cofactor, Normals::raw, Normals::inverseTranspose}) {
        const ReferenceVertices linear = referenceVertices(model, pose, {.normals = normals});
        const SkinSettings settings{.blend = Blend::dualQuaternion, .normals = normals};
        for (const Skinned& skinned : skinnedByAll(model, pose, settings)) {
            for (size_t v = 0; v < skinned.positions.size(); ++v) {
                ASSERT_LT(glm::length(skinned.positions[v] - linear.positions[v]), 1e-5)
                    << skinned.by;
                ASSERT_LT(test::degreesBetween(skinned.normals[v], linear.normals[v]), 0.05)
                    << skinned.by;
            }
        }
    }
}

TEST(DualQuaternions, CarryMirroringAndNonUniformScale) {
    for (const glm::vec3& scale : {glm::vec3(-1, 1, 1), glm::vec3(1, 1, -1), glm::vec3(-1),
                                   glm::vec3(2, 1, 0.5f), glm::vec3(0.3f, -4, 1)}) {
        expectBothBlendsAlike(scale);
    }
}

TEST(DualQuaternions, ScaleIsBlendedApartFromTheTwist) {
    const Model model = arm();
    Pose pose = twisted(model, 180);
    pose.joints[1].scale = {1, 3, 3};
    for (const Skinned& skinned : skinnedByAll(model, pose, kDual)) {
        for (uint32_t side = 0; side < kSides; ++side) {
            ASSERT_NEAR(radius(skinned.positions[kMiddle * kSides + side]), 2, 0.02) << skinned.by;
        }
    }
}

TEST(DualQuaternions, JointsOfNoScaleGiveTheSameFiniteVerticesEverywhere) {
    const Model model = arm();
    for (const glm::vec3& scale : {glm::vec3(0), glm::vec3(1, 0, 0), glm::vec3(0, 1, 1)}) {
        Pose pose = twisted(model, 0);
        pose.joints[1].scale = scale;
        const auto all = skinnedByAll(model, pose, kDual);
        for (const Skinned& skinned : all) {
            for (size_t v = 0; v < skinned.positions.size(); ++v) {
                ASSERT_LT(glm::length(skinned.positions[v] - all[0].positions[v]), 1e-5)
                    << skinned.by;
                ASSERT_NEAR(glm::length(skinned.normals[v]), 1, 1e-5) << skinned.by;
            }
        }
    }
}

}  // namespace
}  // namespace sinew
