// Tests that errors of combinations of settings are within the bounds of their formats, in every
// method.
#include <algorithm>
#include <functional>
#include <random>
#include <unordered_set>
#include <vector>

#include "skinning/bounds/range.h"
#include "skinning/gpu/skin/skinning_method.h"
#include "skinning/gpu/verify/difference.h"
#include "skinning/gpu/verify/verify.h"
#include "skinning/settings.h"
#include "tests/error_of.h"
#include "tests/gpu/gpu_test.h"
#include "tests/gpu/some_choices.h"
#include "tests/model_files.h"

namespace sinew {
namespace {

/// The choices cover each value of a setting, or each pair of values of two settings. The method
/// counts as a setting.
enum class Covered { values, pairs };

/// Number of random choices. It is large enough that each pair of setting values occurs with each
/// method that supports it.
constexpr size_t kCandidates = 3000;

/// A value is setting index << 8 | word index. A pair has its first value in the upper 32 bits.
using Combination = uint64_t;

SkinChoice randomChoice(std::mt19937& random) {
    SkinChoice choice{allMethods()[random() % kMethodCount], {}};
    for (const SettingWords& setting : settingWords()) {
        setting.words[random() % setting.words.size()].apply(choice.settings);
    }
    return {choice.method, supported(choice)};
}

std::vector<uint32_t> valuesOf(const SkinChoice& choice) {
    std::vector<uint32_t> values{static_cast<uint32_t>(choice.method)};
    for (uint32_t s = 0; s < settingWords().size(); ++s) {
        const auto words = settingWords()[s].words;
        for (uint32_t w = 0; w < words.size(); ++w) {
            if (words[w].is(choice.settings)) values.push_back((s + 1) << 8 | w);
        }
    }
    return values;
}

std::vector<Combination> combinationsOf(const SkinChoice& choice, Covered covered) {
    const std::vector<uint32_t> values = valuesOf(choice);
    std::vector<Combination> combinations;
    for (size_t a = 0; a < values.size(); ++a) {
        if (covered == Covered::values) combinations.push_back(values[a]);
        for (size_t b = a + 1; covered == Covered::pairs && b < values.size(); ++b) {
            combinations.push_back(uint64_t{values[a]} << 32 | values[b]);
        }
    }
    return combinations;
}

/// Generates kCandidates random choices and keeps those that `isPossible` accepts. Returns a few
/// that together contain every value, or every pair of values, of all these choices. Equal seeds
/// give equal choices on every machine. Bake rate and joint limit keep their defaults.
std::vector<SkinChoice> coveringChoices(Covered covered, uint32_t seed,
                                        const std::function<bool(const SkinChoice&)>& isPossible) {
    std::mt19937 random(seed);
    std::vector<std::pair<SkinChoice, std::vector<Combination>>> candidates;
    std::unordered_set<Combination> missing;
    for (size_t i = 0; i < kCandidates; ++i) {
        const SkinChoice choice = randomChoice(random);
        if (!isPossible(choice)) continue;
        candidates.emplace_back(choice, combinationsOf(choice, covered));
        missing.insert(candidates.back().second.begin(), candidates.back().second.end());
    }
    const auto gain = [&](const auto& candidate) {
        return std::ranges::count_if(candidate.second,
                                     [&](const Combination& c) { return missing.contains(c); });
    };
    std::vector<SkinChoice> choices;
    while (!missing.empty()) {
        const auto best = std::ranges::max_element(candidates, {}, gain);
        for (const Combination& combination : best->second) missing.erase(combination);
        choices.push_back(best->first);
    }
    return choices;
}

namespace fs = std::filesystem;

/// Number of instances. The first and the last instance are compared.
constexpr uint32_t kCrowd = 2;

/// Returns a mannequin with non-uniform joint scales, which cause shear, and with morph targets
/// that no clip animates.
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
        // Vertices without an error bound prove nothing, so few are allowed.
        EXPECT_LT(v.unboundedShare, 0.01) << choiceText(choice);
    }

    /// Returns false if the device or the model refuses the choice.
    static bool isPossible(const Model& model, const SkinChoice& choice) {
        return test::errorOf([&] { return resolve(deviceLimits(device()), model, choice); })
            .empty();
    }
};

