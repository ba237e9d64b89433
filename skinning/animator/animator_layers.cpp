// Starts, fades and replaces the layers of an instance.
#include "skinning/animator/animator_layers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "skinning/animator/animator_time.h"

namespace sinew {
namespace {

static_assert(kMostLayers <= kNoLayer);
static_assert(sizeof(AnimatorLayers) == 24);

using Kind = AnimatorCondition::Kind;

uint32_t triggersOf(const AnimatorLayer& layer) {
    uint32_t triggers = 0;
    for (const AnimatorCondition& condition : layer.when) {
        if (condition.kind == Kind::trigger) triggers |= 1u << condition.index;
    }
    return triggers;
}

/// True if the state and all conditions except triggers allow the layer.
bool mayPlay(const AnimatorLayer& layer, const LayeredInstance& instance) {
    if (!layer.over.empty() && !layer.over[instance.state]) return false;
    return std::all_of(layer.when.begin(), layer.when.end(), [&](const auto& condition) {
        return condition.kind == Kind::trigger || holds(condition, instance.parameters);
    });
}

/// Returns the first layer without triggers that may play, or kNoLayer. Layers without triggers
/// loop.
uint8_t wantedLoop(const LayeredInstance& instance) {
    const std::vector<AnimatorLayer>& layers = instance.spec.layers;
    for (size_t l = 0; l < layers.size(); ++l) {
        if (triggersOf(layers[l]) == 0 && mayPlay(layers[l], instance)) {
            return static_cast<uint8_t>(l);
        }
    }
    return kNoLayer;
}

void beginLayer(const LayeredInstance& instance) {
    AnimatorLayers& now = instance.layers;
    now.layer = now.next != kNoLayer ? now.next : wantedLoop(instance);
    now.next = kNoLayer;
    now.leaves = false;
    now.weight = 0;
    if (now.layer != kNoLayer) now.seconds = startOf(instance.spec.layers[now.layer].plays);
}

/// Returns the duration of a fade, at most half the duration of a clip that does not loop.
float fadeSecondsOf(const AnimatorLayer& layer, float speed) {
    if (layer.plays.loops || speed == 0) return layer.seconds;
    return std::min(layer.seconds, 0.5f * layer.plays.durationSeconds / speed);
}

/// Returns the seconds until the layer must fade out, so that it is hidden when its clip ends.
float untilLeaving(const AnimatorLayer& layer, const AnimatorLayers& now, float speed) {
    if (layer.plays.loops || speed == 0) return std::numeric_limits<float>::infinity();
    const float end = layer.plays.durationSeconds;
    const float left = runsBackwards(layer.plays) ? now.seconds : end - now.seconds;
    return std::max(left / speed - fadeSecondsOf(layer, speed), 0.0f);
}

/// Advances up to the next change: the layer starts to fade out, or the next layer begins. Returns
/// the remaining seconds.
float moveOnce(const LayeredInstance& instance, float seconds) {
    AnimatorLayers& now = instance.layers;
    const AnimatorLayer& layer = instance.spec.layers[now.layer];
    const float speed = std::abs(layer.plays.speed * instance.speed);
    const float fade = fadeSecondsOf(layer, speed);
    const float until = now.leaves ? now.weight * fade : untilLeaving(layer, now, speed);
    const float step = std::min(seconds, until);
    now.seconds = moved(layer.plays, now.seconds, layer.plays.speed * instance.speed * step);
    if (fade > 0) now.weight += (now.leaves ? -step : step) / fade;
    now.weight = std::clamp(now.weight, 0.0f, 1.0f);
    if (seconds < until) return 0;
    if (now.leaves) {
        beginLayer(instance);
    } else {
        now.leaves = true;
    }
    return seconds - step;
}

void moveAdditive(const LayeredInstance& instance, float seconds) {
    AnimatorLayers& now = instance.layers;
    const AnimatorLayer& layer = instance.spec.additive->layer;
    const float by = seconds / layer.seconds;
    const float change = now.additiveTarget - now.additiveWeight;
    now.additiveWeight += std::clamp(change, -by, by);
    now.additiveSeconds =
        moved(layer.plays, now.additiveSeconds, layer.plays.speed * instance.speed * seconds);
}

void decideAdditive(const LayeredInstance& instance) {
    const AnimatorAdditive& additive = *instance.spec.additive;
    AnimatorLayers& now = instance.layers;
    float wanted = mayPlay(additive.layer, instance) ? additive.weight : 0.0f;
    if (additive.parameter != kNoParameter) {
        wanted *= std::clamp(instance.parameters[additive.parameter], 0.0f, 1.0f);
    }
    // A hidden clip that does not loop restarts when it becomes visible.
    if (now.additiveWeight == 0 && now.additiveTarget == 0 && wanted > 0 &&
        !additive.layer.plays.loops) {
        now.additiveSeconds = startOf(additive.layer.plays);
    }
    now.additiveTarget = wanted;
}

}  // namespace

void decideLayers(const LayeredInstance& instance, uint32_t& triggers) {
    const std::vector<AnimatorLayer>& layers = instance.spec.layers;
    AnimatorLayers& now = instance.layers;
    if (now.next != kNoLayer && !mayPlay(layers[now.next], instance)) now.next = kNoLayer;
    for (size_t l = 0; l < layers.size(); ++l) {
        const uint32_t needed = triggersOf(layers[l]);
        if (needed == 0 || (triggers & needed) != needed || !mayPlay(layers[l], instance)) continue;
        triggers &= ~needed;
        now.next = static_cast<uint8_t>(l);
    }
    if (now.layer == kNoLayer) {
        beginLayer(instance);
    } else if (now.next != kNoLayer || !mayPlay(layers[now.layer], instance)) {
        now.leaves = true;
    } else if (triggersOf(layers[now.layer]) == 0) {
        // A looping layer stays or fades in again, unless an earlier layer may play.
        now.leaves = wantedLoop(instance) != now.layer;
    }
    if (instance.spec.additive) decideAdditive(instance);
}

void moveLayers(const LayeredInstance& instance, float seconds) {
    if (instance.spec.additive) moveAdditive(instance, seconds);
    // This `for` loop terminates: a triggered layer starts only once, and a looping layer uses all
    // remaining time.
    for (float left = seconds; left > 0 && instance.layers.layer != kNoLayer;) {
        left = moveOnce(instance, left);
    }
}

PoseRequest withLayers(PoseRequest request, const AnimatorSpec& spec,
                       const AnimatorLayers& layers) {
    if (layers.layer != kNoLayer) {
        const AnimatorLayer& layer = spec.layers[layers.layer];
        request = withLayer(request,
                            {{layer.plays.clip, layers.seconds}, layer.mask, eased(layers.weight)});
    }
    if (layers.additiveWeight > 0) {
        const AnimatorLayer& layer = spec.additive->layer;
        request = withAdditive(request, {{layer.plays.clip, layers.additiveSeconds},
                                         layer.mask,
                                         std::min(layers.additiveWeight, 1.0f)});
    }
    return request;
}

}  // namespace sinew
