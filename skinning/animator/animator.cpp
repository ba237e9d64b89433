// Advances the state machines of animators, and computes their pose requests.
#include "skinning/animator/animator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "skinning/animator/animator_time.h"
#include "skinning/random.h"

namespace sinew {
namespace {

static_assert(sizeof(AnimatorInstance) == 56);

/// Maximum number of transitions of an instance in one step.
constexpr uint32_t kMostTaken = 1000;
/// Lower bound of the period of random inputs, seconds.
constexpr float kShortestRandomInput = 0.01f;

/// Purposes of random numbers. Smaller values are indices of parameters.
enum RandomPurpose : uint32_t {
    kStartPhase = 1u << 16,
    kSpeed,
    kFires,
    kTrigger,
    kNextRandomInput,
    kAdditivePhase
};

/// Returns the clip seconds played by a move from `from` to `to`. A clip that does not loop stops
/// at its end.
float played(const AnimatorState& state, float from, float by, float to) {
    return loopsOver(state) ? by : to - from;
}

/// Returns how often the clip restarts during a move by `by`; negative if it runs backwards.
float seamsPassed(const AnimatorState& state, float from, float by, float to) {
    if (!loopsOver(state) || to == from + by) return 0;
    return std::round((from + by - to) / state.durationSeconds);
}

/// Returns the seconds until the rest of the clip is at most transition.secondsLeft; 0: the
/// transition can start now.
float waitFor(const AnimatorTransition& transition, const AnimatorState& state,
              const AnimatorInstance& instance) {
    if (transition.secondsLeft == kAtAnyMoment) return 0;
    const float left =
        runsBackwards(state) ? instance.seconds : state.durationSeconds - instance.seconds;
    const float wait = left - transition.secondsLeft;
    if (wait <= 0) return 0;
    const float speed = std::abs(state.speed * instance.speed);
    return speed > 0 ? wait / speed : std::numeric_limits<float>::infinity();
}

/// Returns the clip time at which waitFor() becomes exactly 0.
float leavingTime(const AnimatorTransition& transition, const AnimatorState& state) {
    const float end = state.durationSeconds;
    if (runsBackwards(state)) return std::min(transition.secondsLeft, end);
    // Rounding may make this time slightly too early; the loop corrects that.
    float time = std::max(end - transition.secondsLeft, 0.0f);
    while (end - time > transition.secondsLeft) time = std::nextafter(time, end);
    return time;
}

struct VisibleClip {
    uint16_t state = 0;
    float seconds = 0;
    float weight = 0;  // 0: hidden
};

std::array<VisibleClip, 3> visibleClips(const AnimatorInstance& i) {
    float state = 0, base = 0, other = 0;
    if (i.fade > 1) {
        other = eased(i.fade - 1);
        base = 1 - other;
    } else {
        base = eased(std::max(i.fade, 0.0f));
        state = 1 - base;
    }
    return {{{i.state, i.seconds, state},
             {i.base, i.baseSeconds, base},
             {i.other, i.otherSeconds, other}}};
}

}  // namespace

/// Advances one instance by one step. Inputs, transitions and events are processed in order of
/// time.
class Animators::Step {
public:
    Step(Animators& all, AnimatorInstance& instance, float deltaSeconds,
         std::vector<AnimatorEvent>& events)
        : all_(all),
          spec_(*all.spec_),
          instance_(instance),
          parameters_(all.parametersOf(instance.index)),
          delta_(deltaSeconds),
          left_(deltaSeconds),
          events_(events) {}

    /// Advances from one random input or transition to the next, until the end of the step.
    void run() {
        uint32_t atOnce = 0, taken = 0;
        for (;;) {
            const bool mayTake = atOnce < spec_.states.size() && taken < kMostTaken;
            Next next = mayTake ? nextTransition() : Next{};
            if (next.transition && next.wait <= 0) {
                enter(*next.transition);
                ++atOnce, ++taken;
                continue;
            }
            if (layersTakeTriggers() && mayTake) next = nextTransition();
            const bool randomizes = all_.settings_.randomInputSeconds > 0 &&
                                    instance_.untilRandomInput <= std::min(next.wait, left_);
            const float wait = randomizes ? std::max(instance_.untilRandomInput, 0.0f)
                                          : std::min(next.wait, left_);
            const bool leaves = !randomizes && next.transition && next.wait <= left_;
            move(wait, leaves
                           ? std::optional(leavingTime(transitionOf(*next.transition), stateNow()))
                           : std::nullopt);
            if (!all_.layers_.empty()) moveLayers(all_.layered(instance_), wait);
            if (randomizes) all_.randomizeInputs(instance_);
            if (wait > 0) atOnce = 0;
            if (!randomizes && !leaves) break;
        }
        findQuiet();
    }

private:
    struct Next {
        const CompiledTransition* transition = nullptr;
        float wait = std::numeric_limits<float>::infinity();
    };

