// Layers: masks, additive clips, and animators that fade them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "shaders/shared/instance.h"
#include "skinning/animation/crowd.h"
#include "skinning/animation/pose_sampler.h"
#include "skinning/animator/animator_file.h"
#include "skinning/reference/reference.h"
#include "tests/unit/animation/animators.h"
#include "tests/unit/chain_model.h"
#include "tests/unit/shipped.h"

namespace sinew {
namespace {

using test::advance;
using test::furthest;
using test::one;
using test::shownBy;

using Kind = AnimatorCondition::Kind;

constexpr uint32_t kUpper = 1, kHalf = 2;

/// Returns the model with two masks: `upper` has the joint `first` and all joints below it; `half`
/// has a weight of one half for every joint.
Model masked(Model model, const char* first) {
    Mask upper{.name = "upper", .joints = std::vector<uint8_t>(model.skeleton.size())};
    for (size_t j = 0; j < upper.joints.size(); ++j) {
        const int32_t parent = model.skeleton.parents[j];
        const bool below = parent != kNoParent && upper.joints[static_cast<size_t>(parent)] > 0;
        if (below || model.skeleton.names[j] == first) upper.joints[j] = 255;
    }
    const Mask half{.name = "half",
                    .joints = std::vector<uint8_t>(model.skeleton.size(), 128),
                    .morphWeights = 51};
    model.masks = {upper, half};
    return model;
}

Model mannequin() {
    return masked(test::shipped("mannequin_low.glb"), "spine_1");
}

using Matrices = std::vector<gpu::Affine>;

Matrices matricesOf(const Model& model, const PoseRequest& request) {
    Matrices matrices(model.skeleton.size());
    std::vector<float> weights(model.restMorphWeights.size());
    Crowd(model).pose({&request, 1}, matrices, weights);
    return matrices;
}

test::PosedVertices verticesOf(const Model& model, const PoseRequest& request) {
    return test::Poser(model).posed(request);
}

bool same(const gpu::Affine& a, const gpu::Affine& b) {
    return std::memcmp(&a, &b, sizeof(a)) == 0;
}

PoseRequest over(const PoseRequest& request, uint32_t clip, float seconds, uint32_t mask,
                 float weight) {
    return withLayer(request, {{clip, seconds}, mask, weight});
}

// ---- Requests.

TEST(Layers, ARequestHoldsTwoLayersInThirtyTwoBytes) {
    const PoseRequest fade = requestOf({kMostClips - 1, .25f}, {kRestPose, 0}, .5f);
    EXPECT_FALSE(hasLayers(fade));
    const PoseRequest request =
        withAdditive(over(fade, 8190, 1.5f, 4, .75f), {{kRestPose, 2.5f}, 3, 1.0f});
    EXPECT_TRUE(hasLayers(request));
    EXPECT_EQ(baseOf(request).clip, kMostClips - 1);
    EXPECT_EQ(baseOf(request).seconds, .25f);
    EXPECT_EQ(otherOf(request).clip, kRestPose);
    EXPECT_EQ(otherOf(requestOf({}, {kMostClips - 1, .5f}, .125f)).clip, kMostClips - 1);
    const LayerMoment layer = layerOf(request), additive = additiveOf(request);
    EXPECT_EQ(layer.moment.clip, 8190u);
    EXPECT_EQ(layer.moment.seconds, 1.5f);
    EXPECT_EQ(layer.mask, 4u);
    EXPECT_NEAR(layer.weight, .75f, 1.0f / SINEW_REQUEST_FULL_WEIGHT);
    EXPECT_EQ(additive.moment.clip, kRestPose);
    EXPECT_EQ(additive.moment.seconds, 2.5f);
    EXPECT_EQ(additive.mask, 3u);
    EXPECT_EQ(additive.weight, 1) << "all of it, exactly";
    EXPECT_EQ(layerOf(fade).weight, 0);
    EXPECT_EQ(additiveOf(fade).weight, 0);
}

// ---- Poses.

void expectReference(const Model& model, const PoseRequest& request) {
    const ReferenceVertices reference = referenceVertices(model, request, {});
    const test::PosedVertices vertices = verticesOf(model, request);
    double most = 0;
    for (size_t v = 0; v < vertices.positions.size(); ++v) {
        most = std::max(most,
                        glm::distance(glm::dvec3(vertices.positions[v]), reference.positions[v]));
    }
    EXPECT_LT(most, 1e-5 * reference.extent);
}

TEST(Layers, EveryClipIsLayeredAsTheReferenceLayersIt) {
    for (const Model& model : {mannequin(), masked(test::chainModel(40, .1f), "j9")}) {
        const auto count = static_cast<uint32_t>(model.clips.size());
        const auto at = [&](uint32_t clip, float share) {
            return share * model.clips[clip].durationSeconds;
        };
        for (uint32_t base = 0; base < count; ++base) {
            for (uint32_t clip = 0; clip < count; ++clip) {
                SCOPED_TRACE(model.clips[base].name + " under " + model.clips[clip].name);
                const PoseRequest fade =
                    requestOf({base, at(base, .3f)}, {clip, at(clip, .8f)}, .25f);
                expectReference(model, over(fade, clip, at(clip, .4f), kUpper, 1));
                expectReference(
                    model, over(requestOf({base, at(base, .6f)}), clip, at(clip, .9f), kHalf, .6f));
                expectReference(model, withAdditive(over(fade, clip, at(clip, .2f), kUpper, .7f),
                                                    {{clip, at(clip, .55f)}, kHalf, .8f}));
                expectReference(model, withAdditive(requestOf({base, at(base, .1f)}),
                                                    {{clip, at(clip, .35f)}, kFullBody, .5f}));
            }
        }
    }
}

TEST(Layers, JointsOutsideOfTheMaskAreLeftBitForBit) {
    const Model model = mannequin();
    const PoseRequest walk = requestOf({findClip(model, "walk"), .37f});
    const uint32_t wave = findClip(model, "wave");
    const Matrices without = matricesOf(model, walk);
    for (const PoseRequest& request :
         {over(walk, wave, 1.2f, kUpper, .9f), withAdditive(walk, {{wave, 1.2f}, kUpper, .9f})}) {
        const Matrices with = matricesOf(model, request);
        size_t inside = 0, moved = 0;
        for (size_t j = 0; j < with.size(); ++j) {
            if (model.masks[0].joints[j] == 0) {
                EXPECT_TRUE(same(with[j], without[j])) << model.skeleton.names[j];
                continue;
            }
            ++inside;
            if (!same(with[j], without[j])) ++moved;
        }
        EXPECT_GT(inside, 30u);
        EXPECT_GT(moved, 30u);
    }
}

TEST(Layers, FullWeightOfTheFullBodyIsTheClipAlone) {
    const Model model = mannequin();
    const uint32_t wave = findClip(model, "wave"), walk = findClip(model, "walk");
    const auto alone = verticesOf(model, requestOf({wave, 1.1f}));
    EXPECT_LT(
        furthest(verticesOf(model, over(requestOf({walk, .4f}), wave, 1.1f, kFullBody, 1)), alone),
        1e-6f);
    EXPECT_GT(
        furthest(verticesOf(model, over(requestOf({walk, .4f}), wave, 1.1f, kUpper, 1)), alone),
        1e-2f);
}

TEST(Layers, AnAdditiveClipAddsWhatItDiffersFromItsFirstPose) {
    const Model model = mannequin();
    const uint32_t dance = findClip(model, "dance"), walk = findClip(model, "walk");
    const PoseRequest base = requestOf({walk, .4f});
    const auto nothing = verticesOf(model, withAdditive(base, {{dance, 0}, kFullBody, 1}));
    EXPECT_LT(furthest(nothing, verticesOf(model, base)), 1e-6f) << "its first pose";
    const PoseRequest first = requestOf({dance, 0});
    const auto full = verticesOf(model, withAdditive(first, {{dance, 1.7f}, kFullBody, 1}));
    const auto alone = verticesOf(model, requestOf({dance, 1.7f}));
    EXPECT_LT(furthest(full, alone), 1e-5f) << "over its first pose it is the clip";
    const auto half = verticesOf(model, withAdditive(first, {{dance, 1.7f}, kFullBody, .5f}));
    EXPECT_GT(furthest(half, alone), 1e-2f);
    EXPECT_GT(furthest(half, verticesOf(model, first)), 1e-2f);
}

TEST(Layers, MorphWeightsFollowTheirOwnShareOfTheMask) {
    Model model = masked(test::chainModel(5, .1f), "j2");
    const auto weightsOf = [&](const PoseRequest& request) {
        Pose pose;
        PoseScratch scratch;
        PoseSampler(model).localPose(request, pose, scratch);
        return pose.morphWeights;
    };
    const PoseRequest base = requestOf({0, .4f});
    const std::vector<float> a = weightsOf(base), b = weightsOf(requestOf({1, .9f}));
    EXPECT_EQ(weightsOf(over(base, 1, .9f, kUpper, 1)), a) << "none";
    const std::vector<float> mixed = weightsOf(over(base, 1, .9f, kHalf, 1));
    const std::vector<float> sum = weightsOf(withAdditive(base, {{1, .9f}, kHalf, 1}));
    const std::vector<float> first = weightsOf(requestOf({1, 0}));
    for (size_t w = 0; w < a.size(); ++w) {
        EXPECT_NEAR(mixed[w], a[w] + (b[w] - a[w]) * .2f, 1e-6f);
        EXPECT_NEAR(sum[w], a[w] + (b[w] - first[w]) * .2f, 1e-6f);
    }
    ASSERT_GT(std::abs(b[1] - a[1]), .01f);
}

// ---- Animators.

AnimatorLayer layerPlaying(const Model& model, const char* clip, bool loops) {
    const uint32_t index = findClip(model, clip);
    return {.plays = {.name = clip,
                      .clip = index,
                      .durationSeconds = model.clips[index].durationSeconds,
                      .loops = loops}};
}

/// Returns an animator with the states idle, walk and run, which start by triggers. The layers wave
/// and dance start by triggers; a looping layer and an additive clip start by a parameter each.
AnimatorSpec layered(const Model& model) {
    AnimatorSpec spec;
    spec.parameters = {{.name = "hum"}, {.name = "lean"}};
    spec.triggers = {"idle", "walk", "run", "wave", "dance"};
    for (uint32_t s = 0; s < 3; ++s) {
        const uint32_t clip = findClip(model, spec.triggers[s].c_str());
        spec.states.push_back({.name = spec.triggers[s],
                               .clip = clip,
                               .durationSeconds = model.clips[clip].durationSeconds});
        spec.transitions.push_back({.to = s, .when = {{.kind = Kind::trigger, .index = s}}});
    }
    spec.masks = model.masks;
    spec.layers = {layerPlaying(model, "wave", false), layerPlaying(model, "dance", false),
                   layerPlaying(model, "idle", true)};
    for (uint32_t l = 0; l < 2; ++l) {
        spec.layers[l].when = {{.kind = Kind::trigger, .index = 3 + l}};
        spec.layers[l].mask = kUpper + l;
    }
    spec.layers[1].over = {true, true, false};
    spec.layers[2].when = {{.kind = Kind::above, .index = 0, .value = .5f}};
    spec.layers[2].mask = kUpper;
    spec.additive = AnimatorAdditive{
        .layer = layerPlaying(model, "dance", true), .weight = .8f, .parameter = 1};
    spec.additive->layer.over = {false, true, true};
    return spec;
}

/// Tests with one instance of the mannequin that layered() animates.
class LayersOfAnimators : public testing::Test {
protected:
    static void SetUpTestSuite() { model_ = mannequin(); }

