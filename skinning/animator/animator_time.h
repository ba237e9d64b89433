// Clip times of states and layers, and the evaluation of conditions on parameters.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "skinning/animator/animator_spec.h"

namespace sinew {

/// Smoothstep of [0, 1]: zero slope at both ends.
inline float eased(float share) {
    return share * share * (3 - 2 * share);
}

/// The speed of an instance is not negative, so the state's sign decides.
inline bool runsBackwards(const AnimatorState& state) {
    return state.speed < 0;
}

inline float startOf(const AnimatorState& state) {
    return runsBackwards(state) && !state.loops ? state.durationSeconds : 0.0f;
}

inline bool loopsOver(const AnimatorState& state) {
    return state.loops && state.durationSeconds > 0;
}

/// Wraps a time into [0, duration).
inline float wrapped(float seconds, float duration) {
    float inside = std::fmod(seconds, duration);
    if (inside < 0) inside += duration;
    return inside < duration ? inside : 0.0f;  // rounding may give the duration itself
}

inline float moved(const AnimatorState& state, float seconds, float by) {
    const float to = seconds + by;
    if (!loopsOver(state)) return std::clamp(to, 0.0f, state.durationSeconds);
    if (to >= 0 && to < state.durationSeconds) return to;
    return wrapped(to, state.durationSeconds);
}

/// Requires a condition on a parameter.
inline bool holds(const AnimatorCondition& condition, std::span<const float> parameters) {
    const float value = parameters[condition.index];
    return condition.kind == AnimatorCondition::Kind::above ? value > condition.value
                                                            : value < condition.value;
}

}  // namespace sinew