    const AnimatorTransition& transitionOf(const CompiledTransition& compiled) const {
        return spec_.transitions[compiled.transition];
    }

    const AnimatorState& stateNow() const { return spec_.states[instance_.state]; }

    /// Lets layers consume the triggers that no transition consumed. Returns true if a layer
    /// consumed any.
    bool layersTakeTriggers() {
        if (all_.layers_.empty()) return false;
        const uint32_t before = instance_.triggers;
        decideLayers(all_.layered(instance_), instance_.triggers);
        return instance_.triggers != before;
    }

    /// Returns the first transition that can start now. If there is none, returns the one with the
    /// shortest wait.
    Next nextTransition() const {
        Next next;
        const uint32_t end = all_.firstTransition_[instance_.state + 1u];
        for (uint32_t w = all_.firstTransition_[instance_.state]; w < end; ++w) {
            const CompiledTransition& compiled = all_.transitions_[w];
            if ((instance_.triggers & compiled.triggers) != compiled.triggers) continue;
            const std::span conditions =
                std::span(all_.conditions_)
                    .subspan(compiled.firstCondition, compiled.conditionCount);
            const bool all =
                std::all_of(conditions.begin(), conditions.end(),
                            [&](const auto& condition) { return holds(condition, parameters_); });
            if (!all) continue;
            const float wait = waitFor(transitionOf(compiled), stateNow(), instance_);
            if (wait < next.wait) next = {&compiled, wait};
            if (wait <= 0) break;
        }
        return next;
    }

    /// Sets quietTo: before that clip time there is no event, loop restart or transition.
    /// Parameters and triggers change only through calls, and these reset quietTo.
    void findQuiet() {
        const AnimatorState& state = stateNow();
        AnimatorInstance& i = instance_;
        i.rate = state.speed * i.speed;
        i.pace = spec_.rootMotion ? state.groundSpeed * i.rate : 0;
        i.quietTo = NAN;
        if (i.fade > 0 || state.durationSeconds == 0) return;
        const Next next = nextTransition();
        if (next.transition && next.wait <= 0) return;
        const bool backwards = runsBackwards(state);
        float to = backwards ? 0 : state.durationSeconds;
        const auto until = [&](float time) {
            to = backwards ? std::max(to, time) : std::min(to, time);
        };
        if (next.transition) until(leavingTime(transitionOf(*next.transition), state));
        for (const ClipEvent& event : state.events) {
            const bool isAhead =
                backwards ? event.seconds <= i.seconds : event.seconds >= i.seconds;
            if (isAhead) until(event.seconds);
        }
        i.quietTo = to;
    }

    void enter(const CompiledTransition& compiled) {
        const AnimatorTransition& transition = transitionOf(compiled);
        instance_.triggers &= ~compiled.triggers;
        const auto to = static_cast<uint16_t>(transition.to);
        if (resumeFadingState(to, transition.seconds)) return;
        pushFade();
        instance_.fadeRate = instance_.fade / transition.seconds;
        instance_.state = to;
        instance_.seconds = startOf(stateNow());
    }

