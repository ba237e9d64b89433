// The input of a frame.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "renderer/camera.h"
#include "renderer/target.h"
#include "skinning/animation/placement.h"
#include "skinning/animation/playback.h"
#include "skinning/gpu/frame/frame_settings.h"

namespace sinew {

/// The instances of one model in a frame.
struct CrowdInput {
    Playback playback;
    /// One an instance; or none: the requests of `playback`.
    std::span<const PoseRequest> requests;
    /// Root motion of each instance relative to its placement; or none.
    std::span<const Anchor> anchors;
};

struct FrameInput {
    CrowdInput of(size_t model) const {
        if (model == 0) return {playback, requests, anchors};
        return model <= others.size() ? others[model - 1] : CrowdInput{};
    }

    FrameSettings settings;
    // The input of the first model, as in CrowdInput.
    Playback playback;
    std::span<const PoseRequest> requests;
    std::span<const Anchor> anchors;
    /// The input of the other models. A model without an entry shows its rest pose.
    std::span<const CrowdInput> others;
    /// CPU time in which animators made the requests; a part of the frame's CPU time.
    std::optional<double> animateMs;
    Camera camera;
    Target target;
    /// Step ui: draws over the target inside its own scope; empty without a window.
    std::function<void(VkCommandBuffer)> drawUi;
    /// The final layout of the target: present for a window, transfer source for readback.
    VkImageLayout leaveTargetIn = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    /// The camera or the crowd jumped: motion vectors are 0.
    bool cut = false;
    VkSemaphore targetAcquired =
        VK_NULL_HANDLE;                       // the frame waits for it before it writes the target
    VkSemaphore targetDone = VK_NULL_HANDLE;  // signalled when it may be presented
};

}  // namespace sinew
