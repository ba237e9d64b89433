// Searches keys and interpolates them (appendix C of the glTF 2.0 specification).
#include "skinning/animation/sample.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <type_traits>

namespace sinew {

namespace {

glm::vec3 vec3At(const float* v) {
    return {v[0], v[1], v[2]};
}

// Weights of a cubic spline's value, its out-tangent, the next value and the next in-tangent.
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

// Interpolates a component linearly. The component of the next key is `width` floats later.
float between(const float* component, size_t width, const KeyPosition& at) {
    return component[0] * (1 - at.fraction) + component[width] * at.fraction;
}

template <size_t width>
constexpr std::integral_constant<size_t, width> kWidth;

// Interpolates a value that is not a linear rotation. `Width` is a constant, so that compilers
// unroll the loops.
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

// Normalizes a spline's quaternion in double, because squares of floats may overflow. If the spline
// passes near zero, the rotation of the preceding key (`key`) is used.
glm::quat splineRotation(const float* value, const float* key) {
    const auto length = [](const float* q) {
        double sum = 0;
        for (int c = 0; c < 4; ++c) sum += double{q[c]} * q[c];
        return std::sqrt(sum);
    };
    const double keyLength = length(key), left = length(value);
    const bool hasDirection = !(left <= kShortestRotation * keyLength);
    const float* from = hasDirection ? value : key;
    const double scale = 1 / (hasDirection ? left : keyLength);
    const auto scaled = [&](int c) { return static_cast<float>(from[c] * scale); };
    return {scaled(3), scaled(0), scaled(1), scaled(2)};
}

glm::quat quatAt(const float* v) {
    return {v[3], v[0], v[1], v[2]};
}

// Returns the rotation of a STEP or CUBICSPLINE channel, or of a LINEAR channel exactly at a key.
glm::quat rotationAt(Channel::Interpolation by, const float* values, const KeyPosition& at) {
    float value[4];
    interpolate(by, values, at, kWidth<4>, value);
    if (by != Channel::Interpolation::cubicSpline) return quatAt(value);
    return splineRotation(value, values + size_t{12} * at.key + 4);
}

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

float wrapTime(const Clip& clip, double timeSeconds) {
    const double duration = clip.durationSeconds;
    if (!(duration > 0)) return 0.0f;
    if (timeSeconds == kClipEnd) return clip.durationSeconds;
    if (!std::isfinite(timeSeconds)) return 0.0f;
    const double wrapped = std::fmod(timeSeconds, duration);
    return static_cast<float>(wrapped < 0 ? wrapped + duration : wrapped);
}

// A run of adjacent channels with the same keys, path and interpolation needs only one key search.
ClipSampler::ClipSampler(const Clip& clip) : clip_(&clip) {
    KeyTimes sets;
    std::vector<Channel> lone;
    for (std::span<const Channel> left(clip.channels); !left.empty();) {
        const std::span<const Channel> alike = runOf(left);
        left = left.subspan(alike.size());
        const Channel& channel = alike.front();
        const bool slerp = slerps(channel);
        if (slerp && alike.size() < LinearRotations::kFewest) {
            lone.insert(lone.end(), alike.begin(), alike.end());
            continue;
        }
        const auto times = std::span(clip.times).subspan(channel.firstKey, channel.keyCount);
        if (sets.empty() || sets.back().data() != times.data()) sets.push_back(times);
        Run& run = runs_.emplace_back();
        run.set = static_cast<uint32_t>(sets.size() - 1);
        run.channels = alike;
        if (slerp) run.rotations.emplace(alike, clip.values);
    }
    keys_ = KeyTable(sets);
    lone_ = LoneRotations(lone, clip);
}

void ClipSampler::sample(float timeSeconds, Pose& pose) const {
    const size_t step = keys_.stepOf(timeSeconds);
    uint32_t set = ~0u;
    KeyPosition at;
    for (const Run& run : runs_) {
        if (run.set != set) at = keys_.locate(set = run.set, step, timeSeconds);
        if (run.rotations && at.fraction > 0) {
            run.rotations->slerp(at.key, at.fraction, pose.joints);
        } else {
            sampleChannels(run.channels, clip_->values.data(), at, pose);
        }
    }
    lone_.slerp(timeSeconds, pose.joints);
}

}  // namespace sinew
