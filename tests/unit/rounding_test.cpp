// Rounding does not change the error bounds of ordinary models, and ill-conditioned models have no
// bound.
#include "skinning/reference/rounding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <random>

#include "skinning/animation/crowd.h"
#include "skinning/gltf/import.h"
#include "skinning/reference/blend_bounds.h"
#include "tests/keyed.h"
#include "tests/torture_set.h"
#include "tests/unit/posed.h"
#include "tests/unit/random_model.h"
#include "tests/unit/shipped.h"
#include "tests/unit/vertices.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr SkinSettings kRoundedSettings[] = {
    {},
    {.blend = Blend::dualQuaternion},
    {.normals = Normals::raw},
    {.normals = Normals::inverseTranspose},
    {.blend = Blend::dualQuaternion, .normals = Normals::inverseTranspose},
    {.influences = InfluenceFormat::u8x4},
    {.influenceLimit = 1},
    {.blend = Blend::dualQuaternion, .influenceLimit = 2}};

/// Returns the torture set, the shipped characters and SINEW_MODELS, except the files whose bounds
/// are widened by rounding: a blend of sheared dual quaternions, flat joints, and vertices far from
/// the origin.
std::vector<fs::path> wellConditionedModels() {
    std::vector<fs::path> files = test::modelsIn("torture");
    for (const auto& more :
         {test::modelsBelow(fs::path(SINEW_SOURCE_DIR) / "assets"), test::sharedModels()}) {
        files.insert(files.end(), more.begin(), more.end());
    }
    std::erase_if(files, [](const fs::path& file) {
        const std::string name = file.stem().string();
        return name == "joint_scale_blended" || name == "joint_scale_zero_along_one_axis" ||
               name == "MagnumSkinShared";
    });
    return files;
}

/// Error bounds by vertex, before and after accountForRounding().
struct Bounds {
    std::vector<VertexBound> ofFormats;
    std::vector<VertexBound> inForce;
    uint32_t firstWithout = 0;
};

Bounds boundsAt(const Model& model, const PoseRequest& request, const SkinSettings& settings) {
    const ReferencePose pose = referencePose(model, request);
    const ReferenceVertices reference = referenceVertices(model, pose, settings);
    Bounds bounds{.ofFormats = formatBounds(model, pose, reference, settings), .inForce = {}};
    bounds.inForce = bounds.ofFormats;
    bounds.firstWithout = accountForRounding(model, pose, settings, poseRounding(model, request),
                                             reference, bounds.inForce);
    return bounds;
}

void expectSame(const Bounds& bounds) {
    EXPECT_EQ(bounds.firstWithout, bounds.ofFormats.size());
    for (size_t v = 0; v < bounds.ofFormats.size(); ++v) {
        ASSERT_EQ(bounds.inForce[v].position, bounds.ofFormats[v].position) << v;
        ASSERT_EQ(bounds.inForce[v].normalDegrees, bounds.ofFormats[v].normalDegrees) << v;
        ASSERT_EQ(bounds.inForce[v].tangentDegrees, bounds.ofFormats[v].tangentDegrees) << v;
    }
}

TEST(LongRounding, LeavesTheBoundsOfWellConditionedModels) {
    size_t models = 0;
    for (const fs::path& path : wellConditionedModels()) {
        Model model;
        try {
            model = importGltf(path);
        } catch (const std::runtime_error&) {
            continue;  // SINEW_MODELS may contain broken files
        }
        ++models;
        for (const SkinSettings& settings : kRoundedSettings) {
            SCOPED_TRACE(path.filename().string() + " by " + choiceText({Method::cpu, settings}));
            expectSame(boundsAt(model, requestOf(ClipMoment{}), settings));
            for (uint32_t clip = 0; clip < model.clips.size(); ++clip) {
                for (const float fraction : {0.0f, 0.5f, 0.9f}) {
                    const float seconds = fraction * model.clips[clip].durationSeconds;
                    expectSame(boundsAt(model, requestOf(ClipMoment{clip, seconds}), settings));
                }
            }
        }
    }
    EXPECT_GT(models, 100u);
}

