// Random clip times and pose requests, of every kind that animators produce.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>

#include "skinning/animation/pose_request.h"

namespace sinew::test {

/// Returns a random time of the clip: often a key, the float just before a key, or the end.
inline float momentOf(const Clip& clip, std::mt19937& random) {
    std::uniform_real_distribution<float> share(0, 1);
    const float kind = share(random);
    if (kind < 0.3f && !clip.times.empty()) {
        const size_t key = random() % clip.times.size();
        const float time = kind < 0.15f ? clip.times[key] : std::nextafter(clip.times[key], 0.0f);
        return std::clamp(time, 0.0f, clip.durationSeconds);
    }
    return kind < 0.35f ? clip.durationSeconds : share(random) * clip.durationSeconds;
}

/// Returns a random combination of base clip, fade, layer and additive clip.
inline PoseRequest anyRequest(const Model& model, std::mt19937& random) {
    std::uniform_real_distribution<float> share(0, 1);
    const auto clips = static_cast<uint32_t>(model.clips.size());
    const auto moment = [&]() -> ClipMoment {
        const auto clip = static_cast<uint32_t>(random() % (clips + 1));
        if (clip == clips) return {};
        return {clip, momentOf(model.clips[clip], random)};
    };
    const auto layer = [&] {
        return LayerMoment{moment(), static_cast<uint32_t>(random() % (1 + model.masks.size())),
                           share(random)};
    };
    PoseRequest request = requestOf(moment(), moment(), share(random));
    if (random() % 2) request = withLayer(request, layer());
    if (random() % 2) request = withAdditive(request, layer());
    return request;
}

inline Mask halfMask(const Model& model) {
    return {.name = "half",
            .joints = std::vector<uint8_t>(model.skeleton.size(), 128),
            .morphWeights = 99};
}

}  // namespace sinew::test