/// A model and its Verifier, which computes each reference once.
struct Subject {
    Subject(std::shared_ptr<const Model> shown, std::span<const PoseSample> samples,
            const std::shared_ptr<Capture>& capture)
        : model(std::move(shown)), verifier(*capture, capture->sceneOf(model), kCrowd, samples) {}

    std::shared_ptr<const Model> model;
    Verifier verifier;
};

/// Tests the uneven mannequin in one pose of a clip.
class UnevenTest : public EncodingsTest {
protected:
    static void expectWithinBounds(std::span<const SkinChoice> choices) {
        static const auto capture =
            std::make_shared<Capture>(Capture::create(device(), ShaderLibrary::embedded()));
        static const uint32_t clip = findClip(*unevenMannequin(), "dance");
        static const PoseSample sample{clip,
                                       0.37f * unevenMannequin()->clips[clip].durationSeconds};
        static Subject uneven(unevenMannequin(), std::span(&sample, 1), capture);
        for (const SkinChoice& choice : choices) {
            EncodingsTest::expectWithinBounds(*uneven.model, uneven.verifier, choice);
        }
    }
    static bool isPossible(const SkinChoice& choice) {
        return EncodingsTest::isPossible(*unevenMannequin(), choice);
    }
};

TEST_F(UnevenTest, EachPairOfValuesSeed1IsWithinItsBoundsUnderShearAndMorphs) {
    const std::vector<SkinChoice> choices = coveringChoices(Covered::pairs, 1, isPossible);
    EXPECT_GT(choices.size(), 30u);  // at least one for each influence format and limit
    expectWithinBounds(choices);
}

/// Tests all combinations of the settings of one method.
class LongUnevenTest : public UnevenTest, public ::testing::WithParamInterface<Method> {};

TEST_P(LongUnevenTest, EveryChoiceIsWithinItsBoundsUnderShearAndMorphs) {
    std::vector<SkinChoice> choices = everyChoice(GetParam());
    std::erase_if(choices, [](const SkinChoice& choice) { return !isPossible(choice); });
    EXPECT_FALSE(choices.empty());
    expectWithinBounds(choices);
}

INSTANTIATE_TEST_SUITE_P(Long, LongUnevenTest, ::testing::ValuesIn(allMethods()),
                         [](const auto& tested) { return test::nameOfMethod(tested.param); });

/// Tests clips of a model with choices that cover every value. Each model has its own seed.
class ModelsTest : public EncodingsTest {
protected:
    /// Larger models are not tested with levels of detail, which would take too long to generate.
    static constexpr uint32_t kMostVertices = 5000;
    /// Number of poses per model, evenly spread over the clips. Larger models have a third of them.
    static constexpr size_t kPoses = 9;

    static void expectEachValueWithinBounds(std::shared_ptr<const Model> model, uint32_t seed) {
        const bool isLarge = model->geometry.vertexCount() > kMostVertices;
        const auto isCovered = [&](const SkinChoice& choice) {
            return !(isLarge && choice.settings.lod != Lod::none) && isPossible(*model, choice);
        };
        const std::vector<PoseSample> all = verifySamples(*model);
        std::vector<PoseSample> samples;
        const size_t count = std::min(all.size(), isLarge ? kPoses / 3 : kPoses);
        for (size_t i = 0; i < count; ++i) samples.push_back(all[i * all.size() / count]);
        expectWithinBounds(model, samples, coveringChoices(Covered::values, seed, isCovered));
    }
    static void expectUsualChoicesWithinBounds(std::shared_ptr<const Model> model) {
        std::vector<SkinChoice> choices = usualChoices();
        std::erase_if(choices,
                      [&](const SkinChoice& choice) { return !isPossible(*model, choice); });
        expectWithinBounds(model, verifySamples(*model), choices);
    }

private:
    static void expectWithinBounds(std::shared_ptr<const Model> model,
                                   std::span<const PoseSample> samples,
                                   std::span<const SkinChoice> choices) {
        SCOPED_TRACE(model->name);
        ASSERT_FALSE(choices.empty());
        static const auto capture =
            std::make_shared<Capture>(Capture::create(device(), ShaderLibrary::embedded()));
        Subject subject(std::move(model), samples, capture);
        for (const SkinChoice& choice : choices) {
            EncodingsTest::expectWithinBounds(*subject.model, subject.verifier, choice);
        }
    }
};

