// What an instance plays over its states: a layer, which fades in and out, and the additive clip.
#pragma once

#include <span>

#include "skinning/animation/animator_spec.h"

namespace sinew {

inline constexpr uint8_t kNoLayer = 255;

/// Of one instance; 24 bytes. One layer is seen at a time: another one, or the same once more,
/// waits until it has faded out. So weights alone change, and no pose jumps.
struct AnimatorLayers {
    float seconds = 0;  // in the clip of `layer`
    float weight = 0;   // linear in time; what is seen is eased
    float additiveSeconds = 0;
    float additiveWeight = 0;  // moves towards `additiveWanted`
    float additiveWanted = 0;
    uint8_t layer = kNoLayer;
    uint8_t next = kNoLayer;  // begins when `layer` is gone
    bool leaves = false;      // `layer` fades out
};

/// An instance while its layers decide and move.
struct LayeredInstance {
    const AnimatorSpec& spec;
    std::span<const float> parameters;
    uint32_t state = 0;
    float speed = 1;  // of all of its clips
    AnimatorLayers& layers;
};

/// Asks the conditions of all layers, where state, triggers or parameters may have changed. Uses up
/// the triggers of those that begin.
void decideLayers(const LayeredInstance& instance, uint32_t& triggers);

/// What follows from time alone.
void moveLayers(const LayeredInstance& instance, float seconds);

/// Adds what is seen to a request.
PoseRequest withLayers(PoseRequest request, const AnimatorSpec& spec, const AnimatorLayers& layers);

}  // namespace sinew