    /// Fades back to state `to` if it loops and is still visible. Returns false if not.
    bool resumeFadingState(uint16_t to, float seconds) {
        AnimatorInstance& i = instance_;
        if (!spec_.states[to].loops || to == i.state) return false;
        if (i.fade > 1 && i.other == to) {
            std::swap(i.base, i.other);
            std::swap(i.baseSeconds, i.otherSeconds);
            i.fade = 2 - (i.fade - 1);
        }
        if (i.fade > 1 && i.base == to) {
            i.state = i.base;
            i.seconds = i.baseSeconds;
            i.base = i.other;
            i.baseSeconds = i.otherSeconds;
            i.fade -= 1;
        } else if (i.fade > 0 && i.fade <= 1 && i.base == to) {
            std::swap(i.state, i.base);
            std::swap(i.seconds, i.baseSeconds);
            i.fade = 1 - i.fade;
        } else {
            return false;
        }
        i.fadeRate = 1 / seconds;
        return true;
    }

    /// Moves the visible poses into base and other, so that `state` can change without a jump. A
    /// third pose cannot be visible: of two poses, the one with less weight fades out before the
    /// new one fades in.
    void pushFade() {
        AnimatorInstance& i = instance_;
        if (i.fade > 1) return;
        if (i.fade > 0.5f) {
            i.other = i.state;
            i.otherSeconds = i.seconds;
            i.fade = 2 - i.fade;
            return;
        }
        i.other = i.base;
        i.otherSeconds = i.baseSeconds;
        i.base = i.state;
        i.baseSeconds = i.seconds;
        i.fade += 1;
    }

    /// Advances by `seconds`. `time` is the exact clip time at the end, if that time is known.
    void move(float seconds, std::optional<float> time) {
        // With root motion, a fade advances in short steps, because each step blends velocities
        // with constant weights.
        constexpr float kFadeSeconds = 1.0f / 120;
        while (spec_.rootMotion && instance_.fade > 0 && seconds > kFadeSeconds) {
            moveAtOnce(kFadeSeconds, std::nullopt);
            seconds -= kFadeSeconds;
        }
        moveAtOnce(seconds, time);
    }

    void moveAtOnce(float seconds, std::optional<float> time) {
        if (!(seconds > 0)) return;
        AnimatorInstance& i = instance_;
        const AnimatorInstance before = i;
        if (!stateNow().events.empty()) {
            i.seconds = movedPastEvents(seconds, time);
        } else {
            i.seconds = time ? *time : movedBy(i.state, i.seconds, seconds);
        }
        if (i.fade > 0) i.baseSeconds = movedBy(i.base, i.baseSeconds, seconds);
        if (i.fade > 1) i.otherSeconds = movedBy(i.other, i.otherSeconds, seconds);
        i.fade = std::max(i.fade - i.fadeRate * seconds, 0.0f);
        i.untilRandomInput -= seconds;
        left_ = std::max(left_ - seconds, 0.0f);
        if (spec_.rootMotion) moveAnchor(before, seconds);
    }

    /// Moves the anchor. The character is drawn at the anchor plus the weighted root offsets of its
    /// poses. The anchor moves with the ground speed of in-place clips, and compensates for loop
    /// restarts and weight changes.
    void moveAnchor(const AnimatorInstance& before, float seconds) {
        const AnimatorInstance& now = instance_;
        const std::array<VisibleClip, 3> was = visibleClips(before), is = visibleClips(now);
        glm::vec3 offset(0.0f);
        for (size_t clip = 0; clip < is.size(); ++clip) {
            const AnimatorState& state = spec_.states[is[clip].state];
            const float weight = 0.5f * (was[clip].weight + is[clip].weight);
            if (weight == 0) continue;
            const float from = was[clip].seconds, to = is[clip].seconds;
            const float by = state.speed * now.speed * seconds;
            if (state.groundSpeed != 0)
                offset.z += weight * state.groundSpeed * played(state, from, by, to);
            const RootPath* path = spec_.rootMotion->pathOf(state.clip);
            if (!path) continue;
            offset += weight * seamsPassed(state, from, by, to) * path->total;
            offset -= 0.5f * (is[clip].weight - was[clip].weight) * (path->at(from) + path->at(to));
        }
        all_.anchors_[now.index].at += offset;
    }

    float movedBy(uint16_t which, float at, float seconds) const {
        const AnimatorState& state = spec_.states[which];
        return moved(state, at, state.speed * instance_.speed * seconds);
    }

