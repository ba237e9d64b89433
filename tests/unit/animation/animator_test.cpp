// Animators emit each event once, poses do not jump, and equal seeds give equal crowds.
#include "skinning/animator/animator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/unit/animation/animators.h"
#include "tests/unit/shipped.h"

namespace sinew {
namespace {

using test::advance;
using test::extentOf;
using test::furthest;
using test::one;
using test::Poser;
using test::shownBy;
using testing::ElementsAre;

using Kind = AnimatorCondition::Kind;
using Spec = std::shared_ptr<const AnimatorSpec>;

AnimatorTransition byTrigger(uint32_t from, uint32_t to, uint32_t trigger, float seconds = .2f) {
    return {.from = from,
            .to = to,
            .seconds = seconds,
            .when = {{.kind = Kind::trigger, .index = trigger}}};
}

/// Returns an animator with one looping state, whose clip lasts 1 s.
AnimatorSpec loop(std::vector<ClipEvent> events, float speed = 1) {
    return {.states = {{.name = "loop",
                        .clip = 0,
                        .durationSeconds = 1,
                        .speed = speed,
                        .events = std::move(events)}}};
}

std::vector<int> namesOf(const std::vector<AnimatorEvent>& events) {
    std::vector<int> names;
    for (const AnimatorEvent& event : events) names.push_back(event.event);
    return names;
}

/// Returns an animator with four looping and two other states, all with events. One state of each
/// kind plays backwards. Transitions start by parameters, triggers and remaining time.
AnimatorSpec busy() {
    AnimatorSpec spec;
    spec.parameters = {{.name = "speed", .most = 4}};
    spec.triggers = {"dance", "wave"};
    const auto add = [&spec](const char* name, uint32_t clip, float seconds, float speed,
                             bool loops, std::vector<ClipEvent> events) {
        spec.states.push_back({.name = name,
                               .clip = clip,
                               .durationSeconds = seconds,
                               .speed = speed,
                               .loops = loops,
                               .events = std::move(events)});
    };
    add("idle", 0, 6, 1, true, {{"breath", .713f}, {"breath", 3.117f}});
    add("walk", 1, 1.0667f, 1, true, {{"left", 0}, {"right", .5333f}});
    add("run", 2, .7f, 1.3f, true, {{"left", .0917f}, {"right", .4413f}});
    add("dance", 3, 4, 1, false, {{"clap", .331f}, {"end", 4}});
    add("back", 4, .9f, -.8f, false, {{"first", 0}, {"last", .9f}});
    add("retreat", 1, 1.0667f, -1.2f, true, {{"left", 0}, {"right", .5333f}});
    spec.transitions = {
        {.from = 0, .to = 5, .seconds = .3f, .when = {{Kind::above, 0, 3.2f}}},
        {.from = 5, .to = 2, .seconds = .2f, .when = {{Kind::below, 0, 3}}},
        {.from = 0, .to = 1, .seconds = .25f, .when = {{Kind::above, 0, .5f}}},
        {.from = 1, .to = 0, .seconds = .3f, .when = {{Kind::below, 0, .3f}}},
        {.from = 1, .to = 2, .seconds = .2f, .when = {{Kind::above, 0, 2.2f}}},
        {.from = 2, .to = 1, .seconds = .25f, .when = {{Kind::below, 0, 2}}},
        byTrigger(kAnyState, 3, 0),
        byTrigger(kAnyState, 4, 1, .15f),
        {.from = 3, .to = 0, .seconds = .3f, .secondsLeft = .25f},
        {.from = 4, .to = 0, .seconds = .3f, .secondsLeft = 0},
    };
    return spec;
}

/// Returns a random time step from 1/240 s to 2 s, log-uniform.
float anyStep(std::mt19937& random) {
    std::uniform_real_distribution<float> exponent(std::log(1 / 240.0f), std::log(2.0f));
    return std::exp(exponent(random));
}

void randomizeInputs(Animators& animators, std::mt19937& random) {
    std::uniform_real_distribution<float> speed(0, 4);
    for (uint32_t i = 0; i < animators.count(); ++i) {
        if (random() % 2 == 0) animators.parametersOf(i)[0] = speed(random);
        if (random() % 3 == 0) animators.fire(i, random() % 2);
    }
}

// ---- Events.

TEST(Animator, EventsOfALoopFireOnceEachIterationInOrder) {
    std::mt19937 random(1);
    for (const float speed : {1.0f, .37f, 2.9f, -1.0f, -2.3f}) {
        Animators animators = one(loop({{"a", 0}, {"b", .25f}, {"c", .9f}}, speed));
        const float start = animators.instance(0).seconds;
        std::vector<AnimatorEvent> events;
        double seconds = 0;
        while (seconds < 200) {
            const float step = anyStep(random);
            const size_t before = events.size();
            animators.advance(step, events);
            for (size_t e = before; e < events.size(); ++e) {
                EXPECT_GE(events[e].afterSeconds, 0);
                EXPECT_LE(events[e].afterSeconds, step);
                if (e == before) continue;
                EXPECT_GE(events[e].afterSeconds, events[e - 1].afterSeconds);
            }
            seconds += double{step};
        }
        const uint32_t next = speed > 0 ? 1 : 2;
        for (size_t e = 1; e < events.size(); ++e) {
            ASSERT_EQ(events[e].event, (events[e - 1].event + next) % 3) << "event " << e;
        }
        EXPECT_NEAR(static_cast<double>(events.size()), 3 * std::abs(double{speed}) * seconds, 3)
            << "from " << start;
    }
}

TEST(Animator, AnEventAtAStepBoundaryFiresOnce) {
    AnimatorSpec spec = loop({{"start", 0}, {"half", .5f}});
    spec.states[0].loops = false;
    Animators animators = one(spec);
    EXPECT_THAT(namesOf(advance(animators, .5f)), ElementsAre(0));
    EXPECT_THAT(namesOf(advance(animators, 0)), ElementsAre());
    EXPECT_THAT(namesOf(advance(animators, .25f)), ElementsAre(1));
    EXPECT_THAT(namesOf(advance(animators, .25f)), ElementsAre());
}

TEST(Animator, TheEndOfAClipWithoutLoopIsPassedOnce) {
    for (const float speed : {1.0f, -1.0f}) {
        AnimatorSpec spec = loop({{"first", 0}, {"last", 1}}, speed);
        spec.states[0].loops = false;
        Animators animators = one(spec);
        const int first = speed > 0 ? 0 : 1;
        EXPECT_THAT(namesOf(advance(animators, .75f)), ElementsAre(first));
        EXPECT_THAT(namesOf(advance(animators, .75f)), ElementsAre(1 - first));
        EXPECT_THAT(namesOf(advance(animators, 2)), ElementsAre());
        EXPECT_EQ(animators.instance(0).seconds, speed > 0 ? 1 : 0);
    }
}

// Long steps and short steps of the same total length pass the same events. Parameters and triggers
// change only at the start of a long step. Random inputs occur at any time.
TEST(Animator, StepsOfAnyLengthPassTheSameEvents) {
    const auto spec = std::make_shared<const AnimatorSpec>(busy());
    constexpr uint32_t kInstances = 40;
    for (const uint32_t parts : {2u, 7u, 60u}) {
        const AnimatorSettings settings{.randomInputSeconds = 1.3f};
        Animators uncut(spec, settings, kInstances), cut(spec, settings, kInstances);
        std::vector<std::vector<AnimatorEvent>> ofUncut(kInstances), ofCut(kInstances);
        const auto sort = [](const std::vector<AnimatorEvent>& events, auto& ofInstances,
                             float seconds) {
            const AnimatorEvent* last = nullptr;
            for (const AnimatorEvent& event : events) {
                ofInstances[event.instance].push_back(event);
                const bool follows = last && last->instance == event.instance;
                EXPECT_GE(event.afterSeconds, follows ? last->afterSeconds : 0);
                EXPECT_LE(event.afterSeconds, seconds);
                last = &event;
            }
        };
        std::mt19937 random(7), same(7);
        for (int step = 0; step < 300; ++step) {
            const float seconds = anyStep(random);
            ASSERT_EQ(anyStep(same), seconds);
            randomizeInputs(uncut, random);
            randomizeInputs(cut, same);
            sort(advance(uncut, seconds), ofUncut, seconds);
            const float part = seconds / static_cast<float>(parts);
            for (uint32_t p = 0; p < parts; ++p) sort(advance(cut, part), ofCut, part);
        }
        size_t count = 0;
        for (uint32_t i = 0; i < kInstances; ++i) {
            const size_t both = std::min(ofUncut[i].size(), ofCut[i].size());
            EXPECT_LE(ofUncut[i].size() - both + ofCut[i].size() - both, 1u) << "at the very end";
            for (size_t e = 0; e < both; ++e) {
                ASSERT_EQ(ofUncut[i][e].state, ofCut[i][e].state) << i << ", event " << e;
                ASSERT_EQ(ofUncut[i][e].event, ofCut[i][e].event) << i << ", event " << e;
            }
            count += both;
            EXPECT_EQ(uncut.instance(i).state, cut.instance(i).state);
        }
        EXPECT_GT(count, 3000u);
    }
}

// ---- Transitions.

TEST(Animator, TakesTheFirstTransitionThatHolds) {
    Animators animators = one(busy());
    advance(animators, .1f);
    EXPECT_EQ(animators.instance(0).state, 0u);
    animators.parametersOf(0)[0] = 3;
    // Two transitions are taken in one step: to walk, then to run.
    advance(animators, .1f);
    EXPECT_EQ(animators.instance(0).state, 2u);
    animators.fire(0, 0);
    advance(animators, .1f);
    EXPECT_EQ(animators.instance(0).state, 3u);
    EXPECT_EQ(animators.instance(0).triggers, 0u) << "used up";
    animators.parametersOf(0)[0] = 0;
    advance(animators, 3.6f);
    EXPECT_EQ(animators.instance(0).state, 3u);
    // The transition leaves 0.25 s before the end of the clip.
    advance(animators, .1f);
    EXPECT_EQ(animators.instance(0).state, 0u);
    EXPECT_NEAR(animators.instance(0).seconds, .05f, 1e-5f);
}

TEST(Animator, StatesThatLeadToOneAnotherAtOnceEnd) {
    AnimatorSpec spec = loop({});
    spec.parameters = {{.name = "p", .most = 1, .initial = 1}};
    spec.states[0].loops = false;
    spec.states.resize(3, spec.states[0]);
    spec.transitions = {{.from = 0, .to = 1, .when = {{Kind::above, 0, 0}}},
                        {.from = 1, .to = 2, .when = {{Kind::above, 0, 0}}},
                        {.from = 2, .to = 0, .when = {{Kind::above, 0, 0}}}};
    Animators animators = one(spec);
    for (int step = 0; step < 2; ++step) {
        advance(animators, .25f);
        EXPECT_EQ(animators.instance(0).state, 0u) << "each is entered once";
        EXPECT_EQ(animators.instance(0).seconds, .25f) << "in each step";
    }
}

TEST(Animator, OfTransitionsThatWaitForTheSameMomentTheFirstIsTaken) {
    AnimatorSpec spec = loop({});
    spec.states.resize(3, spec.states[0]);
    spec.states[0].loops = false;
    spec.transitions = {{.from = 0, .to = 2, .secondsLeft = .25f},
                        {.from = 0, .to = 1, .secondsLeft = .25f}};
    Animators animators = one(spec);
    advance(animators, .8f);
    EXPECT_EQ(animators.instance(0).state, 2u);
}

// The animator emits an event just before the time of the transition, but not an event at exactly
// this time. Rounding must not change this.
TEST(Animator, AWaitingTransitionLeavesAtItsExactTime) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> number(.3f, 3);
    for (int i = 0; i < 2000; ++i) {
        const float sign = i % 2 == 0 ? 1.0f : -1.0f;
        const float duration = number(random), left = duration * .1f * number(random);
        const float leaving = sign > 0 ? duration - left : left;
        const float behind = leaving - sign * 1e-5f;
        std::vector<ClipEvent> events{{"behind", behind}, {"at", leaving}};
        if (sign < 0) std::swap(events[0], events[1]);
        AnimatorSpec spec = loop(std::move(events), sign * number(random));
        spec.states[0].durationSeconds = duration;
        spec.states[0].loops = false;
        spec.states.push_back({.name = "then"});
        spec.transitions = {{.from = 0, .to = 1, .secondsLeft = left}};
        // Skips values of `leaving` that are rounded, because then the event is not exactly at the
        // time of the transition.
        if (sign > 0 && duration - leaving != left) continue;
        Animators animators = one(spec);
        std::vector<AnimatorEvent> passed;
        const float step = .01f * number(random);
        for (int s = 0; s < 10000 && animators.instance(0).state == 0; ++s) {
            animators.advance(step, passed);
        }
        ASSERT_EQ(animators.instance(0).state, 1u);
        ASSERT_THAT(namesOf(passed), ElementsAre(sign > 0 ? 0 : 1))
            << "place " << leaving << " of " << duration << ", step " << step;
    }
}

TEST(Animator, AFadeIsAsLongAsItsTransition) {
    AnimatorSpec spec = busy();
    Animators animators = one(spec);
    animators.fire(0, 0);
    EXPECT_EQ(shownBy(animators).otherWeight, 0);
    advance(animators, .1f);
    EXPECT_EQ(baseOf(shownBy(animators)).clip, 3u);
    EXPECT_EQ(otherOf(shownBy(animators)).clip, 0u);
    EXPECT_NEAR(shownBy(animators).otherWeight, .5f, 1e-6f);
    advance(animators, .0999f);
    EXPECT_GT(shownBy(animators).otherWeight, 0);
    advance(animators, .0002f);
    EXPECT_EQ(shownBy(animators).otherWeight, 0);
}

TEST(Animator, AnInterruptedFadeEndsWithinTheNewTransition) {
    for (const float when : {.02f, .09f, .15f, .19f}) {
        Animators animators = one(busy());
        animators.fire(0, 0);
        advance(animators, when);
        animators.fire(0, 1);
        advance(animators, .0001f);
        EXPECT_EQ(animators.instance(0).state, 4u);
        EXPECT_EQ(baseOf(shownBy(animators)).clip, when > .1f ? 3u : 0u) << "the heavier one";
        advance(animators, .1497f);
        EXPECT_EQ(baseOf(shownBy(animators)).clip, 4u);
        EXPECT_GT(shownBy(animators).otherWeight, 0);
        advance(animators, .0004f);
        EXPECT_EQ(shownBy(animators).otherWeight, 0);
    }
}

TEST(Animator, AVisibleLoopContinuesAtItsTime) {
    Animators animators = one(busy());
    animators.parametersOf(0)[0] = 1;
    advance(animators, 5);
    const float seconds = animators.instance(0).seconds;
    animators.parametersOf(0)[0] = 0;
    advance(animators, .1f);  // a fade to idle starts
    EXPECT_EQ(animators.instance(0).state, 0u);
    animators.parametersOf(0)[0] = 1;
    advance(animators, .05f);
    EXPECT_EQ(animators.instance(0).state, 1u);
    EXPECT_NEAR(animators.instance(0).seconds, std::fmod(seconds + .15f, 1.0667f), 1e-4f);
}

// The looping clip has the smaller weight of two visible clips. The clip of the current state is
// not visible yet.
TEST(Animator, ALoopThatFadesOutBehindAnotherClipContinuesAtItsTime) {
    AnimatorSpec spec = busy();
    spec.triggers.emplace_back("idle");
    spec.transitions.push_back(byTrigger(kAnyState, 0, 2));
    Animators animators = one(spec);
    const float seconds = animators.instance(0).seconds;
    animators.fire(0, 0);
    advance(animators, .15f);
    animators.fire(0, 1);
    advance(animators, .01f);
    ASSERT_EQ(otherOf(shownBy(animators)).clip, 0u);
    const float weight = shownBy(animators).otherWeight;
    animators.fire(0, 2);
    advance(animators, 0);
    EXPECT_EQ(animators.instance(0).state, 0u);
    EXPECT_NEAR(animators.instance(0).seconds, std::fmod(seconds + .16f, 6.0f), 1e-5f);
    EXPECT_NEAR(shownBy(animators).otherWeight, 1 - weight, 1e-6f) << "of the other one";
}

/// Returns the seconds until the fading pose has weight 0; infinite without a fade.
float untilGone(const AnimatorInstance& instance) {
    if (instance.fade == 0) return INFINITY;
    return (instance.fade > 1 ? instance.fade - 1 : instance.fade) / instance.fadeRate;
}

/// Returns the states of busy(), each with a trigger that starts it from every other state.
AnimatorSpec tangled(const Model& model) {
    AnimatorSpec spec = busy();
    spec.parameters.clear();
    spec.triggers.clear();
    spec.transitions.clear();
    for (uint32_t s = 0; s < spec.states.size(); ++s) {
        AnimatorState& state = spec.states[s];
        state.durationSeconds = model.clips[state.clip].durationSeconds;
        state.events.clear();
        spec.triggers.push_back(state.name);
        spec.transitions.push_back(byTrigger(kAnyState, s, s, .15f + .05f * static_cast<float>(s)));
    }
    return spec;
}

// The compared steps of 1e-7 s are too short for a visible movement, but may interrupt a
// transition. Before the next compared step, a random time passes.
TEST(Animator, NoVertexJumpsHoweverOftenTransitionsAreInterrupted) {
    const Model model = test::shipped("mannequin_low.glb");
    const AnimatorSpec spec = tangled(model);
    Animators animators = one(spec);
    Poser poser(model);
    const float extent = extentOf(poser.posed(shownBy(animators)));
    std::mt19937 random(3);
    std::uniform_real_distribution<float> pause(0, .08f);
    constexpr float kShortlyBefore = 3e-7f;
    int interrupted = 0, hidden = 0, wentBack = 0, gone = 0;
    float furthestOfAll = 0;
    const auto first = poser.posed(shownBy(animators));
    for (int i = 0; i < 3000; ++i) {
        const auto before = poser.posed(shownBy(animators));
        const AnimatorInstance was = animators.instance(0);
        // If a fade is about to end, the step takes twice the remaining time, so it passes the end
        // of the fade. No transition is fired in this step.
        const bool goes = untilGone(was) < 2 * kShortlyBefore;
        const auto next = static_cast<uint32_t>(random() % spec.states.size());
        if (!goes && next != was.state && random() % 2 == 0) animators.fire(0, next);
        advance(animators, goes ? 2 * untilGone(was) + kShortlyBefore : 1e-7f);
        const AnimatorInstance& is = animators.instance(0);
        const auto after = poser.posed(shownBy(animators));
        ASSERT_LT(furthest(before, after), 1e-5f * extent)
            << "from state " << was.state << " with fade " << was.fade << " to " << is.state
            << " with " << is.fade;
        if (is.state != was.state && was.fade > 0) {
            ++interrupted;
            if (was.fade > 1) ++hidden;
            if (is.seconds > 1e-6f && spec.states[is.state].loops) ++wentBack;
        } else if ((was.fade > 1 && is.fade <= 1) || (was.fade > 0 && is.fade == 0)) {
            ++gone;
        }
        const bool waits = random() % 3 == 0 && is.fade > 0;
        advance(animators, waits ? std::max(untilGone(is) - kShortlyBefore, 0.0f) : pause(random));
        furthestOfAll = std::max(furthestOfAll, furthest(first, after));
    }
    EXPECT_GT(interrupted, 200);
    EXPECT_GT(hidden, 50);
    EXPECT_GT(wentBack, 30);
    EXPECT_GT(gone, 50);
    EXPECT_GT(furthestOfAll, .2f * extent);
}

// ---- Crowds.

TEST(Animator, TheSameSeedGivesTheSameCrowd) {
    const auto spec = std::make_shared<const AnimatorSpec>(busy());
    const auto crowdOf = [&](uint32_t seed, uint32_t count) {
        const Animators animators =
            animatorsAt(spec, {.seed = seed, .randomInputSeconds = 2}, count, 12.345);
        std::vector<PoseRequest> requests(count);
        animators.writeRequests(requests);
        return requests;
    };
    const auto bytes = [](const std::vector<PoseRequest>& requests) {
        const auto all = std::as_bytes(std::span(requests).first(100));
        return std::vector(all.begin(), all.end());
    };
    EXPECT_EQ(bytes(crowdOf(1, 100)), bytes(crowdOf(1, 100)));
    EXPECT_EQ(bytes(crowdOf(1, 100)), bytes(crowdOf(1, 300))) << "others change nothing";
    EXPECT_NE(bytes(crowdOf(1, 100)), bytes(crowdOf(2, 100)));
}

TEST(Animator, RandomInputsFillEveryStateWithinTheirRanges) {
    const auto spec = std::make_shared<const AnimatorSpec>(busy());
    Animators animators(spec, {.randomInputSeconds = 2, .ranges = {{.1f, 3.8f}}}, 500);
    for (int i = 0; i < 100; ++i) advance(animators, .1f);
    std::vector<uint32_t> counts(spec->states.size());
    animators.countStates(counts);
    for (size_t s = 0; s < counts.size(); ++s) EXPECT_GT(counts[s], 5u) << spec->states[s].name;
    for (uint32_t i = 0; i < animators.count(); ++i) {
        EXPECT_GE(animators.parametersOf(i)[0], .1f);
        EXPECT_LE(animators.parametersOf(i)[0], 3.8f);
    }
}

TEST(Animator, AGrowingCrowdLeavesTheOthersAlone) {
    const auto spec = std::make_shared<const AnimatorSpec>(busy());
    Animators grown(spec, {}, 3), uncut(spec, {}, 3);
    advance(grown, 1.5f);
    advance(uncut, 1.5f);
    grown.resize(10);
    EXPECT_EQ(grown.count(), 10u);
    advance(grown, .25f);
    advance(uncut, .25f);
    for (uint32_t i = 0; i < 3; ++i) {
        EXPECT_EQ(grown.instance(i).seconds, uncut.instance(i).seconds);
    }
}

TEST(Animator, SpeedsAreSpread) {
    const auto spec = std::make_shared<const AnimatorSpec>(busy());
    Animators animators(spec, {.speedSpread = .5f}, 1000);
    float least = 9, most = 0, sum = 0;
    for (uint32_t i = 0; i < 1000; ++i) {
        const float speed = animators.instance(i).speed;
        least = std::min(least, speed);
        most = std::max(most, speed);
        sum += speed;
    }
    EXPECT_NEAR(least, .5f, .01f);
    EXPECT_NEAR(most, 1.5f, .01f);
    EXPECT_NEAR(sum / 1000, 1, .03f);
    advance(animators, .1f);
    animators.setSettings({.speedSpread = 0});
    EXPECT_EQ(animators.instance(7).speed, 1);
    const float seconds = animators.instance(7).seconds;
    advance(animators, .1f);
    EXPECT_NEAR(animators.instance(7).seconds, std::fmod(seconds + .1f, 6.0f), 1e-6f);
}

// ---- The default animator of a model without a description.

TEST(Animator, WithoutADescriptionEveryClipHasATrigger) {
    Model model;
    model.clips = {{.name = "idle", .durationSeconds = 2}, {.name = "walk", .durationSeconds = 1}};
    const AnimatorSpec spec = defaultAnimator(model);
    Animators animators = one(spec);
    EXPECT_EQ(baseOf(shownBy(animators)).clip, 0u);
    ASSERT_THAT(spec.triggers, ElementsAre("idle", "walk"));
    animators.fire(0, 1);
    advance(animators, 1);
    EXPECT_EQ(baseOf(shownBy(animators)).clip, 1u);
    model.clips.resize(1000);
    EXPECT_EQ(defaultAnimator(model).states.size(), kMostTriggers);
    Animators resting = one(defaultAnimator(Model{}));
    advance(resting, 1);
    EXPECT_EQ(baseOf(shownBy(resting)).clip, kRestPose);
}

}  // namespace
}  // namespace sinew
