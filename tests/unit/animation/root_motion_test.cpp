// Root motion moves characters along their clips, across loop seams and fades, for any time step.
#include "skinning/animation/root_motion.h"

#include <gmock/gmock.h>

#include "skinning/animation/playback.h"
#include "skinning/animator/animator_file.h"
#include "tests/error_of.h"
#include "tests/unit/animation/animators.h"
#include "tests/unit/gltf/gltf_builder.h"

namespace sinew {
namespace {

using testing::HasSubstr;

/// Returns a skinned triangle below "armature", which turns +Z to +X and scales by a half. Its
/// clips move the joint "root". "walk" moves it by 2 m along the character's +Z in 1 s, faster in
/// the first half and with a rise in the middle. "run" moves it by 3 m in 0.7 s. "sway" moves it
/// aside and back.
test::GltfBuilder walker() {
    test::GltfBuilder builder = test::skinnedTriangle();
    const float s = std::sqrt(.5f);
    builder.add("nodes", {{"name", "armature"},
                          {"children", {1}},
                          {"rotation", {0, s, 0, s}},
                          {"scale", {.5f, .5f, .5f}}});
    const auto clip = [&](const char* name, std::vector<float> times, std::vector<float> values) {
        const int input = builder.times(times), output = builder.vec3(values);
        builder.add(
            "animations",
            {{"name", name},
             {"samplers", {{{"input", input}, {"output", output}}}},
             {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "translation"}}}}}}});
    };
    clip("walk", {0, .5f, 1}, {9, 0, 1, 9, .2f, 4, 9, 0, 5});
    clip("run", {0, .7f}, {0, 0, 0, 0, 0, 6});
    clip("sway", {0, 1, 2}, {0, 0, 0, 1, 0, 0, 0, 0, 0});
    return builder;
}

AnimatorSpec specOf(const Model& model, const char* rest) {
    const std::string json = R"({"triggers": ["walk", "run", "sway"], "states": [
        {"name": "walk"}, {"name": "run", "speed": 1.2}, {"name": "sway"},
        {"name": "back", "clip": "walk", "speed": -1.5}],
        "transitions": [{"to": "walk", "seconds": 0.3, "when": [{"trigger": "walk"}]},
                        {"to": "run", "seconds": 0.5, "when": [{"trigger": "run"}]},
                        {"to": "sway", "seconds": 0.4, "when": [{"trigger": "sway"}]}],
        )";
    return parseAnimator(json + rest + "}", model);
}

Animators crowdOf(const Model& model, const char* start, AnimatorSettings settings,
                  uint32_t count) {
    const std::string rest = std::string(R"("rootMotion": "applied", "start": ")") + start + '"';
    return {std::make_shared<const AnimatorSpec>(specOf(model, rest.c_str())), settings, count};
}

/// Returns the displacement of the root joint since the start: the displacement of the anchor plus
/// that of the joint in the pose.
glm::vec3 positionOf(const Animators& animators, uint32_t instance) {
    const PoseRequest request = test::requestsOf(animators)[instance];
    const auto offsetOf = [&](const ClipMoment& moment) {
        const RootPath* path = animators.spec().rootMotion->pathOf(moment.clip);
        return path ? path->at(moment.seconds) : glm::vec3(0);
    };
    return animators.anchors()[instance].at +
           glm::mix(offsetOf(baseOf(request)), offsetOf(otherOf(request)), request.otherWeight);
}

void advance(Animators& animators, double seconds, double step) {
    std::vector<AnimatorEvent> events;
    for (double left = seconds; left > 1e-9; left -= step) {
        animators.advance(static_cast<float>(std::min(step, left)), events);
    }
}

class RootMotionOfAWalker : public testing::Test {
protected:
    const Model model = walker().import();
};

constexpr double kSteps[] = {1.0 / 240, 1.0 / 60, 1.0 / 7, 0.71, 2.0};