    /// Returns the new clip time, and adds the events between the old and the new time. Consecutive
    /// steps cover a clip without gaps or overlaps: forwards [from, to), backwards (to, from]. When
    /// a clip that does not loop arrives at its end, the events there are included.
    float movedPastEvents(float duration, std::optional<float> time) {
        const AnimatorState& state = stateNow();
        const bool backwards = runsBackwards(state);
        const float by = state.speed * instance_.speed * duration;
        const float end = state.durationSeconds;
        float from = instance_.seconds;
        const float to = time ? *time : moved(state, from, by);
        float passed = 0;
        const auto pass = [&](float until) {
            backwards ? passBackwards(from, until, passed) : passForwards(from, until, passed);
        };
        if (!loopsOver(state)) {
            const bool arrives = to != from && to == (backwards ? 0 : end);
            pass(arrives ? (backwards ? -1.0f : end + 1.0f) : to);
            return to;
        }
        // Each restart of the loop adds the events from `from` to the clip's end. Then the rest of
        // the move follows.
        float seams = std::abs(seamsPassed(state, from, by, to));
        for (; seams >= 1; --seams) {
            pass(backwards ? -1.0f : end);
            passed += backwards ? from : end - from;
            from = backwards ? end : 0;
        }
        pass(to);
        return to;
    }

    /// Adds the events in [from, until).
    void passForwards(float from, float until, float passed) {
        const std::vector<ClipEvent>& events = stateNow().events;
        for (size_t e = 0; e < events.size(); ++e) {
            const float at = events[e].seconds;
            if (at >= from && at < until) add(e, passed + (at - from));
        }
    }

    /// Adds the events in (until, from], the last one first.
    void passBackwards(float from, float until, float passed) {
        const std::vector<ClipEvent>& events = stateNow().events;
        for (size_t e = events.size(); e-- > 0;) {
            const float at = events[e].seconds;
            if (at <= from && at > until) add(e, passed + (from - at));
        }
    }

    /// Adds an event. Its time is clamped, because rounding must not change the order of events.
    void add(size_t event, float passed) {
        const float speed = std::abs(stateNow().speed * instance_.speed);
        after_ = std::clamp(delta_ - left_ + passed / speed, after_, delta_);
        events_.push_back({instance_.index, instance_.state, static_cast<uint16_t>(event), after_});
    }