TEST(Rounding, WidensTheBoundOfAModelFarFromTheOrigin) {
    const PoseRequest rest = requestOf(ClipMoment{});
    Model model = test::randomModel(3, 50, 2, false);
    expectSame(boundsAt(model, rest, {}));
    model.skeleton.rest[0].translation.x = 1e3f;
    const Bounds far = boundsAt(model, rest, {});
    EXPECT_EQ(far.firstWithout, far.ofFormats.size());
    for (size_t v = 0; v < far.inForce.size(); ++v) {
        // Adjacent floats near 1e3 differ by 6e-5.
        EXPECT_GT(far.inForce[v].position, 6e-5) << v;
        EXPECT_LT(far.inForce[v].position, 1e-3) << v;
        EXPECT_EQ(far.inForce[v].normalDegrees, far.ofFormats[v].normalDegrees) << v;
    }
    model.skeleton.rest[0].translation.x = 1e6f;
    EXPECT_EQ(boundsAt(model, rest, {}).firstWithout, 0u);
}

/// Returns the largest position error of the cpu method, divided by its bound, for 100 random poses
/// of a joint chain that is far from the vertices. All joints of a pose have the same rotation.
double largestShareOfBound(uint32_t joints, Blend blend) {
    Model model = test::randomModel(joints, 20, 2, false);
    std::mt19937 random(8);
    std::normal_distribution<float> normal;
    const auto direction = [&] {
        return glm::normalize(glm::vec3(normal(random), normal(random), normal(random)));
    };
    double largest = 0;
    for (int i = 0; i < 100; ++i) {
        const glm::quat rotation = glm::angleAxis(normal(random), direction());
        for (Transform& rest : model.skeleton.rest) rest.rotation = rotation;
        model.skeleton.rest[0].translation = 100.0f * direction();
        for (Bind& bind : model.binds) bind.jointFromBind = glm::mat4(1.0f);
        const ReferencePose bound = referencePose(model, kRestPose, 0);
        for (size_t b = 0; b < model.binds.size(); ++b) {
            model.binds[b].jointFromBind = glm::mat4(glm::inverse(bound.palette[b]));
        }
        const Bounds bounds = boundsAt(model, requestOf(ClipMoment{}), {.blend = blend});
        const auto reference = referenceVertices(model, kRestPose, 0, {.blend = blend});
        const auto skinned = test::skinPose(model, restPose(model), {.blend = blend});
        for (size_t v = 0; v < bounds.inForce.size(); ++v) {
            const glm::dvec3 off = glm::dvec3(skinned.positions[v]) - reference.positions[v];
            largest = std::max(largest, glm::length(off) / bounds.inForce[v].position);
        }
    }
    return largest;
}

TEST(Rounding, TheBoundHoldsFarFromTheOrigin) {
    for (const uint32_t joints : {2u, 100u}) {
        for (const Blend blend : {Blend::linear, Blend::dualQuaternion}) {
            const double share = largestShareOfBound(joints, blend);
            EXPECT_LT(share, 0.7) << joints;
            EXPECT_GT(share, 0.1) << joints << ": the bound is of no use";
        }
    }
}

glm::dmat4 matrixOf(const gpu::Affine& rows) {
    return glm::transpose(glm::dmat4(glm::dvec4(rows[0]), glm::dvec4(rows[1]), glm::dvec4(rows[2]),
                                     glm::dvec4(0, 0, 0, 1)));
}

TEST(LongRounding, TheBoundOfAFadeWithLayersHoldsAndIsSmall) {
    Model model = test::shipped("mannequin_low.glb");
    std::mt19937 random(1);
    std::uniform_real_distribution<float> share(0, 1);
    const auto moment = [&] {
        const auto clip = static_cast<uint32_t>(random() % model.clips.size());
        return ClipMoment{clip, share(random) * model.clips[clip].durationSeconds};
    };
    model.masks.push_back({.joints = std::vector<uint8_t>(model.skeleton.size(), 128)});
    std::fill_n(model.masks[0].joints.begin(), model.skeleton.size() / 2, uint8_t{0});
    std::vector<gpu::Affine> objectFromJoint(model.skeleton.size());
    std::vector<float> weights(model.restMorphWeights.size());
    for (int i = 0; i < 200; ++i) {
        const ClipMoment base = moment(), other = i % 10 == 0 ? ClipMoment{} : moment();
        PoseRequest request = requestOf(base, other, share(random));
        if (i % 2 == 1) request = withLayer(request, {moment(), 1, share(random)});
        if (i % 4 > 1) request = withAdditive(request, {moment(), 1 - i % 4 / 3u, share(random)});
        Crowd(model).pose({&request, 1}, objectFromJoint, weights);
        const ReferencePose pose = referencePose(model, request);
        const PoseRounding rounding = poseRounding(model, request);
        for (size_t b = 0; b < model.binds.size(); ++b) {
            const auto& [joint, jointFromBind] = model.binds[b];
            const glm::dmat4 error = matrixOf(objectFromJoint[joint]) -
                                     pose.palette[b] * glm::inverse(glm::dmat4(jointFromBind));
            ASSERT_LE(reference::norm(glm::dmat3(error)), rounding.entries[b].joint.linear.x) << i;
            ASSERT_LE(glm::length(error[3]), rounding.entries[b].joint.translation.x) << i;
            ASSERT_LT(rounding.entries[b].joint.linear.x, 5e-5);
        }
    }
}