TEST_F(RootMotionOfAWalker, IsThePathOfTheFirstJointThatClipsMove) {
    const RootMotion motion = rootMotionOf(model);
    EXPECT_EQ(model.skeleton.names[motion.joint], "root");
    ASSERT_EQ(motion.clips.size(), 3u);
    const RootPath* walk = motion.pathOf(0);
    ASSERT_NE(walk, nullptr);
    EXPECT_LT(glm::length(walk->total - glm::vec3(2, 0, 0)), 1e-6f);
    EXPECT_LT(glm::length(walk->at(.25f) - glm::vec3(.75f, 0, 0)), 1e-6f) << "without the rise";
    EXPECT_LT(glm::length(walk->at(0)), 1e-6f);
    EXPECT_EQ(motion.pathOf(2), nullptr) << "it ends where it began";
    EXPECT_EQ(motion.pathOf(kRestPose), nullptr);
}

TEST_F(RootMotionOfAWalker, MissingRootMotionIsExplained) {
    const auto errorOf = [](const test::GltfBuilder& builder) {
        return test::errorOf([&] { (void)rootMotionOf(builder.import()); });
    };
    EXPECT_EQ(errorOf(walker()), "");
    EXPECT_THAT(errorOf(test::skinnedTriangle()),
                HasSubstr("no clip translates a joint that is an ancestor of all"));
    Model nothing = walker().import();
    nothing.binds.clear();
    EXPECT_THROW((void)rootMotionOf(nothing), std::runtime_error) << "without vertices";
    test::GltfBuilder beside = walker();  // one mesh is not below the root joint
    beside.add("nodes", {{"name", "stone"}, {"mesh", 0}});
    EXPECT_THAT(errorOf(beside),
                HasSubstr("no clip translates a joint that is an ancestor of all"));
    test::GltfBuilder swaying = walker();
    swaying.root["animations"].erase(0);
    swaying.root["animations"].erase(0);
    EXPECT_THAT(errorOf(swaying), HasSubstr("each clip ends at its start position"));
    test::GltfBuilder turning = walker();
    turning.root["animations"][0]["channels"][0]["target"] = {{"node", 3}, {"path", "scale"}};
    EXPECT_THAT(errorOf(turning), HasSubstr("rotate or scale the root joint \"armature\""));
}

TEST_F(RootMotionOfAWalker, EveryLoopContinuesFromThePrecedingOne) {
    for (const double step : kSteps) {
        Animators forwards = crowdOf(model, "walk", {.speedSpread = 0}, 1);
        EXPECT_LT(glm::length(positionOf(forwards, 0)), 1e-6f) << "wherever the clip begins";
        advance(forwards, 10, step);
        EXPECT_NEAR(positionOf(forwards, 0).x, 20, 1e-3) << step;
        Animators back = crowdOf(model, "back", {.speedSpread = 0}, 1);
        advance(back, 10, step);
        EXPECT_NEAR(positionOf(back, 0).x, -30, 1e-3) << step;
    }
}

// Each instance starts at another time of the clip.
TEST_F(RootMotionOfAWalker, OfAPlaybackContinuesFromEachPlacement) {
    const RootMotion motion = rootMotionOf(model);
    const auto positionsAt = [&](float seconds) {
        const Playback playback{.clip = 0, .timeSeconds = seconds};
        std::vector<glm::vec3> positions;
        const std::vector<Anchor> anchors = anchorsOf(model, motion, playback, 5);
        const std::vector<PoseRequest> requests = requestsOf(model, playback, 5);
        for (size_t i = 0; i < anchors.size(); ++i) {
            positions.push_back(anchors[i].at + motion.clips[0].at(requests[i].seconds));
        }
        return positions;
    };
    for (const glm::vec3& start : positionsAt(0)) EXPECT_LT(glm::length(start), 1e-5f);
    for (const glm::vec3& position : positionsAt(10)) EXPECT_NEAR(position.x, 20, 1e-4);
    for (const glm::vec3& position : positionsAt(-3)) EXPECT_NEAR(position.x, -6, 1e-4);
    std::vector<glm::vec3> before = positionsAt(0);
    for (int step = 1; step < 500; ++step) {
        const std::vector<glm::vec3> now = positionsAt(0.01f * static_cast<float>(step));
        for (size_t i = 0; i < now.size(); ++i) {
            const float moved = now[i].x - before[i].x;
            EXPECT_TRUE(moved > 0.009f && moved < 0.031f) << step << ", " << i << ": " << moved;
        }
        before = now;
    }
    const Playback swaying{.clip = 2, .timeSeconds = 7};
    EXPECT_EQ(anchorsOf(model, motion, swaying, 1)[0], Anchor{});
    EXPECT_EQ(anchorsOf(model, motion, {}, 1)[0], Anchor{}) << "the rest pose";
}