    LayerMoment layer() const { return layerOf(shownBy(animators)); }
    LayerMoment layerAfter(float seconds) {
        advance(animators, seconds);
        return layer();
    }
    float additiveAfter(float seconds) {
        advance(animators, seconds);
        return additiveOf(shownBy(animators)).weight;
    }
    float secondsOf(const char* clip) const {
        return model_.clips[findClip(model_, clip)].durationSeconds;
    }
    static uint32_t clip(const char* name) { return findClip(model_, name); }

    static inline Model model_;
    Animators animators = one(layered(model_));
};

TEST_F(LayersOfAnimators, ATriggeredLayerFadesInAndIsGoneWhenItsClipEnds) {
    EXPECT_FALSE(hasLayers(shownBy(animators)));
    animators.fire(0, 3);
    const LayerMoment fading = layerAfter(.1f);
    EXPECT_EQ(animators.instance(0).triggers, 0u) << "used up";
    EXPECT_EQ(fading.moment.clip, clip("wave"));
    EXPECT_NEAR(fading.moment.seconds, .1f, 1e-6f);
    EXPECT_EQ(fading.mask, kUpper);
    EXPECT_NEAR(fading.weight, .5f, 1e-5f) << "eased";
    EXPECT_EQ(layerAfter(.15f).weight, 1);
    EXPECT_NEAR(layerAfter(secondsOf("wave") - .25f - .1f).weight, .5f, 1e-4f);
    EXPECT_EQ(baseOf(shownBy(animators)).clip, clip("idle"));
    EXPECT_EQ(layerAfter(.11f).weight, 0);
}

TEST_F(LayersOfAnimators, AnInterruptedLayerFadesOutBeforeTheNextBegins) {
    animators.fire(0, 3);
    advance(animators, .5f);
    animators.fire(0, 4);
    EXPECT_NEAR(layerAfter(.1f).weight, .5f, 1e-5f);
    EXPECT_EQ(layer().moment.clip, clip("wave"));
    EXPECT_NEAR(layerAfter(.2f).weight, .5f, 1e-5f);
    EXPECT_EQ(layer().moment.clip, clip("dance"));
    EXPECT_NEAR(layer().moment.seconds, .1f, 1e-6f);
    animators.fire(0, 4);  // restarts "dance"
    EXPECT_LT(layerAfter(.05f).weight, .5f);
    EXPECT_NEAR(layerAfter(.15f).moment.seconds, .1f, 1e-5f) << "from its start";
}

TEST_F(LayersOfAnimators, ALayerLeavesAStateThatItDoesNotPlayOver) {
    animators.fire(0, 4);
    EXPECT_EQ(layerAfter(.5f).weight, 1);
    animators.fire(0, 2);
    EXPECT_NEAR(layerAfter(.1f).weight, .5f, 1e-5f);
    EXPECT_EQ(layerAfter(.2f).weight, 0);
    animators.fire(0, 4);
    EXPECT_EQ(layerAfter(.2f).weight, 0) << "it waits";
    EXPECT_NE(animators.instance(0).triggers, 0u);
    animators.fire(0, 0);
    EXPECT_EQ(layerAfter(.4f).moment.clip, clip("dance"));
}

TEST_F(LayersOfAnimators, ALoopPlaysWhileItsConditionsHoldAndReturnsAfterATrigger) {
    animators.parametersOf(0)[0] = 1;
    EXPECT_EQ(layerAfter(20).moment.clip, clip("idle"));
    EXPECT_EQ(layer().weight, 1);
    animators.fire(0, 3);
    EXPECT_EQ(layerAfter(.5f).moment.clip, clip("wave"));
    EXPECT_EQ(layerAfter(20).moment.clip, clip("idle"));
    animators.parametersOf(0)[0] = 0;
    const float weight = layerAfter(.05f).weight;
    EXPECT_LT(weight, 1);
    EXPECT_GT(weight, .5f);
    animators.parametersOf(0)[0] = 1;
    EXPECT_GT(layerAfter(.02f).weight, weight) << "it turns back";
    animators.parametersOf(0)[0] = 0;
    EXPECT_EQ(layerAfter(1).weight, 0);
}

TEST_F(LayersOfAnimators, TheAdditiveClipFollowsItsParameterInItsOwnTime) {
    animators.parametersOf(0)[1] = .5f;
    EXPECT_EQ(additiveAfter(1), 0) << "not over idle";
    animators.fire(0, 1);
    EXPECT_NEAR(additiveAfter(.05f), .25f, 1e-5f);
    EXPECT_NEAR(additiveAfter(1), .4f, 1e-5f);
    EXPECT_EQ(additiveOf(shownBy(animators)).moment.clip, clip("dance"));
    animators.parametersOf(0)[1] = 7;
    EXPECT_NEAR(additiveAfter(1), .8f, 1e-5f) << "at most 1";
}

void randomizeLayerInputs(Animators& animators, std::mt19937& random) {
    std::uniform_real_distribution<float> value(0, 1);
    for (uint32_t i = 0; i < animators.count(); ++i) {
        if (random() % 2 == 0) animators.parametersOf(i)[random() % 2] = value(random);
        if (random() % 2 == 0) animators.fire(i, random() % 5);
    }
}

TEST(Layers, StepsOfAnyLengthLeadToTheSameLayers) {
    const Model model = mannequin();
    const auto spec = std::make_shared<const AnimatorSpec>(layered(model));
    constexpr uint32_t kInstances = 20;
    Animators full(spec, {}, kInstances), cut(spec, {}, kInstances);
    std::mt19937 random(7), same(7);
    size_t seen = 0;
    for (int step = 0; step < 300; ++step) {
        randomizeLayerInputs(full, random);
        randomizeLayerInputs(cut, same);
        const float seconds = .07f + static_cast<float>(random() % 1000) * .002f;
        (void)same();
        advance(full, seconds);
        for (int part = 0; part < 7; ++part) advance(cut, seconds / 7);
        for (uint32_t i = 0; i < kInstances; ++i) {
            const AnimatorLayers &a = full.layers(i), &b = cut.layers(i);
            ASSERT_NEAR(a.additiveWeight, b.additiveWeight, 1e-4f);
            if (a.weight < 1e-3f || b.weight < 1e-3f) continue;
            ASSERT_EQ(a.layer, b.layer) << step;
            ASSERT_NEAR(a.weight, b.weight, 1e-3f) << step;
            ++seen;
        }
    }
    EXPECT_GT(seen, 2000u);
}

TEST(Layers, NoVertexJumpsHoweverOftenLayersAreInterrupted) {
    const Model model = mannequin();
    Animators animators = one(layered(model));
    std::mt19937 random(3);
    std::uniform_real_distribution<float> pause(0, .15f);
    test::Poser poser(model);
    const auto first = poser.posed(shownBy(animators));
    const float extent = test::extentOf(first);
    int interrupted = 0, changed = 0;
    float most = 0;
    auto before = first;
    for (int i = 0; i < 400; ++i) {
        const AnimatorLayers was = animators.layers(0);
        if (i % 2 == 0) randomizeLayerInputs(animators, random);
        // The step is so short that weights move by less than 1e-6.
        advance(animators, 1e-7f);
        const AnimatorLayers& is = animators.layers(0);
        const auto after = poser.posed(shownBy(animators));
        ASSERT_LT(furthest(before, after), 1e-5f * extent)
            << "from layer " << int{was.layer} << " with " << was.weight << " to " << int{is.layer}
            << " with " << is.weight;
        if (is.leaves && !was.leaves && was.weight > .1f) ++interrupted;
        if (is.layer != was.layer) ++changed;
        const bool ends = is.leaves && random() % 2 == 0;
        const float untilGone = is.weight * .2f;
        advance(animators, ends ? std::max(untilGone - 5e-8f, 0.0f) : pause(random));
        before = poser.posed(shownBy(animators));
        most = std::max(most, furthest(first, before));
    }
    EXPECT_GT(interrupted, 13);
    EXPECT_GT(changed, 7);
    EXPECT_GT(most, .2f * extent);
}

TEST(Layers, TheMannequinWavesDuringTheWalkCycle) {
    const Model plain = test::shipped("mannequin.glb");
    const AnimatorSpec spec = animatorOf(plain);
    EXPECT_EQ(spec.triggers, (std::vector<std::string>{"dance", "wave"}));
    ASSERT_EQ(spec.states.size(), 5u);
    EXPECT_EQ(spec.states[spec.start].name, "idle");
    ASSERT_EQ(spec.layers.size(), 1u);
    EXPECT_EQ(spec.layers[0].plays.clip, findClip(plain, "wave"));
    ASSERT_TRUE(spec.additive);
    Animators animators = one(spec);
    animators.parametersOf(0)[0] = 1;
    advance(animators, 2);
    EXPECT_NEAR(additiveOf(shownBy(animators)).weight, spec.additive->weight, 1e-5f);
    animators.fire(0, 1);
    advance(animators, .6f);
    EXPECT_EQ(baseOf(shownBy(animators)).clip, findClip(plain, "walk"));
    EXPECT_EQ(layerOf(shownBy(animators)).weight, 1);
    const auto& names = plain.skeleton.names;
    for (const auto& [joint, share] :
         {std::pair("hips", 0), std::pair("toes_left", 0), std::pair("spine_1", 128),
          std::pair("head", 255), std::pair("little_3_right", 255)}) {
        const auto at = std::find(names.begin(), names.end(), joint) - names.begin();
        EXPECT_EQ(spec.masks.at(0).joints.at(static_cast<size_t>(at)), share) << joint;
    }
    const Model other = test::shipped("serpent.glb");
    EXPECT_EQ(animatorOf(other).triggers.size(), other.clips.size()) << "it has no description";
}

}  // namespace
}  // namespace sinew
