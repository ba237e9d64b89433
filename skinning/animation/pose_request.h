// The one door between who plays what and what a joint does: one request an instance and frame.
// Poses on the CPU and places in baked clips are made from it and from nothing else.
#pragma once

#include <span>

#include "shaders/shared/layout.h"
#include "skinning/model.h"

namespace sinew {

inline constexpr uint32_t kRestPose = ~0u;  // in place of a clip index

using PoseRequest = gpu::PoseRequest;
static_assert(sizeof(PoseRequest) <= 32);

static_assert(kMostClips == (1u << SINEW_REQUEST_CLIP_BITS) - 1);

/// A moment of a clip, or the rest pose; `seconds` in [0, duration].
struct ClipMoment {
    uint32_t clip = kRestPose;
    float seconds = 0.0f;
};

/// `base`, and `other` with the weight `otherWeight` in [0, 1] over it.
inline PoseRequest requestOf(const ClipMoment& base, const ClipMoment& other, float otherWeight) {
    constexpr uint32_t kMask = kMostClips;  // the rest pose is all ones here too
    return {.seconds = base.seconds,
            .otherSeconds = other.seconds,
            .otherWeight = otherWeight,
            .clips = (base.clip & kMask) | (other.clip & kMask) << SINEW_REQUEST_CLIP_BITS};
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

/// The local pose that a request stands for. `pose` and `other`, which is scratch, keep their
/// memory, so that a frame allocates nothing.
void localPose(const Model& model, const PoseRequest& request, Pose& pose, Pose& other);

}  // namespace sinew
