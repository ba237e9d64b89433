// Bounds of rounding leave well-conditioned input as it was, and speak up where it is not.
#include "skinning/cpu/rounding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "skinning/animation/crowd.h"
#include "skinning/gltf/import.h"
#include "tests/torture_set.h"
#include "tests/unit/posed.h"
#include "tests/unit/random_model.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr SkinSettings kRoundedWays[] = {
    {},
    {.blend = Blend::dualQuaternion},
    {.normals = Normals::raw},
    {.normals = Normals::inverseTranspose},
    {.blend = Blend::dualQuaternion, .normals = Normals::inverseTranspose},
    {.influences = InfluenceFormat::u8x4},
    {.influenceLimit = 1},
    {.blend = Blend::dualQuaternion, .influenceLimit = 2}};

/// The torture set, the characters that ship, and the models that SINEW_MODELS names.
std::vector<fs::path> knownModels() {
    std::vector<fs::path> files = test::modelsIn("torture");
    for (const auto& more :
         {test::modelsBelow(fs::path(SINEW_SOURCE_DIR) / "assets"), test::sharedModels()}) {
        files.insert(files.end(), more.begin(), more.end());
    }
    return files;
}

/// What accountForRounding makes of the bounds of formats, and those.
struct Bounds {
    std::vector<VertexBound> ofFormats;
    std::vector<VertexBound> inForce;
    uint32_t firstWithout = 0;
};

Bounds boundsAt(const Model& model, uint32_t clip, double time, const SkinSettings& settings) {
    const ReferencePose pose = referencePose(model, clip, time);
    const ReferenceVertices reference = referenceVertices(model, pose, settings);
    const auto rounding = [&](Rounding kind) {
        return roundingBounds(model, pose, settings, poseRounding(model, clip, time, kind));
    };
    Bounds bounds{.ofFormats = formatBounds(model, pose, reference, settings), .inForce = {}};
    bounds.inForce = bounds.ofFormats;
    bounds.firstWithout = accountForRounding(
        reference, rounding(Rounding::usual), [&] { return rounding(Rounding::worst); },
        bounds.inForce);
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

TEST(LongRounding, LeavesTheBoundsOfKnownModelsAsTheyAre) {
    size_t models = 0;
    for (const fs::path& path : knownModels()) {
        Model model;
        try {
            model = importGltf(path);
        } catch (const std::runtime_error&) {
            continue;  // SINEW_MODELS may hold files that are to be refused
        }
        ++models;
        for (const SkinSettings& settings : kRoundedWays) {
            SCOPED_TRACE(path.filename().string() + " by " + choiceText({Method::cpu, settings}));
            expectSame(boundsAt(model, kRestPose, 0, settings));
            for (uint32_t clip = 0; clip < model.clips.size(); ++clip) {
                const double duration = double{model.clips[clip].durationSeconds};
                for (const double fraction : {0.0, 0.5, 0.9}) {
                    expectSame(boundsAt(model, clip, fraction * duration, settings));
                }
            }
            if (HasFailure()) return;
        }
    }
    EXPECT_GT(models, 100u);
}

TEST(Rounding, WidensTheBoundOfAModelThatStandsFarFromTheOrigin) {
    Model model = test::randomModel(3, 50, 2, false);
    expectSame(boundsAt(model, kRestPose, 0, {}));
    model.skeleton.rest[0].translation.x = 1e5f;
    const Bounds far = boundsAt(model, kRestPose, 0, {});
    EXPECT_EQ(far.firstWithout, far.ofFormats.size());
    for (size_t v = 0; v < far.inForce.size(); ++v) {
        // A float's step at 1e5 is 0.008.
        EXPECT_GT(far.inForce[v].position, 0.004) << v;
        EXPECT_LT(far.inForce[v].position, 0.5) << v;
        EXPECT_EQ(far.inForce[v].normalDegrees, far.ofFormats[v].normalDegrees) << v;
    }
    model.skeleton.rest[0].translation.x = 1e12f;
    EXPECT_EQ(boundsAt(model, kRestPose, 0, {}).firstWithout, 0u);
}

TEST(Rounding, TheUsualBoundHoldsForADualQuaternionFarFromTheOrigin) {
    const SkinSettings settings{.blend = Blend::dualQuaternion};
    Model model = test::randomModel(1, 20, 1, false);
    std::mt19937 random(8);
    std::normal_distribution<float> normal;
    double largest = 0;
    for (int i = 0; i < 300; ++i) {
        Transform& rest = model.skeleton.rest[0];
        rest.rotation = glm::normalize(
            glm::quat(normal(random), normal(random), normal(random), normal(random)));
        rest.translation =
            1000.0f * glm::normalize(glm::vec3(normal(random), normal(random), normal(random)));
        const ReferencePose pose = referencePose(model, kRestPose, 0);
        const auto usual = roundingBounds(model, pose, settings,
                                          poseRounding(model, kRestPose, 0, Rounding::usual));
        const ReferenceVertices reference = referenceVertices(model, pose, settings);
        const test::PosedVertices skinned = test::skinPose(model, restPose(model), settings);
        for (size_t v = 0; v < usual.size(); ++v) {
            const double off =
                glm::length(glm::dvec3(skinned.positions[v]) - reference.positions[v]);
            largest = std::max(largest, off / usual[v].position);
        }
    }
    EXPECT_LT(largest, 1);
    EXPECT_GT(largest, 0.5) << "or the bound is of no use";
}

/// What a float pose's joint matrices are off, by bind.
struct JointError {
    double linear = 0;  // Frobenius
    double translation = 0;
};
std::vector<JointError> jointErrors(const Model& model, const PoseRequest& request) {
    std::vector<gpu::Affine> objectFromJoint(model.skeleton.size());
    std::vector<float> weights(model.restMorphWeights.size());
    Crowd(model).pose({&request, 1}, objectFromJoint, weights);
    const ReferencePose pose = referencePose(model, request);
    std::vector<JointError> errors;
    for (size_t b = 0; b < model.binds.size(); ++b) {
        const glm::dmat4 bindFromJoint = glm::inverse(glm::dmat4(model.binds[b].jointFromBind));
        const glm::dmat4 truth = pose.palette[b] * bindFromJoint;
        const gpu::Affine& rows = objectFromJoint[model.binds[b].joint];
        JointError& error = errors.emplace_back();
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 4; ++column) {
                double& part = column < 3 ? error.linear : error.translation;
                part = std::hypot(part, double{rows[row][column]} - truth[column][row]);
            }
        }
    }
    return errors;
}

