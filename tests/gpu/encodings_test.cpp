// Every combination of settings of every method within what its formats imply.
#include <algorithm>
#include <cstdlib>
#include <map>

#include "skinning/animation/range.h"
#include "skinning/gpu/difference.h"
#include "skinning/gpu/verify.h"
#include "tests/gpu/gpu_test.h"
#include "tests/model_files.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// First and last of these are compared; two, so that the last is not the first.
constexpr uint32_t kCrowd = 2;

/// A joint's scale, uneven, and turned against its parent's so that it shears; and morph targets
/// that a clip does not move.
Model makeUnevenMannequin() {
    Model model = importGltf(test::asset("mannequin_low.glb"));
    model.name = "uneven mannequin";
    for (size_t joint = 0; joint < model.skeleton.rest.size(); ++joint) {
        if (joint % 3 == 1) model.skeleton.rest[joint].scale = {1.15f, 0.85f, 1.05f};
        if (joint % 3 == 2) model.skeleton.rest[joint].scale = {0.9f, 1.1f, 0.95f};
    }
    Geometry& geometry = model.geometry;
    model.restMorphWeights = {0.5f, -0.25f};
    geometry.morphOffsets.assign(1, 0);
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        for (uint32_t target = 0; target < v % 3; ++target) {
            geometry.morphDeltas.push_back({target, 0.02f * geometry.normals[v],
                                            glm::vec3(0.1f, 0.2f, 0.0f),
                                            glm::vec3(0.0f, 0.1f, 0.1f)});
        }
        geometry.morphOffsets.push_back(static_cast<uint32_t>(geometry.morphDeltas.size()));
    }
    return model;
}

std::shared_ptr<const Model> unevenMannequin() {
    static const auto model = std::make_shared<const Model>(makeUnevenMannequin());
    return model;
}

class EncodingsTest : public test::GpuTest {
protected:
    static void expectWithinBounds(const Model& model, Verifier& verifier,
                                   const SkinChoice& choice) {
        const Verification v = verifier.verify(choice);
        const VertexErrors& e = v.ofItself;
        EXPECT_TRUE(e.withinTolerance())
            << choiceText(choice) << ": position " << e.position << ", normal " << e.normalDegrees
            << ", tangent " << e.tangentDegrees << ", share " << e.share << " at vertex "
            << e.vertex << " of instance " << e.instance << ", " << momentText(model, e.request);
        // What may be anywhere proves nothing.
        EXPECT_LT(v.unboundedShare, 0.01) << choiceText(choice);
    }

    /// False where the device or the model rules the choice out.
    static bool isPossible(const Model& model, const SkinChoice& choice) {
        try {
            (void)resolve(deviceLimits(device()), model, choice);
            return true;
        } catch (const std::runtime_error&) {
            return false;
        }
    }

    static void expectUsualChoicesWithinBounds(Frame& frame) {
        SCOPED_TRACE(frame.model().name);
        const std::vector<PoseSample> samples = verifySamples(frame.model());
        const auto judge = judgeOf(frame);
        Verifier verifier(*judge, frame.scene(), kCrowd, samples);
        for (const SkinChoice& choice : usualChoices()) {
            if (!isPossible(frame.model(), choice)) continue;
            expectWithinBounds(frame.model(), verifier, choice);
        }
    }
};

/// All choices of a method that share three of their words: a case that is small enough for a
/// machine that is busy with others.
struct Encodings {
    std::string name;  // as a test may be called
    std::vector<SkinChoice> choices;
};
void PrintTo(const Encodings& tested, std::ostream* out) {
    *out << tested.name;
}

/// The word of `setting` that is in force.
std::string wordOf(const SettingWords& setting, const SkinSettings& settings) {
    for (const SettingWord& word : setting.words) {
        if (word.is(settings)) return std::string(word.word);
    }
    return "other";
}

/// Every choice of every method once, in cases by method, influences, normals and output.
std::vector<Encodings> allEncodings() {
    std::vector<Encodings> cases;
    for (const Method method : allMethods()) {
        for (const SkinChoice& choice : everyChoice(method)) {
            std::string name(methodName(method));
            for (const SettingWords& setting : settingWords()) {
                const bool divides = setting.name == "influences" || setting.name == "normals" ||
                                     setting.name == "output";
                if (!divides) continue;
                name += "_" + wordOf(setting, choice.settings);
            }
            std::replace_if(
                name.begin(), name.end(), [](char c) { return c == '-' || c == '+'; }, '_');
            const auto of = std::find_if(cases.begin(), cases.end(),
                                         [&](const Encodings& c) { return c.name == name; });
            if (of != cases.end()) {
                of->choices.push_back(choice);
            } else {
                cases.push_back({name, {choice}});
            }
        }
    }
    return cases;
}