TEST_F(RootMotionOfAWalker, BringHomeResetsAnchorMidClip) {
    Animators crowd = crowdOf(model, "walk", {.randomInputSeconds = .5f, .triggerShare = 1}, 16);
    advance(crowd, 7.3, 1.0 / 60);
    const std::vector<PoseRequest> before = test::requestsOf(crowd);
    EXPECT_GT(positionOf(crowd, 0).x, 1);
    bool fades = false;
    crowd.bringHome();
    for (uint32_t i = 0; i < crowd.count(); ++i) {
        EXPECT_LT(glm::length(positionOf(crowd, i)), 1e-5f) << i;
        EXPECT_EQ(test::requestsOf(crowd)[i].seconds, before[i].seconds);
        fades |= before[i].otherWeight > 0;
    }
    EXPECT_TRUE(fades);
}

// A layer must not move the root joint: it would remove the root motion of the state, or add to it.
TEST_F(RootMotionOfAWalker, LayersKeepRootMotionAndAClipWithRootMotionTakesNoSpeed) {
    const auto errorOf = [&](const std::string& layers, const char* state = R"("walk")") {
        return test::errorOf([&] {
            (void)parseAnimator(R"({"masks": [{"name": "all", "joints": ["root"]},
                {"name": "tip", "joints": ["tip"]}], "rootMotion": "applied", )" +
                                    layers + R"("states": [{"name": )" + state + "}]}",
                                model);
        });
    };
    EXPECT_THAT(errorOf("", R"("walk", "goes": 2)"),
                HasSubstr("the clip of state \"walk\" has root motion"));
    EXPECT_THAT(errorOf(R"("layers": [{"name": "sway"}], )"),
                HasSubstr("rootMotion: layer \"sway\" moves the root motion joint \"root\""));
    EXPECT_THAT(errorOf(R"("layers": [{"name": "sway", "mask": "all"}], )"),
                HasSubstr("rootMotion: layer \"sway\" moves the root motion joint \"root\""));
    EXPECT_EQ(errorOf(R"("layers": [{"name": "sway", "mask": "tip"}], )"), "");
    EXPECT_THAT(errorOf(R"("additive": {"clip": "walk"}, )"),
                HasSubstr("rootMotion: the additive clip moves the root motion joint \"root\""));
    EXPECT_EQ(errorOf(R"("additive": {"clip": "sway"}, )"), "");
}

/// Returns an animator without root motion in its clips: "still" plays no clip, and the other
/// states play "sway" with a speed in m/s ("goes").
AnimatorSpec inPlace(const Model& model, const std::string& start) {
    return parseAnimator(R"({"triggers": ["go"], "states": [
        {"name": "still", "clip": null}, {"name": "sway", "goes": 2},
        {"name": "back", "clip": "sway", "speed": -0.5, "goes": 2},
        {"name": "held", "clip": "sway", "loops": false, "goes": 2},
        {"name": "away", "clip": "sway", "speed": 100, "goes": 100}],
        "transitions": [{"to": "sway", "seconds": 0.4, "when": [{"trigger": "go"}]}],
        "rootMotion": "applied", "start": ")" +
                             start + "\"}",
                         model);
}

TEST_F(RootMotionOfAWalker, AnInPlaceClipMovesAtTheSpeedOfItsState) {
    const auto goneAfter = [&](const char* start, double seconds, double step) {
        const auto spec = std::make_shared<const AnimatorSpec>(inPlace(model, start));
        Animators crowd(spec, {.speedSpread = 0}, 1);
        if (std::string_view(start) == "still") crowd.fireAll(0);
        advance(crowd, seconds, step);
        EXPECT_EQ(crowd.anchors()[0].at.x, 0);
        EXPECT_EQ(crowd.anchors()[0].at.y, 0);
        return crowd.anchors()[0].at.z;
    };
    for (const double step : kSteps) {
        EXPECT_NEAR(goneAfter("sway", 10, step), 20, 1e-3) << step;
        EXPECT_NEAR(goneAfter("back", 10, step), -10, 1e-3) << step;
        EXPECT_NEAR(goneAfter("held", 10, step), 4, 1e-3) << "until it stands; " << step;
        EXPECT_NEAR(goneAfter("still", 1, step), 1.6, 1e-3) << "half as fast in its fade; " << step;
    }
}

