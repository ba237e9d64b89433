// Test models: a chain of joints with a vertex at each joint, and clips with every kind of channel.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <random>

#include "skinning/model.h"
#include "tests/unit/vertices.h"

namespace sinew::test {

/// Adds channels to a clip. Their key times are unevenly spread over `seconds`.
class ChannelMaker {
public:
    ChannelMaker(Clip& clip, std::mt19937& random) : clip_(clip), random_(random) {}

    /// `value(turn)` returns the value of a key, for `turn` in [-1, 1].
    template <typename Value>
    void add(Channel channel, uint32_t keys, float seconds, const Value& value) {
        channel.firstKey = static_cast<uint32_t>(clip_.times.size());
        channel.firstValue = static_cast<uint32_t>(clip_.values.size());
        channel.keyCount = keys;
        const bool cubic = channel.cubic();
        for (uint32_t k = 0; k < keys; ++k) {
            const float jitter = k > 0 && k + 1 < keys ? 0.4f * unit() : 0.0f;
            const float share = (static_cast<float>(k) + jitter) / static_cast<float>(keys);
            clip_.times.push_back(0.1f + share * seconds);
            if (cubic) tangent(channel.width);
            const auto parts = value(unit());
            for (uint32_t c = 0; c < channel.width; ++c) {
                clip_.values.push_back(parts[static_cast<int>(c)]);
            }
            if (cubic) tangent(channel.width);
        }
        clip_.durationSeconds = std::max(clip_.durationSeconds, clip_.times.back());
        clip_.channels.push_back(channel);
    }

private:
    float unit() { return std::uniform_real_distribution<float>(-1.0f, 1.0f)(random_); }
    void tangent(uint32_t width) {
        for (uint32_t c = 0; c < width; ++c) clip_.values.push_back(0.02f * unit());
    }

    Clip& clip_;
    std::mt19937& random_;
};

/// Returns a clip in which each joint turns by at most `radians`, so that long chains stay long.
inline Clip chainClip(uint32_t joints, float seconds, float radians, uint32_t seed) {
    std::mt19937 random(seed);
    Clip clip{.name = fmt::format("clip{}", seed)};
    ChannelMaker channels(clip, random);
    constexpr Channel::Interpolation kInterpolations[] = {Channel::Interpolation::linear,
                                                          Channel::Interpolation::step,
                                                          Channel::Interpolation::cubicSpline};
    for (uint32_t j = 0; j < joints; ++j) {
        const Channel::Interpolation interpolation = kInterpolations[(j + seed) % 3];
        const float step = 1.0f / static_cast<float>(joints);
        if (j % 4 != 3) {
            channels.add({.path = Channel::Path::rotation,
                          .interpolation = interpolation,
                          .target = j,
                          .width = 4},
                         1 + (j * 7 + seed) % 19, seconds, [&](float turn) {
                             const float half = 0.5f * radians * turn;
                             const glm::vec3 axis = glm::normalize(glm::vec3(1, j % 3, turn));
                             // Some keys are negated quaternions (-q is the same rotation as q).
                             // Cubic splines have none, because a spline from q to -q passes
                             // through zero.
                             const bool cubic =
                                 interpolation == Channel::Interpolation::cubicSpline;
                             const float sign = turn > 0.5f && !cubic ? -1.0f : 1.0f;
                             return sign * glm::vec4(std::sin(half) * axis, std::cos(half));
                         });
        }
        if (j % 5 == 0) {
            channels.add(
                {.path = Channel::Path::translation, .interpolation = interpolation, .target = j},
                2 + j % 7, seconds,
                [&](float turn) { return glm::vec4(0.3f * step * turn, step, 0.1f * step, 0); });
        }
        if (j % 7 == 2) {
            channels.add(
                {.path = Channel::Path::scale, .interpolation = interpolation, .target = j},
                2 + j % 3, seconds,
                [](float turn) { return glm::vec4(1, 1 + 0.01f * turn, 1, 0); });
        }
    }
    channels.add({.path = Channel::Path::weights,
                  .interpolation = kInterpolations[seed % 3],
                  .target = 1,
                  .width = 2},
                 5, seconds, [](float turn) { return glm::vec4(turn, 0.5f * turn, 0, 0); });
    return clip;
}

/// Returns a chain with three clips and three morph weights. The first weight has no channel.
inline Model chainModel(uint32_t joints, float radians) {
    Model model;
    model.name = fmt::format("chain of {}", joints);
    const float step = 1.0f / static_cast<float>(joints);
    for (uint32_t j = 0; j < joints; ++j) {
        // Lengths differ, because equal lengths would let rounding errors add up.
        const float length = step * (0.6f + 0.1f * static_cast<float>(j * 5 % 9));
        model.skeleton.names.push_back(fmt::format("j{}", j));
        model.skeleton.parents.push_back(static_cast<int32_t>(j) - 1);
        model.skeleton.rest.push_back({.translation = {0, length, 0}});
        model.binds.push_back({.joint = j});
    }
    model.restMorphWeights = {0.5f, 0.25f, 0.0f};
    model.materials.push_back({.name = "plain"});
    Geometry& geometry = model.geometry;
    geometry.uvSets.resize(1);
    geometry.morphOffsets = {0};
    for (uint32_t v = 0; v < joints; ++v) {
        addVertex(geometry, {v % 2 == 0 ? step : -step, 0.0f, v % 3 == 0 ? step : 0.0f},
                  {{.bind = v, .weight = 1.0f}});
        geometry.uvSets[0].emplace_back(0, 0);
        geometry.morphDeltas.push_back({.weight = v % 3, .position = {0, 0, 2 * step}});
        geometry.morphOffsets.push_back(v + 1);
    }
    for (uint32_t v = 2; v < joints; ++v)
        geometry.indices.insert(geometry.indices.end(), {0, v - 1, v});
    model.primitives.push_back({.meshName = "chain",
                                .skinned = true,
                                .vertexCount = joints,
                                .indexCount = static_cast<uint32_t>(geometry.indices.size())});
    for (uint32_t seed = 0; seed < 3; ++seed) {
        model.clips.push_back(chainClip(joints, 1.0f + static_cast<float>(seed), radians, seed));
    }
    return model;
}

}  // namespace sinew::test