class EveryEncodingTest : public EncodingsTest, public ::testing::WithParamInterface<Encodings> {
protected:
    /// Of the uneven mannequin, for all cases: references are worked out once.
    static Verifier& verifier() {
        static const auto judge =
            std::make_shared<Capture>(Capture::create(device(), ShaderLibrary::embedded()));
        static Verifier shared = [] {
            const std::shared_ptr<const Model> model = unevenMannequin();
            const uint32_t clip = findClip(*model, "dance");
            const PoseSample sample{clip, 0.37f * model->clips[clip].durationSeconds};
            return Verifier(*judge, judge->sceneOf(model), kCrowd, std::span(&sample, 1));
        }();
        return shared;
    }
};

TEST_P(EveryEncodingTest, IsWithinWhatItsFormatsImplyUnderShearAndMorphs) {
    size_t possible = 0;
    for (const SkinChoice& choice : GetParam().choices) {
        if (!isPossible(*unevenMannequin(), choice)) continue;
        ++possible;
        expectWithinBounds(*unevenMannequin(), verifier(), choice);
    }
    EXPECT_GT(possible, 0u);
}

/// Every fourth case: four programs, each with time enough on a busy machine.
std::vector<Encodings> quarter(size_t first) {
    const std::vector<Encodings> all = allEncodings();
    std::vector<Encodings> cases;
    for (size_t i = first; i < all.size(); i += 4) cases.push_back(all[i]);
    return cases;
}
std::string nameOfCase(const ::testing::TestParamInfo<Encodings>& tested) {
    return tested.param.name;
}
INSTANTIATE_TEST_SUITE_P(Quarter1, EveryEncodingTest, ::testing::ValuesIn(quarter(0)), nameOfCase);
INSTANTIATE_TEST_SUITE_P(Quarter2, EveryEncodingTest, ::testing::ValuesIn(quarter(1)), nameOfCase);
INSTANTIATE_TEST_SUITE_P(Quarter3, EveryEncodingTest, ::testing::ValuesIn(quarter(2)), nameOfCase);
INSTANTIATE_TEST_SUITE_P(Quarter4, EveryEncodingTest, ::testing::ValuesIn(quarter(3)), nameOfCase);

/// Shipped characters, and the uneven one.
class ShippedCharactersTest : public EncodingsTest,
                              public ::testing::WithParamInterface<const char*> {
protected:
    static std::shared_ptr<const Model> character() {
        const std::string name = GetParam();
        if (name == "uneven") return unevenMannequin();
        return std::make_shared<const Model>(importGltf(test::asset((name + ".glb").c_str())));
    }
};

TEST_P(ShippedCharactersTest, UsualChoicesAreWithinBounds) {
    Frame frame = createFrame();
    frame.setModel(character());
    expectUsualChoicesWithinBounds(frame);
}

INSTANTIATE_TEST_SUITE_P(Shipped, ShippedCharactersTest,
                         ::testing::Values("mannequin_low", "mannequin", "mannequin_high",
                                           "serpent", "uneven"),
                         [](const auto& tested) { return std::string(tested.param); });

/// Every eighth of the models in SINEW_MODELS, from the parameter's on.
class SharedModelsTest : public EncodingsTest, public ::testing::WithParamInterface<size_t> {
public:
    static constexpr size_t kParts = 8;
};

TEST_P(SharedModelsTest, UsualChoicesAreWithinBounds) {
    SKIP_WITHOUT_SHARED_MODELS();
    const std::vector<fs::path> files = test::sharedModels();
    Frame frame = createFrame();
    for (size_t i = GetParam(); i < files.size(); i += kParts) {
        frame.setModel(std::make_shared<const Model>(importGltf(files[i])));
        expectUsualChoicesWithinBounds(frame);
    }
}

INSTANTIATE_TEST_SUITE_P(Shared, SharedModelsTest,
                         ::testing::Range(size_t{0}, SharedModelsTest::kParts));

TEST_F(EncodingsTest, MethodsThatSkinOnTheGpuGiveBitEqualPositions) {
    Frame frame = createFrame();
    for (const auto& model : {mannequin(), unevenMannequin()}) {
        SCOPED_TRACE(model->name);
        frame.setModel(model);
        const Playback playback{.clip = findClip(*model, "dance"), .timeSeconds = 0.37f};
        for (const SkinSettings& settings :
             {SkinSettings{}, SkinSettings{.blend = Blend::dualQuaternion},
              SkinSettings{.palette = PaletteFormat::matrix}, SkinSettings{.influenceLimit = 2},
              SkinSettings{.influences = InfluenceFormat::split64, .mesh = MeshFormat::quantized},
              SkinSettings{.blend = Blend::dualQuaternion,
              .influences = InfluenceFormat::split64,
              .mesh = MeshFormat::quantized}}) {
            const auto positionsBy = [&](Method method) {
                return captured(frame,
                                {.method = method, .skinning = settings, .instanceCount = kCrowd},
                                playback, kCrowd - 1)
                    .positions;
            };
            const std::vector<glm::vec3> compute = positionsBy(Method::compute);
            for (const Method method : {Method::vertex, Method::vertexUniform, Method::feedback}) {
                if (!isPossible(*model, {method, settings})) continue;
                EXPECT_EQ(positionsBy(method), compute) << choiceText({method, settings});
            }
        }
    }
}