// Floats far from the origin are too coarse for the small movements of a frame.
TEST_F(RootMotionOfAWalker, InstancesReturnBeforePositionsGetCoarse) {
    const auto spec = std::make_shared<const AnimatorSpec>(inPlace(model, "away"));
    const float most = spec->rootMotion->farthest();
    ASSERT_GT(most, 500);
    ASSERT_LT(most, 10000);
    Animators crowd(spec, {}, 4);
    float farthest = 0;
    for (int step = 0; step < 1000; ++step) {
        advance(crowd, 1.0 / 60, 1.0 / 60);
        for (const Anchor& anchor : crowd.anchors()) farthest = std::max(farthest, anchor.at.z);
    }
    EXPECT_GT(farthest, 0.8f * most);
    EXPECT_LE(farthest, most);
}

TEST_F(RootMotionOfAWalker, LeftInNothingIsAdded) {
    for (const char* text : {R"("rootMotion": "left in")", R"("start": "walk")"}) {
        Animators animators(std::make_shared<const AnimatorSpec>(specOf(model, text)), {}, 3);
        advance(animators, 3, .1);
        EXPECT_TRUE(animators.anchors().empty());
    }
    EXPECT_THAT(test::errorOf([&] { (void)specOf(model, R"("rootMotion": "yes")"); }),
                HasSubstr("rootMotion: \"applied\" or \"left in\" is expected"));
    EXPECT_TRUE(specOf(model, R"("rootMotion": "applied")").warnings.empty());
    const AnimatorSpec spec = specOf(model, R"("rootMotion": "walks about")");
    EXPECT_TRUE(spec.rootMotion);
    EXPECT_THAT(spec.warnings,
                testing::ElementsAre("rootMotion: \"walks about\" was removed after version "
                                     "0.1.0; \"applied\" is used"));
}

// The speed is at most the speed of the fastest clip, also if fades are interrupted. Long steps
// lead to the same positions as short ones.
TEST_F(RootMotionOfAWalker, PositionsAreContinuousAndIndependentOfStepLength) {
    const AnimatorSettings settings{
        .seed = 7, .randomInputSeconds = .4f, .triggerShare = .9f, .ranges = {}};
    constexpr uint32_t kCount = 16;
    constexpr double kShort = 1.0 / 1000, kSeconds = 12;
    Animators slowly = crowdOf(model, "walk", settings, kCount);
    std::vector<glm::vec3> positions(kCount);
    std::vector<AnimatorEvent> events;
    float fastest = 0, furthest = 0;
    for (double seconds = 0; seconds < kSeconds; seconds += kShort) {
        slowly.advance(static_cast<float>(kShort), events);
        for (uint32_t i = 0; i < kCount; ++i) {
            const glm::vec3 position = positionOf(slowly, i);
            fastest = std::max(fastest, glm::length(position - positions[i]));
            furthest = std::max(furthest, position.x);
            positions[i] = position;
        }
    }
    const double speed = 3 / .7 * 1.2 * 1.1;  // speeds of the run clip, its state and its instance
    EXPECT_LT(fastest, 1.01 * speed * kShort + 1e-5);
    EXPECT_GT(fastest, 0.8 * speed * kShort);
    EXPECT_GT(furthest, 10);
    for (const double step : kSteps) {
        Animators animators = crowdOf(model, "walk", settings, kCount);
        advance(animators, kSeconds, step);
        for (uint32_t i = 0; i < kCount; ++i) {
            EXPECT_LT(glm::length(positionOf(animators, i) - positions[i]), .02f)
                << step << ' ' << i;
        }
    }
}

}  // namespace
}  // namespace sinew
