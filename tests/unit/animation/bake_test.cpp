// Baked clips agree with sampled poses: at baked frames, between frames, at loop seams, in
// crossfades, and with half floats.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>
#include <functional>

#include "shaders/shared/instance.h"
#include "skinning/animation/crowd.h"
#include "skinning/animation/palette.h"
#include "skinning/animation/playback.h"
#include "skinning/animation/sample.h"
#include "skinning/packing/bake.h"
#include "skinning/reference/reference.h"
#include "tests/error_of.h"
#include "tests/keyed.h"
#include "tests/unit/shipped.h"

namespace sinew {
namespace {

using test::says;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using Interpolation = Channel::Interpolation;
using Path = Channel::Path;

constexpr uint32_t kLargestSide = 16384;

/// Evenly spaced keys of one joint's property, or of the morph weights.
struct Motion {
    Path path = Path::translation;
    Interpolation interpolation = Interpolation::linear;
    uint32_t target = 0;
    std::vector<std::vector<float>> keys;
};

Clip clipOf(const std::string& name, float durationSeconds, const std::vector<Motion>& motions) {
    Clip clip{.name = name, .durationSeconds = durationSeconds};
    for (const Motion& motion : motions) {
        const bool spline = motion.interpolation == Interpolation::cubicSpline;
        const auto count = static_cast<uint32_t>(motion.keys.size() / (spline ? 3 : 1));
        std::vector<float> times, values;
        for (uint32_t k = 0; k < count; ++k) {
            const auto share = static_cast<float>(k) / static_cast<float>(std::max(count - 1, 1u));
            times.push_back(durationSeconds * share);
        }
        for (const auto& key : motion.keys) values.insert(values.end(), key.begin(), key.end());
        const Channel channel{motion.path, motion.interpolation, motion.target};
        test::addKeys(clip, channel, times, values);
    }
    return clip;
}

/// Returns a model of two joints in a chain, each with a palette entry, and five morph weights.
Model stick() {
    Model model;
    model.name = "stick.glb";
    model.skeleton.names = {"hip", "knee"};
    model.skeleton.parents = {kNoParent, 0};
    model.skeleton.rest = {{.translation = {0, 0, 1}}, {.translation = {0, 5, 0}}};
    model.binds = {{.joint = 0}, {.joint = 1}};
    model.binds[1].jointFromBind[3] = {0, -5, 0, 1};
    model.restMorphWeights = {.5f, 0, .25f, 0, -1};
    return model;
}

std::vector<float> turn(float radians) {
    return {0, 0, std::sin(radians / 2), std::cos(radians / 2)};
}

/// Returns the stick with two clips. Both jump at the loop seam, and their durations are no
/// multiple of a frame. x increases with time.
Model runner() {
    Model model = stick();
    model.clips.push_back(clipOf(
        "run", .77f,
        {{.keys = {{0, 0, 0}, {10, 0, 0}}}, {.path = Path::weights, .keys = {{1, 1, 1, 1, 1}}}}));
    model.clips.push_back(clipOf("jump", 1.3f, {{.keys = {{100, 1, 0}, {120, 1, 4}}}}));
    return model;
}

BakedClips baked(const Model& model, const BakeSettings& settings = {}) {
    return bakeClips(model, settings, kLargestSide);
}

struct Posed {
    std::vector<gpu::Affine> palette;
    std::vector<float> weights;
};

Posed sampled(const Model& model, uint32_t clip, float timeSeconds) {
    Pose pose = restPose(model);
    if (clip != kRestPose) ClipSampler(model.clips[clip]).sample(timeSeconds, pose);
    return {paletteOf(model, pose), pose.morphWeights};
}

Posed readBack(const BakedClips& clips, const gpu::BakedState& state) {
    Posed posed{std::vector<gpu::Affine>(clips.bindCount), std::vector<float>(clips.weightCount)};
    bakedPalette(clips, state, posed.palette);
    bakedMorphWeights(clips, state, posed.weights);
    return posed;
}

/// Returns the baked state (frames and weights) of `instance` in `playback`.
gpu::BakedState stateAt(const BakedClips& clips, const Playback& playback, uint32_t instance) {
    Model model;  // requests depend only on clip durations
    for (size_t c = 0; c + 1 < clips.clips.size(); ++c) {
        model.clips.push_back({.durationSeconds = clips.clips[c].durationSeconds});
    }
    return bakedStateAt(clips, requestsOf(model, playback, instance + 1).back());
}

Posed played(const BakedClips& clips, const Playback& playback, uint32_t instance = 0) {
    return readBack(clips, stateAt(clips, playback, instance));
}

/// Returns the x of joint 0 at `time` of clip 0.
float xAt(const BakedClips& clips, float time) {
    return played(clips, {.clip = 0, .timeSeconds = time}).palette[0][0].w;
}

float frameTime(const BakedClip& clip, uint32_t step) {
    return static_cast<float>(double{clip.durationSeconds} * step / std::max(clip.steps, 1u));
}

/// Calls `check` with each baked frame, its clip and its time in the clip.
void forEveryFrame(const Model& model, const BakedClips& clips,
                   const std::function<void(uint32_t frame, uint32_t clip, float time)>& check) {
    for (uint32_t c = 0; c < clips.clips.size(); ++c) {
        const BakedClip& clip = clips.clips[c];
        for (uint32_t k = 0; k <= clip.steps; ++k) {
            check(clip.firstFrame + k, c < model.clips.size() ? c : kRestPose, frameTime(clip, k));
        }
    }
}

void expectBitEqualFrames(const Model& model) {
    const BakedClips clips = baked(model);
    uint32_t checked = 0;
    forEveryFrame(model, clips, [&](uint32_t frame, uint32_t clip, float time) {
        const Posed stored = readBack(clips, {frame, 0, frame, 0, 0});
        const Posed expected = sampled(model, clip, time);
        ASSERT_TRUE(stored.palette == expected.palette) << "frame " << frame;
        ASSERT_EQ(stored.weights, expected.weights) << "frame " << frame;
        ++checked;
    });
    EXPECT_EQ(checked, clips.frameCount);
}

/// Returns the largest difference of matrix elements and morph weights.
float distance(const Posed& a, const Posed& expected) {
    float most = 0;
    for (size_t b = 0; b < a.palette.size(); ++b) {
        for (int r = 0; r < 3; ++r) {
            for (int c = 0; c < 4; ++c) {
                most = std::max(most, std::abs(a.palette[b][r][c] - expected.palette[b][r][c]));
            }
        }
    }
    for (size_t w = 0; w < a.weights.size(); ++w) {
        most = std::max(most, std::abs(a.weights[w] - expected.weights[w]));
    }
    return most;
}

/// Returns the error message of bakeClips(), or an empty string.
std::string refusalOf(const Model& model, const BakeSettings& settings,
                      uint32_t side = kLargestSide) {
    return test::errorOf([&] { bakeClips(model, settings, side); });
}

/// Returns the stick with a clip that moves a joint from the origin to `to`.
Model moving(float seconds, const glm::vec3& to, uint32_t joint = 0) {
    Model model = stick();
    model.clips.push_back(
        clipOf("far", seconds, {{.target = joint, .keys = {{0, 0, 0}, {to.x, to.y, to.z}}}}));
    return model;
}

TEST(Bake, EveryFrameIsTheSampledPoseToTheBit) {
    Model model = runner();
    model.clips.push_back(
        clipOf("bend", 2,
               {{.path = Path::rotation, .target = 1, .keys = {turn(0), turn(2)}},
                {.path = Path::weights,
                 .keys = {{0, 1, 0, 0, .5f}, {1, 0, .1f, .2f, 2}, {0, 0, 0, 0, 0}}}}));
    expectBitEqualFrames(model);
    for (const char* name : {"mannequin_low.glb", "serpent.glb"}) {
        expectBitEqualFrames(test::shipped(name));
    }
}

TEST(Bake, FramesFillColumnsOfTheTexture) {
    const Model model = runner();
    const BakedClips full = baked(model);
    const BakedClips folded = bakeClips(model, {}, 24);
    // A frame has two palette entries of three texels, and five morph weights in two texels.
    EXPECT_EQ(full.texelsPerFrame, 8u);
    // A clip of n steps has n + 1 frames; n is 23 and 39. The last frame is the rest pose.
    EXPECT_EQ(full.frameCount, 24u + 40u + 1u);
    EXPECT_EQ(full.width, 8u);
    EXPECT_EQ(full.height, full.frameCount);
    EXPECT_EQ(folded.width, 24u);
    EXPECT_EQ(folded.height, 24u);
    for (uint32_t f = 0; f < full.frameCount; ++f) {
        for (uint32_t t = 0; t < 8; ++t) {
            ASSERT_EQ(folded.texel(f, t), full.texel(f, t));
            ASSERT_EQ(folded.texel(f, t), folded.texels[f % 24 * 24 + f / 24 * 8 + t]);
        }
    }
}

TEST(Bake, HalvesAreRoundedToNearestAndTheirBytesArePredicted) {
    const Model model = test::shipped("mannequin_low.glb");
    const BakedClips full = baked(model);
    const BakedClips half = baked(model, {.halfTexels = true});
    EXPECT_EQ(bytesOf(planBake(model, {}, kLargestSide)), full.bytes().size());
    EXPECT_EQ(bytesOf(planBake(model, {.halfTexels = true}, kLargestSide)), half.bytes().size());
    EXPECT_EQ(2 * half.bytes().size(), full.bytes().size());
    EXPECT_TRUE(half.texels.empty());
    for (uint32_t f = 0; f < full.frameCount; ++f) {
        for (uint32_t t = 0; t < full.texelsPerFrame; ++t) {
            const glm::vec4 a = half.texel(f, t), b = full.texel(f, t);
            for (int c = 0; c < 4; ++c) {
                // A half float has 10 bits after the leading bit. Below the normal range, its step
                // is 2^-24.
                ASSERT_LE(std::abs(a[c] - b[c]),
                          std::max(std::abs(b[c]) * 0x1p-11f, 0x1p-25f) * 1.0001f)
                    << "frame " << f << " texel " << t;
            }
        }
    }
}

TEST(Bake, BetweenFramesMatricesAndWeightsAreInterpolated) {
    Model model = stick();
    model.clips.push_back(
        clipOf("bend", 1,
               {{.path = Path::rotation, .target = 1, .keys = {turn(0), turn(3)}},
                {.path = Path::weights, .keys = {{0, 1, 0, 0, 0}, {1, 0, 0, 0, 4}}}}));
    const BakedClips clips = baked(model, {.framesPerSecond = 10});
    const Playback playback{.clip = 0, .timeSeconds = .525f};
    const gpu::BakedState state = stateAt(clips, playback, 0);
    EXPECT_EQ(state.frame, 5u);
    EXPECT_NEAR(state.mix, .25f, 1e-5f);
    const Posed before = sampled(model, 0, .5f), after = sampled(model, 0, .6f);
    Posed expected = before;
    for (size_t b = 0; b < 2; ++b) {
        expected.palette[b] = before.palette[b] * .75f + after.palette[b] * .25f;
    }
    for (size_t w = 0; w < 5; ++w) {
        expected.weights[w] = before.weights[w] * .75f + after.weights[w] * .25f;
    }
    EXPECT_LT(distance(played(clips, playback), expected), 1e-4f);
    EXPECT_GT(distance(before, after), .1f);
}

TEST(Bake, ErrorFallsWithTheSquareOfTheStep) {
    Model model = stick();
    model.clips.push_back(
        clipOf("smooth", 1,
               {{.path = Path::rotation, .target = 0, .keys = {turn(0), turn(1.5f)}},
                {.path = Path::rotation, .target = 1, .keys = {turn(1), turn(-1)}},
                {.interpolation = Interpolation::cubicSpline,
                 .keys = {{0, 0, 0}, {0, 0, 0}, {9, 0, 0}, {0, 9, 3}, {1, 1, 1}, {0, 0, 0}}}}));
    std::vector<double> errors;
    for (const uint32_t rate : {15u, 30u, 60u}) {
        const BakedClips clips = baked(model, {.framesPerSecond = rate});
        double& error = errors.emplace_back(0);
        for (int i = 0; i < 960; ++i) {  // 16 times per step of 1/60 s
            const float time = static_cast<float>(i) / 960;
            const auto truth = referencePose(model, 0, double{time}).palette;
            const Posed posed = played(clips, {.clip = 0, .timeSeconds = time});
            for (size_t b = 0; b < 2; ++b) {
                for (int r = 0; r < 3; ++r) {
                    for (int c = 0; c < 4; ++c) {
                        error = std::max(error,
                                         std::abs(double{posed.palette[b][r][c]} - truth[b][c][r]));
                    }
                }
            }
        }
    }
    EXPECT_GT(errors[2], 1e-4);  // far above rounding errors
    EXPECT_NEAR(errors[0] / errors[1], 4, .25);
    EXPECT_NEAR(errors[1] / errors[2], 4, .25);
}

TEST(Bake, NothingIsInterpolatedAcrossASeam) {
    const Model model = runner();
    for (const uint32_t rate : {1u, 7u, 30u, 240u}) {
        const BakedClips clips = baked(model, {.framesPerSecond = rate});
        for (const uint32_t clip : {0u, 1u}) {
            for (int i = -1000; i < 3000; ++i) {
                const auto time = static_cast<float>(i) * .00173f;
                const float wrapped = wrapTime(model.clips[clip], time);
                ASSERT_LT(distance(played(clips, {.clip = clip, .timeSeconds = time}),
                                   sampled(model, clip, wrapped)),
                          1e-4f)
                    << "clip " << clip << " at " << time << " s, " << rate << " frames a second";
            }
        }
    }
}

TEST(Bake, AClipStartsOverAtItsDurationAndNotJustBefore) {
    const Model model = runner();
    for (const uint32_t rate : {1u, 30u, 240u}) {
        const BakedClips clips = baked(model, {.framesPerSecond = rate});
        for (const uint32_t c : {0u, 1u}) {
            float time = model.clips[c].durationSeconds;
            const BakedClip& clip = clips.clips[c];
            EXPECT_EQ(stateAt(clips, {.clip = c, .timeSeconds = time}, 0).frame, clip.firstFrame);
            for (int i = 0; i < 8; ++i) {
                time = std::nextafter(time, 0.0f);
                const auto state = stateAt(clips, {.clip = c, .timeSeconds = time}, 0);
                EXPECT_EQ(state.frame, clip.firstFrame + clip.steps - 1);
                EXPECT_GT(state.mix, .999f);
                EXPECT_LE(state.mix, 1.0f);
            }
        }
        for (uint32_t instance = 0; instance < 5000; ++instance) {
            const auto state = stateAt(clips, {.clip = 0, .timeSeconds = 1e4f}, instance);
            ASSERT_LT(state.frame, clips.clips[0].steps);
        }
    }
}

TEST(Bake, StepChannelIsSpreadOverTheStepInWhichItJumps) {
    Model model = stick();
    model.clips.push_back(clipOf(
        "blink", 1,
        {{.interpolation = Interpolation::step, .keys = {{0, 0, 0}, {8, 0, 0}, {2, 0, 0}}}}));
    const BakedClips clips = baked(model, {.framesPerSecond = 10});
    EXPECT_EQ(xAt(clips, .399f), 0);
    EXPECT_NEAR(xAt(clips, .45f), 4, 1e-4f);
    EXPECT_EQ(xAt(clips, .5f), 8);
    EXPECT_NEAR(xAt(clips, .899f), 8, 1e-4f);
    EXPECT_NEAR(xAt(clips, .95f), 5,
                // At .95 s, x is interpolated towards the last key, which is at the end of the
                // clip.
                1e-4f);
    EXPECT_EQ(xAt(clips, 1), 0);
    const BakedClips classic = baked(model, {.framesPerSecond = 10, .interpolated = false});
    for (const float time : {.45f, .999f}) {
        EXPECT_EQ(xAt(classic, time), time < .5f ? 0 : 8);
    }
}

TEST(Bake, ClipOfLengthZeroIsOneFrame) {
    Model model = stick();
    model.clips.push_back(clipOf("still", 0, {{.keys = {{7, 0, 0}}}}));
    model.clips.push_back(clipOf("run", 1, {{.keys = {{0, 0, 0}, {10, 0, 0}}}}));
    const BakedClips clips = baked(model);
    EXPECT_EQ(clips.clips[0].steps, 0u);
    EXPECT_EQ(clips.clips[1].firstFrame, 1u);
    for (const float time : {0.0f, .5f, 1e6f}) {
        const gpu::BakedState state = stateAt(clips, {.clip = 0, .timeSeconds = time}, 3);
        EXPECT_EQ(state.frame, 0u);
        EXPECT_EQ(state.mix, 0);
        EXPECT_EQ(readBack(clips, state).palette[0][0].w, 7);
    }
}

TEST(Bake, ClipShorterThanAFrameKeepsStartAndEnd) {
    Model model = stick();
    model.clips.push_back(clipOf("flick", .004f, {{.keys = {{0, 0, 0}, {1, 0, 0}}}}));
    const BakedClips clips = baked(model);
    EXPECT_EQ(clips.clips[0].steps, 1u);
    EXPECT_EQ(clips.clips[1].firstFrame, 2u);
    EXPECT_NEAR(xAt(clips, .003f), .75f, 1e-5f);
}

TEST(Bake, FloorShowsTheFrameBefore) {
    const Model model = runner();
    const BakedClips clips = baked(model, {.interpolated = false});
    const BakedClip& run = clips.clips[0];
    for (uint32_t k = 0; k < run.steps; ++k) {
        for (const float share : {.01f, .5f, .99f}) {
            const float time = run.durationSeconds * (static_cast<float>(k) + share) /
                               static_cast<float>(run.steps);
            const gpu::BakedState state = stateAt(clips, {.clip = 0, .timeSeconds = time}, 0);
            ASSERT_EQ(state.frame, k);
            ASSERT_EQ(state.mix, 0);
            ASSERT_EQ(readBack(clips, state).palette, sampled(model, 0, frameTime(run, k)).palette);
        }
    }
    Playback fading{.clip = 0, .timeSeconds = .39f};
    fading.play(1, 1);
    fading.advance(.12f, 1);
    const gpu::BakedState state = stateAt(clips, fading, 0);
    EXPECT_EQ(state.mix, 0);
    EXPECT_EQ(state.otherMix, 0);
    EXPECT_NEAR(state.fade, .88f, 1e-6f);
}

// The clips only translate along straight lines, so a blend of poses equals a blend of matrices.
// Therefore a baked crowd must equal Crowd for all phases and fades.
TEST(Bake, CrossfadeIsThatOfTheCrowd) {
    const Model model = runner();
    const BakedClips clips = baked(model);
    constexpr uint32_t kInstances = 20;
    std::vector<gpu::Affine> objectFromJoint(kInstances * 2);
    std::vector<float> weights(kInstances * model.restMorphWeights.size());
    Crowd crowd(model);
    Playback playback{.clip = 0, .timeSeconds = .5f};
    playback.play(1, .4f);
    for (const bool staggered : {true, false}) {
        playback.staggered = staggered;
        for (int i = 0; i < 12; ++i, playback.advance(.04f, .4f)) {
            crowd.pose(requestsOf(model, playback, kInstances), objectFromJoint, weights);
            for (uint32_t instance = 0; instance < kInstances; ++instance) {
                const Posed posed = played(clips, playback, instance);
                const auto own = weights.begin() + 5 * instance;
                Posed expected{std::vector<gpu::Affine>(2), {own, own + 5}};
                computePalette(model.binds, std::span(objectFromJoint).subspan(2 * instance, 2),
                               expected.palette);
                ASSERT_LT(distance(posed, expected), 1e-4f)
                    << "instance " << instance << ", fade " << playback.fade;
            }
        }
        playback.play(0, .4f);
    }
}

TEST(Bake, ModelWithoutClipsIsItsRestPose) {
    const Model model = stick();
    const BakedClips clips = baked(model);
    EXPECT_EQ(clips.frameCount, 1u);
    const Posed posed = played(clips, {.timeSeconds = 9}, 5);
    EXPECT_EQ(posed.palette, sampled(model, kRestPose, 0).palette);
    EXPECT_EQ(posed.weights, model.restMorphWeights);
    const BakedClips nothing = baked(Model{});
    EXPECT_EQ(nothing.width * nothing.height, 1u);
    EXPECT_EQ(stateAt(nothing, {}, 0).frame, 0u);
}

TEST(Bake, ProgressEndsAtOneAndACancelledBakeSamplesNoMore) {
    BakeProgress progress, cancelled;
    EXPECT_EQ(progress.fraction(), 0);
    const BakedClips clips = bakeClips(runner(), {}, kLargestSide, &progress);
    EXPECT_EQ(progress.frameCount, clips.frameCount);
    EXPECT_EQ(progress.fraction(), 1);
    cancelled.cancelled = true;
    bakeClips(runner(), {}, kLargestSide, &cancelled);
    EXPECT_EQ(cancelled.framesDone, 0u);
}

TEST(Bake, RefusalsSayWhatDoesNotFitAndWhatToTry) {
    const Model far = moving(1, {0, 70000, 0}, 1);
    EXPECT_THAT(refusalOf(far, {.framesPerSecond = 1, .halfTexels = true}),
                says({"stick.glb", "'far'", "'knee'", "69995", "65504", "fp32"}));
    EXPECT_EQ(refusalOf(far, {.framesPerSecond = 1}), "");
    Model heavy = stick();
    heavy.restMorphWeights[3] = -66000;
    EXPECT_THAT(refusalOf(heavy, {.halfTexels = true}),
                says({"rest pose", "-66000", "morph weights"}));
    const Model run = runner();
    EXPECT_EQ(refusalOf(run, {}, 24), "");
    EXPECT_THAT(refusalOf(run, {}, 23), says({"30 frames a second", "24 x 23", "lower bake rate"}));
    EXPECT_THAT(refusalOf(run, {}, 7),
                AllOf(says({"a baked frame has 8 texels"}), Not(HasSubstr("lower bake rate"))));
    EXPECT_EQ(planBake(stick(), {}, 8).width, 8u);
    const Model longest = moving(1e6f, {1, 0, 0});
    EXPECT_THAT(refusalOf(longest, {}, 1u << 31),
                says({"3662 MiB, more than 2048", "fp16 texels"}));
    EXPECT_NO_THROW(planBake(longest, {.halfTexels = true}, 1u << 31));
}

TEST(Bake, TooLongClipsAreRefusedBeforeMemoryIsTouched) {
    const auto peakKiB = [] {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        return usage.ru_maxrss;
    };
    const long before = peakKiB();
    for (const float seconds : {1e6f, 1e9f, 3e38f}) {
        const Model model = moving(seconds, {1, 0, 0});
        for (const uint32_t side : {kLargestSide, ~0u}) {
            EXPECT_THAT(refusalOf(model, {.framesPerSecond = 240}, side),
                        says({"stick.glb", "try"}))
                << seconds;
        }
    }
    EXPECT_LT(peakKiB() - before, 64 * 1024);
}

}  // namespace
}  // namespace sinew