TEST(LongRounding, TheBoundOfAFadeWithLayersHoldsAndIsSmall) {
    Model model = importGltf(fs::path(SINEW_SOURCE_DIR) / "assets" / "mannequin_low.glb");
    std::mt19937 random(1);
    std::uniform_real_distribution<float> share(0, 1);
    const auto moment = [&] {
        const auto clip = static_cast<uint32_t>(random() % model.clips.size());
        return ClipMoment{clip, share(random) * model.clips[clip].durationSeconds};
    };
    model.masks.push_back({.joints = std::vector<uint8_t>(model.skeleton.size(), 128)});
    std::fill_n(model.masks[0].joints.begin(), model.skeleton.size() / 2, uint8_t{0});
    for (int i = 0; i < 200; ++i) {
        const ClipMoment base = moment(), other = i % 10 == 0 ? ClipMoment{} : moment();
        PoseRequest request = requestOf(base, other, share(random));
        if (i % 2 == 1) request = withLayer(request, {moment(), 1, share(random)});
        if (i % 4 > 1) request = withAdditive(request, {moment(), 1 - i % 4 / 3u, share(random)});
        const std::vector<JointError> errors = jointErrors(model, request);
        const PoseRounding worst = poseRounding(model, request, Rounding::worst);
        for (size_t b = 0; b < errors.size(); ++b) {
            ASSERT_LE(errors[b].linear, worst.entries[b].linear) << i << ", bind " << b;
            ASSERT_LE(errors[b].translation, worst.entries[b].translation) << i << ", bind " << b;
            ASSERT_LT(worst.entries[b].linear, 1e-3);
        }
    }
}

// Rounding decides which way is the short one.
TEST(Rounding, AFadeOverHalfATurnHasNoBound) {
    Model model = importGltf(fs::path(SINEW_SOURCE_DIR) / "assets" / "mannequin_low.glb");
    model.skeleton.rest[0].rotation = {1, 0, 0, 0};
    for (const float x : {1.0f, 0.8f}) {
        Clip turned{.times = {0}, .values = {x, 0, 0, std::sqrt(1 - x * x)}};
        turned.channels = {{.path = Channel::Path::rotation, .width = 4, .keyCount = 1}};
        model.clips = {turned};
        const PoseRounding rounding =
            poseRounding(model, requestOf({}, {.clip = 0}, .5f), Rounding::worst);
        for (const PoseRounding::Entry& entry : rounding.entries) {
            EXPECT_EQ(entry.linear > 1, x == 1);
        }
    }
}

TEST(Rounding, ADirectionThatIsTooShortForFloatsHasNoBound) {
    Model model = test::randomModel(1, 20, 1, false);
    model.skeleton.rest[0].scale = glm::vec3(1e-9f);  // cofactors of 1e-18
    for (const VertexBound& bound : boundsAt(model, kRestPose, 0, {}).inForce) {
        EXPECT_EQ(bound.normalDegrees, 180.0);
        EXPECT_EQ(bound.tangentDegrees, 0.05);
    }
}

}  // namespace
}  // namespace sinew
