// Computes clip times of states and layers, and evaluates conditions on parameters.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "skinning/animator/animator_spec.h"

namespace sinew {

/// Returns smoothstep of `share` in [0, 1]; the slope is zero at both ends.
inline float eased(float share) {
    return share * share * (3 - 2 * share);
}

/// True if the clip runs backwards. An instance's speed is not negative, so the sign of the state's
/// speed decides.
inline bool runsBackwards(const AnimatorState& state) {
    return state.speed < 0;
}

inline float startOf(const AnimatorState& state) {
    return runsBackwards(state) && !state.loops ? state.durationSeconds : 0.0f;
}

inline bool loopsOver(const AnimatorState& state) {
    return state.loops && state.durationSeconds > 0;
}

/// Returns a time wrapped into [0, duration).
inline float wrapped(float seconds, float duration) {
    float inside = std::fmod(seconds, duration);
    if (inside < 0) inside += duration;
    return inside < duration ? inside : 0.0f;  // rounding may give `duration`
}

inline float moved(const AnimatorState& state, float seconds, float by) {
    const float to = seconds + by;
    if (!loopsOver(state)) return std::clamp(to, 0.0f, state.durationSeconds);
    if (to >= 0 && to < state.durationSeconds) return to;
    return wrapped(to, state.durationSeconds);
}

/// True if the condition holds. It must be a condition on a parameter, not on a trigger.
inline bool holds(const AnimatorCondition& condition, std::span<const float> parameters) {
    const float value = parameters[condition.index];
    return condition.kind == AnimatorCondition::Kind::above ? value > condition.value
                                                            : value < condition.value;
}

}  // namespace sinew
