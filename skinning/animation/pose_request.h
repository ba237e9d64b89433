// Pose requests. A request alone determines an instance's pose, or its position in a baked clip.
#pragma once

#include "shaders/shared/instance.h"
#include "skinning/model.h"

namespace sinew {

inline constexpr uint32_t kRestPose = ~0u;  // in place of a clip index

using PoseRequest = gpu::PoseRequest;
static_assert(sizeof(PoseRequest) <= 32);

static_assert(kMostClips == (1u << SINEW_REQUEST_CLIP_BITS) - 1);

/// A time in a clip, or the rest pose. `seconds` is in [0, duration].
struct ClipMoment {
    uint32_t clip = kRestPose;
    float seconds = 0.0f;
};

/// Returns a request that blends `base` with `other`, which has the weight `otherWeight` in [0, 1].
inline PoseRequest requestOf(const ClipMoment& base, const ClipMoment& other, float otherWeight) {
    constexpr uint32_t kMask = kMostClips;  // the bits of the rest pose are all ones
    return {.seconds = base.seconds,
            .otherSeconds = other.seconds,
            .otherWeight = otherWeight,
            .clips = (base.clip & kMask) | (other.clip & kMask) << SINEW_REQUEST_CLIP_BITS,
            .layerSeconds = 0.0f,
            .additiveSeconds = 0.0f,
            .layer = 0,
            .additive = 0};
}
inline PoseRequest requestOf(const ClipMoment& moment) {
    return requestOf(moment, moment, 0.0f);
}

inline ClipMoment baseOf(const PoseRequest& request) {
    const uint32_t clip = request.clips & kMostClips;
    return {clip == kMostClips ? kRestPose : clip, request.seconds};
}
inline ClipMoment otherOf(const PoseRequest& request) {
    const uint32_t clip = request.clips >> SINEW_REQUEST_CLIP_BITS & kMostClips;
    return {clip == kMostClips ? kRestPose : clip, request.otherSeconds};
}

static_assert(SINEW_REQUEST_FULL_WEIGHT == (1u << SINEW_REQUEST_WEIGHT_BITS) - 1);
static_assert(kMostMasks < 8, "a request names a mask in 3 bits");

/// In place of a mask: the layer affects all joints. A request names a mask by 1 + the index in
/// Model::masks.
inline constexpr uint32_t kFullBody = 0;

struct LayerMoment {
    ClipMoment moment;
    uint32_t mask = kFullBody;
    float weight = 0.0f;  // [0, 1]; 0: no layer
};

namespace request_words {
inline uint32_t packed(const LayerMoment& layer) {
    const float full = static_cast<float>(SINEW_REQUEST_FULL_WEIGHT);
    const auto weight = static_cast<uint32_t>(layer.weight * full + 0.5f);
    return (layer.moment.clip & kMostClips) | weight << SINEW_REQUEST_CLIP_BITS;
}
inline LayerMoment unpacked(uint32_t word, float seconds, uint32_t mask) {
    const uint32_t clip = word & kMostClips;
    const uint32_t weight = word >> SINEW_REQUEST_CLIP_BITS & SINEW_REQUEST_FULL_WEIGHT;
    return {{clip == kMostClips ? kRestPose : clip, seconds},
            mask & 7u,
            static_cast<float>(weight) / static_cast<float>(SINEW_REQUEST_FULL_WEIGHT)};
}
}  // namespace request_words

/// Adds a layer to a request. Each joint is blended by the layer's weight times the joint's weight
/// in the mask.
inline PoseRequest withLayer(PoseRequest request, const LayerMoment& layer) {
    request.clips = (request.clips & ~(7u << SINEW_REQUEST_LAYER_MASK)) |
                    layer.mask << SINEW_REQUEST_LAYER_MASK;
    request.layerSeconds = layer.moment.seconds;
    request.layer = request_words::packed(layer);
    return request;
}
/// Adds an additive clip to a request: for each joint, the clip's difference from its own pose at 0
/// s, as in most engines. `weight` scales the differences of translations, scales and morph
/// weights, and the angle of the rotation between both poses, in the parent's space.
inline PoseRequest withAdditive(PoseRequest request, const LayerMoment& additive) {
    request.clips = (request.clips & ~(7u << SINEW_REQUEST_ADDITIVE_MASK)) |
                    additive.mask << SINEW_REQUEST_ADDITIVE_MASK;
    request.additiveSeconds = additive.moment.seconds;
    request.additive = request_words::packed(additive);
    return request;
}
inline LayerMoment layerOf(const PoseRequest& request) {
    return request_words::unpacked(request.layer, request.layerSeconds,
                                   request.clips >> SINEW_REQUEST_LAYER_MASK);
}
inline LayerMoment additiveOf(const PoseRequest& request) {
    return request_words::unpacked(request.additive, request.additiveSeconds,
                                   request.clips >> SINEW_REQUEST_ADDITIVE_MASK);
}
inline bool hasLayers(const PoseRequest& request) {
    return (request.layer | request.additive) >> SINEW_REQUEST_CLIP_BITS != 0;
}

}  // namespace sinew
