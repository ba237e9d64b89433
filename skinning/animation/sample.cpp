// Key search and interpolation, by appendix C of the glTF 2.0 specification.
#include "skinning/animation/sample.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "skinning/animation/slerp.h"

namespace sinew {

namespace {

// Where a time falls between keys: value = mix(key, key + 1, fraction) in the channel's own way.
struct KeyPosition {
    uint32_t key = 0;
    float fraction = 0.0f;  // [0, 1); 0 at the last key and outside the keys
    float seconds = 0.0f;   // from key to key + 1; 0 where fraction is
};

// Most clips have evenly spaced keys, so the guess is right or off by one. Otherwise a binary
// search follows.
uint32_t findKey(const float* times, uint32_t count, float t) {
    constexpr int kMaxSteps = 4;
    const float span = times[count - 1] - times[0];
    const float guess = (t - times[0]) / span * static_cast<float>(count - 1);
    uint32_t key = std::min(static_cast<uint32_t>(guess), count - 2);
    for (int step = 0; step < kMaxSteps; ++step) {
        if (t < times[key]) {
            --key;
        } else if (t >= times[key + 1]) {
            ++key;
        } else {
            return key;
        }
    }
    return static_cast<uint32_t>(std::upper_bound(times, times + count, t) - times) - 1;
}

KeyPosition locate(const float* times, uint32_t count, float t) {
    if (count == 1 || t <= times[0]) return {};
    if (t >= times[count - 1]) return {.key = count - 1};
    const uint32_t key = findKey(times, count, t);
    const float seconds = times[key + 1] - times[key];
    return {.key = key, .fraction = (t - times[key]) / seconds, .seconds = seconds};
}

glm::vec3 vec3At(const float* v) {
    return {v[0], v[1], v[2]};
}

// Factors of value, out-tangent, next value and its in-tangent.
struct Hermite {
    float value, outTangent, nextValue, nextInTangent;
};

Hermite hermite(const KeyPosition& at) {
    const float t = at.fraction, t2 = t * t, t3 = t2 * t;
    return {.value = 2 * t3 - 3 * t2 + 1,
            .outTangent = at.seconds * (t3 - 2 * t2 + t),
            .nextValue = 3 * t2 - 2 * t3,
            .nextInTangent = at.seconds * (t3 - t2)};
}

// One value of `width` floats, component by component; everything but linear rotations.
void interpolate(const Channel& channel, const float* values, const KeyPosition& at, float* out) {
    const size_t width = channel.width;
    if (channel.interpolation == Channel::Interpolation::cubicSpline) {
        const float* key = values + 3 * width * at.key;
        const float* next = at.fraction > 0 ? key + 3 * width : key;
        const Hermite h = hermite(at);
        for (size_t c = 0; c < width; ++c) {
            out[c] = h.value * key[width + c] + h.outTangent * key[2 * width + c] +
                     h.nextValue * next[width + c] + h.nextInTangent * next[c];
        }
        return;
    }
    const float* key = values + width * at.key;
    if (channel.interpolation == Channel::Interpolation::step || at.fraction == 0) {
        std::copy(key, key + width, out);
        return;
    }
    for (size_t c = 0; c < width; ++c) {
        out[c] = key[c] * (1 - at.fraction) + key[width + c] * at.fraction;
    }
}

// Makes a quaternion of a cubic spline unit length, in double, because squares of floats may
// overflow. Between very different keys the spline may pass through zero, which has no direction:
// there the rotation of the key before is held.
glm::quat splineRotation(const float* value, const float* key) {
    const auto length = [](const float* q) {
        double sum = 0;
        for (int c = 0; c < 4; ++c) sum += double{q[c]} * q[c];
        return std::sqrt(sum);
    };
    const double whole = length(key), left = length(value);
    const bool hasDirection = !(left <= kShortestRotation * whole);
    const float* from = hasDirection ? value : key;
    const double scale = 1 / (hasDirection ? left : whole);
    const auto scaled = [&](int c) { return static_cast<float>(from[c] * scale); };
    return {scaled(3), scaled(0), scaled(1), scaled(2)};
}

glm::quat quatAt(const float* v) {
    return {v[3], v[0], v[1], v[2]};
}

// STEP and CUBICSPLINE, and LINEAR at a key.
glm::quat rotationAt(const Channel& channel, const float* values, const KeyPosition& at) {
    float value[4];
    interpolate(channel, values, at, value);
    if (channel.interpolation != Channel::Interpolation::cubicSpline) return quatAt(value);
    return splineRotation(value, values + size_t{12} * at.key + 4);
}

bool isLinearRotation(const Channel& channel) {
    return channel.path == Channel::Path::rotation &&
           channel.interpolation == Channel::Interpolation::linear;
}

// Linear rotations of one set of keys, which lie between two of them.
void turn(std::span<const Channel> channels, const float* values, const KeyPosition& at, Pose& pose,
          Turns& turns) {
    static_assert(offsetof(glm::quat, x) == 0 && offsetof(glm::quat, w) == 12);
    while (!channels.empty()) {
        if (turns.count == Turns::kMost) {
            slerp(turns);
            turns.count = 0;
        }
        const auto some =
            channels.first(std::min<size_t>(channels.size(), Turns::kMost - turns.count));
        for (size_t i = 0; i < some.size(); ++i) {
            turns.keys[turns.count + i] = values + some[i].firstValue + size_t{4} * at.key;
            turns.results[turns.count + i] = &pose.joints[some[i].target].rotation.x;
            turns.fractions[turns.count + i] = at.fraction;
        }
        turns.count += static_cast<uint32_t>(some.size());
        channels = channels.subspan(some.size());
    }
}

void sampleChannel(const Channel& channel, const float* values, const KeyPosition& at, Pose& pose) {
    float value[3];
    switch (channel.path) {
        case Channel::Path::translation:
            interpolate(channel, values, at, value);
            pose.joints[channel.target].translation = vec3At(value);
            break;
        case Channel::Path::scale:
            interpolate(channel, values, at, value);
            pose.joints[channel.target].scale = vec3At(value);
            break;
        case Channel::Path::rotation:
            pose.joints[channel.target].rotation = rotationAt(channel, values, at);
            break;
        case Channel::Path::weights:
            interpolate(channel, values, at, pose.morphWeights.data() + channel.target);
            break;
    }
}

}  // namespace

Pose restPose(const Model& model) {
    return {.joints = model.skeleton.rest, .morphWeights = model.restMorphWeights};
}

float wrapTime(const Clip& clip, float timeSeconds) {
    if (!(clip.durationSeconds > 0) || !std::isfinite(timeSeconds)) return 0.0f;
    const float wrapped = std::fmod(timeSeconds, clip.durationSeconds);
    if (wrapped >= 0) return wrapped;
    const float positive = wrapped + clip.durationSeconds;
    return positive < clip.durationSeconds ? positive : 0.0f;  // -1e-9 rounds up to the duration
}

void sampleClip(const Clip& clip, float timeSeconds, Pose& pose) {
    const std::span<const Channel> channels(clip.channels);
    Turns turns;
    KeyPosition at;
    // Channels that share their key times are neighbours after import: one search for all of them.
    for (size_t first = 0, end = 0; first < channels.size(); first = end) {
        const Channel& channel = channels[first];
        if (first == 0 || channel.firstKey != channels[first - 1].firstKey) {
            at = locate(clip.times.data() + channel.firstKey, channel.keyCount, timeSeconds);
        }
        end = first + 1;
        if (at.fraction == 0 || !isLinearRotation(channel)) {
            sampleChannel(channel, clip.values.data() + channel.firstValue, at, pose);
            continue;
        }
        while (end < channels.size() && channels[end].firstKey == channel.firstKey &&
               isLinearRotation(channels[end])) {
            ++end;
        }
        turn(channels.subspan(first, end - first), clip.values.data(), at, pose, turns);
    }
    slerp(turns);
}

}  // namespace sinew