TEST(Rounding, KeysThatCancelLeaveTheirErrors) {
    Model model = test::randomModel(1, 20, 1, false);
    model.clips = {test::keyed("", {}, {0, 1}, {-1e3f, 0, 0, 1e3f, 0, 0})};
    const Bounds bounds = boundsAt(model, requestOf(ClipMoment{0, 0.5f}), {});
    for (size_t v = 0; v < bounds.inForce.size(); ++v) {
        EXPECT_GT(bounds.inForce[v].position, 1.5 * bounds.ofFormats[v].position) << v;
    }
}

// The two arcs between these rotations are equally long. Rounding decides which one a fade takes.
TEST(Rounding, AFadeOverHalfATurnHasNoBound) {
    Model model = test::shipped("mannequin_low.glb");
    model.skeleton.rest[0].rotation = {1, 0, 0, 0};
    for (const float x : {1.0f, 0.8f}) {
        model.clips = {test::keyed("", {.path = Channel::Path::rotation}, {0},
                                   {x, 0, 0, std::sqrt(1 - x * x)})};
        const PoseRounding rounding = poseRounding(model, requestOf({}, {.clip = 0}, .5f));
        for (const PoseRounding::Entry& entry : rounding.entries) {
            EXPECT_EQ(entry.joint.linear.y > 1, x == 1);
        }
    }
}

// The mean of the identity and a mirrored joint is flat. Rounding decides the sign of its
// determinant, and its cofactors shorten the normal to zero.
TEST(Rounding, ABlendThatIsFlatHasNoHandedness) {
    const float h = std::sqrt(.5f);
    Model model;
    model.skeleton = {.names = {"a", "b"}, .parents = {kNoParent, kNoParent}, .rest = {{}, {}}};
    model.skeleton.rest[1] = {.rotation = {h, h, 0, 0}, .scale = {1, -1, 1}};
    model.binds = {{.joint = 0}, {.joint = 1}};
    test::addVertex(model.geometry, {1, 2, 0}, {{0, .5f}, {1, .5f}}, {0, h, -h});
    test::addVertex(model.geometry, {2, 0, 1}, {{1, 1}}, {0, h, -h});
    const PoseRequest rest = requestOf(ClipMoment{});
    const ReferencePose pose = referencePose(model, rest);
    const ReferenceVertices reference = referenceVertices(model, pose, {});
    const double full = kFullPosition * reference.extent;
    std::vector<VertexBound> bounds(2, {full, 180, kFullDegrees});
    accountForRounding(model, pose, {}, poseRounding(model, rest), reference, bounds);
    EXPECT_FALSE(bounds[0].handedness);
    EXPECT_TRUE(bounds[1].handedness);
    for (const VertexBound& bound : bounds) {
        EXPECT_EQ(bound.position, full);
        EXPECT_EQ(bound.tangentDegrees, kFullDegrees);
    }
}

TEST(Rounding, ADirectionThatIsTooShortForFloatsHasNoBound) {
    Model model = test::randomModel(1, 20, 1, false);
    model.skeleton.rest[0].scale = glm::vec3(1e-9f);  // cofactors: 1e-18
    for (const VertexBound& bound : boundsAt(model, requestOf(ClipMoment{}), {}).inForce) {
        EXPECT_EQ(bound.normalDegrees, 180.0);
        EXPECT_EQ(bound.tangentDegrees, 0.05);
    }
}

}  // namespace
}  // namespace sinew