TEST_F(EncodingsTest, FloorAndInterpolationOfTheSameBakeAreToldApartInOneFrame) {
    Frame frame = createFrame();
    frame.setModel(mannequin());
    const Playback playback{.clip = findClip(*mannequin(), "dance"), .timeSeconds = 0.51f / 30.0f};
    const FrameSettings between{.method = Method::texture};
    FrameSettings floor = between;
    floor.skinning.bake.interpolated = false;
    const auto first = captured(frame, between, playback, 0).positions;
    const auto second = captured(frame, floor, playback, 0).positions;
    EXPECT_NE(first, second);
    const Playback atFrame{.clip = playback.clip, .timeSeconds = 0.0f};
    EXPECT_EQ(second, captured(frame, between, atFrame, 0).positions);
}

TEST_F(EncodingsTest, WhatAMethodDoesNotHeedStandsAtItsDefault) {
    const SkinSettings everything{.blend = Blend::dualQuaternion,
                                  .influences = InfluenceFormat::u8x4,
                                  .mesh = MeshFormat::quantized,
                                  .palette = PaletteFormat::half,
                                  .normals = Normals::raw,
                                  .output = Output::compact,
                                  .influenceLimit = 2,
                                  .jointLimit = 64,
                                  .bake = {.halfTexels = true}};
    EXPECT_EQ(choiceText({Method::cpu, heeded({Method::cpu, everything})}),
              "cpu:dual-quaternion:quantized-mesh:raw:compact:max2");
    EXPECT_EQ(choiceText({Method::texture, heeded({Method::texture, everything})}),
              "texture:u8x4:quantized-mesh:raw:max2:fp16");
    EXPECT_EQ(choiceText({Method::vertexUniform, heeded({Method::vertexUniform, everything})}),
              "vertex-uniform:dual-quaternion:u8x4:quantized-mesh:raw:max2:joints64");
    EXPECT_EQ(choiceText({Method::compute, heeded({Method::compute, everything})}),
              "compute:dual-quaternion:u8x4:quantized-mesh:raw:compact:max2");
}

TEST_F(EncodingsTest, FourInfluencesInSixtyFourBitsLeaveTheOthersOut) {
    const auto limitOf = [](Method method, uint32_t asked) {
        return heeded({method, {.influences = InfluenceFormat::split64, .influenceLimit = asked}})
            .influenceLimit;
    };
    EXPECT_EQ(limitOf(Method::compute, 0), 4u);
    EXPECT_EQ(limitOf(Method::vertex, 8), 4u);
    EXPECT_EQ(limitOf(Method::compute, 2), 2u);
    EXPECT_EQ(limitOf(Method::cpu, 0), 0u) << "it has floats";
}

// 12 bytes of mesh, 8 of influences and 12 of output: 32.
TEST_F(EncodingsTest, ACharacterOfTwoMetresInThirtyTwoBytesIsATwentiethOfAMillimetreOffAtMost) {
    const SkinSettings least{.influences = InfluenceFormat::split64,
                             .mesh = MeshFormat::quantized,
                             .output = Output::compact};
    Frame frame = createFrame();
    for (const char* file : {"mannequin_low.glb", "mannequin.glb"}) {
        SCOPED_TRACE(file);
        const auto model = std::make_shared<const Model>(importGltf(test::asset(file)));
        frame.setModel(model);
        const ReferenceVertices rest = referenceVertices(*model, kRestPose, 0.0);
        double low = 1e30, high = -1e30;
        for (const glm::dvec3& p : rest.positions) {
            low = std::min(low, p.y);
            high = std::max(high, p.y);
        }
        const double millimetres = 2000 / (high - low);
        double position = 0, degrees = 0;
        for (const PoseSample& sample : verifySamples(*model)) {
            const Playback playback{.clip = sample.clip, .timeSeconds = sample.timeSeconds};
            const ReferenceVertices truth = referenceVertices(
                *model, sample.clip, double{requestsOf(*model, playback, 1)[0].seconds});
            const CapturedVertices skinned =
                captured(frame, {.method = Method::compute, .skinning = least}, playback, 0);
            for (size_t v = 0; v < truth.positions.size(); ++v) {
                position = std::max(
                    position, glm::length(glm::dvec3(skinned.positions[v]) - truth.positions[v]));
                degrees = std::max(
                    {degrees, degreesBetween(glm::dvec3(skinned.normals[v]), truth.normals[v]),
                     degreesBetween(glm::dvec3(skinned.tangents[v]),
                                    glm::dvec3(truth.tangents[v]))});
            }
        }
        EXPECT_LE(position * millimetres, 0.05);
        EXPECT_LE(degrees, 0.5);
    }
}

}  // namespace
}  // namespace sinew
