// Layers over the states of an animator. An instance has one fading layer and one additive clip.
#pragma once

#include <span>

#include "skinning/animator/animator_spec.h"

namespace sinew {

inline constexpr uint8_t kNoLayer = 255;

/// Layer state of one instance; 24 bytes. Only one layer is visible at a time. The next layer
/// starts after the visible one has faded out, so poses do not jump.
struct AnimatorLayers {
    float seconds = 0;
    float weight = 0;  // linear in time; requests use eased(weight)
    float additiveSeconds = 0;
    float additiveWeight = 0;  // moves towards `additiveTarget`
    float additiveTarget = 0;
    uint8_t layer = kNoLayer;
    uint8_t next = kNoLayer;  // starts after `layer` has faded out
    bool leaves = false;
};

struct LayeredInstance {
    const AnimatorSpec& spec;
    std::span<const float> parameters;
    uint32_t state = 0;
    float speed = 1;
    AnimatorLayers& layers;
};

/// Selects the layers that play after a change of state, triggers or parameters. Clears the
/// triggers that layers consume.
void decideLayers(const LayeredInstance& instance, uint32_t& triggers);

void moveLayers(const LayeredInstance& instance, float seconds);

PoseRequest withLayers(PoseRequest request, const AnimatorSpec& spec, const AnimatorLayers& layers);

}  // namespace sinew
