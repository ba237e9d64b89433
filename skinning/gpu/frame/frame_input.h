// The input of a frame.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "renderer/passes/camera.h"
#include "renderer/passes/target.h"
#include "skinning/animation/placement.h"
#include "skinning/animation/playback.h"
#include "skinning/gpu/frame/frame_settings.h"

namespace sinew {

/// The instances of one model in a frame.
struct CrowdInput {
    Playback playback;
    /// One request per instance. If empty, the requests follow from `playback`.
    std::span<const PoseRequest> requests;
    /// Root motion of each instance relative to its placement; may be empty.
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
    /// CPU time in which animators computed the requests. It is a part of the frame's CPU time.
    std::optional<double> animateMs;
    Camera camera;
    Target target;
    /// Step ui: draws the user interface over the target. Empty without a window.
    std::function<void(VkCommandBuffer)> drawUi;
    /// The final layout of the target: PRESENT_SRC for a window, TRANSFER_SRC for readback.
    VkImageLayout leaveTargetIn = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    /// True if the camera or the crowd jumped. Motion vectors are 0 then.
    bool cut = false;
    /// True if this call renders the previous frame again, to another target. Playback, camera and
    /// settings must be the same, and Frame::finish() must precede the call. The motion vectors of
    /// both pictures are equal, and the next frame is not affected.
    bool repeats = false;
    VkSemaphore targetAcquired = VK_NULL_HANDLE;  // the frame waits for it to write the target
    VkSemaphore targetDone = VK_NULL_HANDLE;      // signalled when the target may be presented
};

}  // namespace sinew