constexpr const char* kCharacters[] = {"mannequin_low", "mannequin", "mannequin_high", "serpent",
                                       "uneven"};
std::shared_ptr<const Model> character(const std::string& name) {
    if (name == "uneven") return unevenMannequin();
    return std::make_shared<const Model>(importGltf(test::asset((name + ".glb").c_str())));
}

class ShippedCharactersTest : public ModelsTest, public ::testing::WithParamInterface<size_t> {};
class LongShippedCharactersTest : public ShippedCharactersTest {};

TEST_P(ShippedCharactersTest, EachValueSeededByNumberIsWithinItsBounds) {
    expectEachValueWithinBounds(character(kCharacters[GetParam()]),
                                static_cast<uint32_t>(GetParam()));
}
TEST_P(LongShippedCharactersTest, UsualChoicesAreWithinBounds) {
    expectUsualChoicesWithinBounds(character(kCharacters[GetParam()]));
}

const auto kEachCharacter = ::testing::Range(size_t{0}, std::size(kCharacters));
INSTANTIATE_TEST_SUITE_P(Shipped, ShippedCharactersTest, kEachCharacter);
INSTANTIATE_TEST_SUITE_P(Long, LongShippedCharactersTest, kEachCharacter);

/// Tests the models in SINEW_MODELS. The parameter is the index of the first model. The others
/// follow in steps of kParts.
class SharedModelsTest : public ModelsTest, public ::testing::WithParamInterface<size_t> {
public:
    static constexpr size_t kParts = 4;

protected:
    static void onEachModel(const std::function<void(std::shared_ptr<const Model>, size_t)>& run) {
        const std::vector<fs::path> files = test::sharedModels();
        for (size_t i = GetParam(); i < files.size(); i += kParts) {
            run(std::make_shared<const Model>(importGltf(files[i])), i);
        }
    }
};
class LongSharedModelsTest : public SharedModelsTest {};

TEST_P(SharedModelsTest, EachValueSeededByNumberIsWithinItsBounds) {
    SKIP_WITHOUT_SHARED_MODELS();
    onEachModel([](const std::shared_ptr<const Model>& model, size_t number) {
        expectEachValueWithinBounds(model, static_cast<uint32_t>(number));
    });
}
TEST_P(LongSharedModelsTest, UsualChoicesAreWithinBounds) {
    SKIP_WITHOUT_SHARED_MODELS();
    onEachModel([](const std::shared_ptr<const Model>& model, size_t) {
        expectUsualChoicesWithinBounds(model);
    });
}

const auto kEachPart = ::testing::Range(size_t{0}, SharedModelsTest::kParts);
INSTANTIATE_TEST_SUITE_P(Shared, SharedModelsTest, kEachPart);
INSTANTIATE_TEST_SUITE_P(Long, LongSharedModelsTest, kEachPart);

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

TEST_F(EncodingsTest, FloorAndInterpolationOfTheSameBakeDifferInOneFrame) {
    Frame frame = frameOf(mannequin());
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

TEST_F(EncodingsTest, FourInfluencesInSixtyFourBitsLeaveTheOthersOut) {
    const auto limitOf = [](Method method, uint32_t limit) {
        return supported(
                   {method, {.influences = InfluenceFormat::split64, .influenceLimit = limit}})
            .influenceLimit;
    };
    EXPECT_EQ(limitOf(Method::compute, 0), 4u);
    EXPECT_EQ(limitOf(Method::vertex, 8), 4u);
    EXPECT_EQ(limitOf(Method::compute, 2), 2u);
    EXPECT_EQ(limitOf(Method::cpu, 0), 0u) << "it has floats";
    const SkinSettings limited{.paletteLimit = 64};
    EXPECT_EQ(supported({Method::vertexUniform, limited}).paletteLimit, 64u);
    EXPECT_EQ(supported({Method::compute, limited}).paletteLimit, 0u);
}

// For each vertex, the skin kernel reads 12 bytes of mesh and 8 of influences, and writes 12.
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
