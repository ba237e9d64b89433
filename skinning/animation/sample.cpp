// Key search and interpolation, by appendix C of the glTF 2.0 specification.
#include "skinning/animation/sample.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <type_traits>

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

// A component of a linear value of `width` floats; those of the next key lie behind it.
float between(const float* component, size_t width, const KeyPosition& at) {
    return component[0] * (1 - at.fraction) + component[width] * at.fraction;
}

template <size_t width>
constexpr std::integral_constant<size_t, width> kWidth;

// One value of `width` floats, component by component; everything but linear rotations. Where the
// width is a constant, compilers unroll and inline it.
template <class Width>
void interpolate(Channel::Interpolation by, const float* values, const KeyPosition& at, Width width,
                 float* out) {
    if (by == Channel::Interpolation::cubicSpline) {
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
    if (by == Channel::Interpolation::step || at.fraction == 0) {
        std::copy(key, key + width, out);
        return;
    }
    for (size_t c = 0; c < width; ++c) {
        out[c] = between(key + c, width, at);
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
glm::quat rotationAt(Channel::Interpolation by, const float* values, const KeyPosition& at) {
    float value[4];
    interpolate(by, values, at, kWidth<4>, value);
    if (by != Channel::Interpolation::cubicSpline) return quatAt(value);
    return splineRotation(value, values + size_t{12} * at.key + 4);
}

// The channels from the first one on that are sampled as it is.
std::span<const Channel> runOf(std::span<const Channel> channels) {
    const auto kind = [](const Channel& channel) {
        return std::tuple(channel.firstKey, channel.path, channel.interpolation);
    };
    const auto other = [&](const Channel& channel) {
        return kind(channel) != kind(channels.front());
    };
    const auto end = std::find_if(channels.begin(), channels.end(), other);
    return channels.first(static_cast<size_t>(end - channels.begin()));
}

bool slerps(const Channel& channel) {
    return channel.path == Channel::Path::rotation &&
           channel.interpolation == Channel::Interpolation::linear && channel.keyCount > 1;
}

// Channels of one run, channel by channel.
void sampleChannels(std::span<const Channel> run, const float* values, const KeyPosition& at,
                    Pose& pose) {
    const Channel::Interpolation by = run.front().interpolation;
    const auto vectors = [&](glm::vec3 Transform::*property) {
        if (by == Channel::Interpolation::linear && at.fraction > 0) {
            const float* keys = values + size_t{3} * at.key;
            for (const Channel& channel : run) {
                const float* key = keys + channel.firstValue;
                pose.joints[channel.target].*property = {
                    between(key, 3, at), between(key + 1, 3, at), between(key + 2, 3, at)};
            }
            return;
        }
        for (const Channel& channel : run) {
            float value[3];
            interpolate(by, values + channel.firstValue, at, kWidth<3>, value);
            pose.joints[channel.target].*property = vec3At(value);
        }
    };
    switch (run.front().path) {
        case Channel::Path::translation:
            return vectors(&Transform::translation);
        case Channel::Path::scale:
            return vectors(&Transform::scale);
        case Channel::Path::rotation:
            for (const Channel& channel : run) {
                pose.joints[channel.target].rotation =
                    rotationAt(by, values + channel.firstValue, at);
            }
            return;
        case Channel::Path::weights:
            for (const Channel& channel : run) {
                interpolate(by, values + channel.firstValue, at, size_t{channel.width},
                            pose.morphWeights.data() + channel.target);
            }
            return;
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

// Channels that share their key times, and of these such that are alike, are neighbours after
// import: one search and one loop for all of them.
ClipSampler::ClipSampler(const Clip& clip) : clip_(&clip) {
    for (std::span<const Channel> channels(clip.channels); !channels.empty();) {
        Run& run = runs_.emplace_back(Run{.channels = runOf(channels)});
        if (slerps(run.channels.front())) run.rotations.emplace(run.channels, clip.values);
        channels = channels.subspan(run.channels.size());
    }
}

void ClipSampler::sample(float timeSeconds, Pose& pose) const {
    KeyPosition at;
    const Channel* before = nullptr;
    for (const Run& run : runs_) {
        const Channel& channel = run.channels.front();
        if (!before || channel.firstKey != before->firstKey) {
            at = locate(clip_->times.data() + channel.firstKey, channel.keyCount, timeSeconds);
        }
        before = &channel;
        if (run.rotations && at.fraction > 0) {
            run.rotations->slerp(at.key, at.fraction, pose.joints);
        } else {
            sampleChannels(run.channels, clip_->values.data(), at, pose);
        }
    }
}

}  // namespace sinew