    Animators& all_;
    const AnimatorSpec& spec_;
    AnimatorInstance& instance_;
    std::span<const float> parameters_;
    float delta_;
    float left_;
    float after_ = 0;
    std::vector<AnimatorEvent>& events_;
};

Animators::Animators(std::shared_ptr<const AnimatorSpec> spec, AnimatorSettings settings,
                     uint32_t count)
    : spec_(std::move(spec)), settings_(std::move(settings)) {
    std::vector<CompiledTransition> compiledTransitions;
    for (uint32_t t = 0; t < spec_->transitions.size(); ++t)
        compiledTransitions.push_back(compile(t));
    for (uint32_t state = 0; state < spec_->states.size(); ++state) {
        firstTransition_.push_back(static_cast<uint32_t>(transitions_.size()));
        for (uint32_t t = 0; t < spec_->transitions.size(); ++t) {
            const AnimatorTransition& transition = spec_->transitions[t];
            const bool waits = transition.secondsLeft != kAtAnyMoment;
            const bool leaves = transition.from == state ||
                                (transition.from == kAnyState && transition.to != state &&
                                 !(waits && spec_->states[state].loops));
            if (leaves) transitions_.push_back(compiledTransitions[t]);
        }
    }
    firstTransition_.push_back(static_cast<uint32_t>(transitions_.size()));
    resize(count);
}

Animators::CompiledTransition Animators::compile(uint32_t transition) {
    CompiledTransition compiled{.transition = transition,
                                .firstCondition = static_cast<uint32_t>(conditions_.size())};
    for (const AnimatorCondition& condition : spec_->transitions[transition].when) {
        if (condition.kind == AnimatorCondition::Kind::trigger) {
            compiled.triggers |= 1u << condition.index;
        } else {
            conditions_.push_back(condition);
            ++compiled.conditionCount;
        }
    }
    return compiled;
}

float Animators::random(const AnimatorInstance& instance, uint32_t what) const {
    const uint64_t hash = mixed(uint64_t{settings_.seed} << 32 | instance.index);
    return shareOf(mixed(hash ^ mixed(uint64_t{instance.randomInputs} << 32 | what)));
}

void Animators::makeInstance(uint32_t index) {
    AnimatorInstance& instance = instances_[index];
    instance = {.state = static_cast<uint16_t>(spec_->start), .index = index};
    instance.speed = 1 + settings_.speedSpread * (2 * random(instance, kSpeed) - 1);
    const AnimatorState& state = spec_->states[spec_->start];
    instance.seconds =
        loopsOver(state)
            ? wrapped(random(instance, kStartPhase) * state.durationSeconds, state.durationSeconds)
            : startOf(state);
    // The anchor cancels the root offset of the clip at this time, so an instance starts at its
    // placement.
    if (spec_->rootMotion) {
        const RootPath* path = spec_->rootMotion->pathOf(state.clip);
        anchors_[index] = {path ? -path->at(instance.seconds) : glm::vec3(0.0f)};
    }
    instance.untilRandomInput = settings_.randomInputSeconds * random(instance, kNextRandomInput);
    const std::span<float> parameters = parametersOf(index);
    for (size_t p = 0; p < parameters.size(); ++p) {
        parameters[p] = spec_->parameters[p].initial;
    }
    if (!layers_.empty()) makeLayers(index);
}

/// Starts the layers of an instance. The additive clip starts at full weight, and at a random time
/// if it loops.
void Animators::makeLayers(uint32_t index) {
    AnimatorInstance& instance = instances_[index];
    AnimatorLayers& layers = layers_[index];
    layers = {};
    decideLayers(layered(instance), instance.triggers);
    layers.additiveWeight = layers.additiveTarget;
    if (!spec_->additive || !loopsOver(spec_->additive->layer.plays)) return;
    const float duration = spec_->additive->layer.plays.durationSeconds;
    layers.additiveSeconds = wrapped(random(instance, kAdditivePhase) * duration, duration);
}

LayeredInstance Animators::layered(const AnimatorInstance& instance) {
    const size_t count = spec_->parameters.size();
    return {.spec = *spec_,
            .parameters = std::span(parameters_).subspan(instance.index * count, count),
            .state = instance.state,
            .speed = instance.speed,
            .layers = layers_[instance.index]};
}

void Animators::resize(uint32_t count) {
    const uint32_t before = this->count();
    instances_.resize(count);
    if (spec_->hasLayers()) layers_.resize(count);
    parameters_.resize(count * spec_->parameters.size());
    if (spec_->rootMotion) anchors_.resize(count);
    for (uint32_t i = before; i < count; ++i) makeInstance(i);
}

void Animators::bringHome() {
    if (!spec_->rootMotion) return;
    for (const AnimatorInstance& instance : instances_) bringHome(instance);
}

void Animators::bringHome(const AnimatorInstance& i) {
    glm::vec3& anchor = (anchors_[i.index] = {}).at;
    for (const VisibleClip& visible : visibleClips(i)) {
        const RootPath* path = spec_->rootMotion->pathOf(spec_->states[visible.state].clip);
        if (path && visible.weight > 0) anchor -= visible.weight * path->at(visible.seconds);
    }
}

void Animators::setSettings(const AnimatorSettings& settings) {
    const bool startsRandomInput =
        settings_.randomInputSeconds <= 0 && settings.randomInputSeconds > 0;
    const uint32_t seed = settings_.seed;
    settings_ = settings;
    settings_.seed = seed;
    for (AnimatorInstance& instance : instances_) {
        AnimatorInstance first{.index = instance.index};
        instance.speed = 1 + settings_.speedSpread * (2 * random(first, kSpeed) - 1);
        instance.quietTo = NAN;
        if (startsRandomInput) {
            instance.untilRandomInput =
                settings_.randomInputSeconds * random(instance, kNextRandomInput);
        }
    }
}

std::span<float> Animators::parametersOf(uint32_t instance) {
    instances_[instance].quietTo = NAN;
    const size_t count = spec_->parameters.size();
    return std::span(parameters_).subspan(instance * count, count);
}

void Animators::fire(uint32_t instance, uint32_t trigger) {
    instances_[instance].triggers |= 1u << trigger;
    instances_[instance].quietTo = NAN;
}

void Animators::fireAll(uint32_t trigger) {
    for (uint32_t i = 0; i < instances_.size(); ++i) fire(i, trigger);
}

void Animators::randomizeInputs(AnimatorInstance& instance) {
    ++instance.randomInputs;
    const std::span<float> parameters = parametersOf(instance.index);
    for (uint32_t p = 0; p < parameters.size(); ++p) {
        const AnimatorParameter& parameter = spec_->parameters[p];
        const ParameterRange range = p < settings_.ranges.size()
                                         ? settings_.ranges[p]
                                         : ParameterRange{parameter.least, parameter.most};
        parameters[p] = range.low + (range.high - range.low) * random(instance, p);
    }
    const size_t triggers = spec_->triggers.size();
    if (triggers > 0 && random(instance, kFires) < settings_.triggerShare) {
        const float which = random(instance, kTrigger) * static_cast<float>(triggers);
        fire(instance.index, static_cast<uint32_t>(which));
    }
    instance.untilRandomInput = std::max(settings_.randomInputSeconds, kShortestRandomInput) *
                                (0.5f + random(instance, kNextRandomInput));
}

void Animators::advance(float deltaSeconds, std::vector<AnimatorEvent>& events) {
    for (AnimatorInstance& instance : instances_) {
        if (!passesQuietly(instance, deltaSeconds)) {
            Step(*this, instance, deltaSeconds, events).run();
        } else if (!layers_.empty()) {
            moveLayers(layered(instance), deltaSeconds);
        }
        if (!spec_->rootMotion) continue;
        const glm::vec3 gone = glm::abs(anchors_[instance.index].at);
        if (!(std::max(gone.x, gone.z) <= spec_->rootMotion->farthest())) bringHome(instance);
    }
}

/// Fast path with the result of Step, for a step without event, transition and random input. If the
/// step has one of these, returns false and changes nothing.
bool Animators::passesQuietly(AnimatorInstance& instance, float deltaSeconds) {
    const float to = instance.seconds + instance.rate * deltaSeconds;
    const bool quiet = instance.rate < 0 ? to > instance.quietTo : to < instance.quietTo;
    if (!quiet) return false;
    if (settings_.randomInputSeconds > 0 && instance.untilRandomInput <= deltaSeconds) return false;
    instance.seconds = to;
    instance.untilRandomInput -= deltaSeconds;
    if (instance.pace != 0) anchors_[instance.index].at.z += instance.pace * deltaSeconds;
    return true;
}

void Animators::writeRequests(std::span<PoseRequest> requests) const {
    const auto momentOf = [&](uint16_t state, float seconds) {
        return ClipMoment{spec_->states[state].clip, seconds};
    };
    for (size_t r = 0; r < requests.size(); ++r) {
        const AnimatorInstance& i = instances_[r];
        const ClipMoment now = momentOf(i.state, i.seconds);
        const ClipMoment base = momentOf(i.base, i.baseSeconds);
        if (i.fade > 1) {
            requests[r] = requestOf(base, momentOf(i.other, i.otherSeconds), eased(i.fade - 1));
        } else if (i.fade > 0) {
            requests[r] = requestOf(now, base, eased(i.fade));
        } else {
            requests[r] = requestOf(now);
        }
        if (!layers_.empty()) requests[r] = withLayers(requests[r], *spec_, layers_[r]);
    }
}

void Animators::countStates(std::span<uint32_t> counts) const {
    std::fill(counts.begin(), counts.end(), 0u);
    for (const AnimatorInstance& instance : instances_) ++counts[instance.state];
}

Animators animatorsAt(std::shared_ptr<const AnimatorSpec> spec, const AnimatorSettings& settings,
                      uint32_t count, double seconds) {
    constexpr double kStepSeconds = 1.0 / 60;
    Animators animators(std::move(spec), settings, count);
    std::vector<AnimatorEvent> events;
    const double steps = std::floor(std::max(seconds, 0.0) / kStepSeconds);
    for (double step = 0; step < steps; ++step) {
        animators.advance(static_cast<float>(kStepSeconds), events);
        events.clear();
    }
    animators.advance(static_cast<float>(std::max(seconds - steps * kStepSeconds, 0.0)), events);
    return animators;
}

}  // namespace sinew
