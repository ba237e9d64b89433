// What a frame is rendered from.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "renderer/camera.h"
#include "renderer/target.h"
#include "skinning/animation/placement.h"
#include "skinning/animation/playback.h"
#include "skinning/gpu/frame_settings.h"

namespace sinew {

/// What the instances of one model do in a frame.
struct CrowdInput {
    Playback playback;
    /// One an instance; without any, what `playback` makes.
    std::span<const PoseRequest> requests;
    /// Where root motion has brought each instance from its place in the crowd; empty: all stand.
    std::span<const Anchor> anchors;
};

/// One frame's input.
struct FrameInput {
    CrowdInput of(size_t model) const {
        if (model == 0) return {playback, requests, anchors};
        return model <= others.size() ? others[model - 1] : CrowdInput{};
    }

    FrameSettings settings;
    // As CrowdInput has them, of the first model.
    Playback playback;
    std::span<const PoseRequest> requests;
    std::span<const Anchor> anchors;
    std::span<const CrowdInput>
        others;  // of the models behind it; where there are fewer, they rest
    /// What it took to make them, where animators did; of the frame's CPU time.
    std::optional<double> animateMs;
    Camera camera;
    Target target;
    /// Step ui: draws over the target inside its own scope; empty without a window.
    std::function<void(VkCommandBuffer)> drawUi;
    /// The layout that the target leaves in: present for a window, transfer source for readback.
    VkImageLayout leaveTargetIn = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    /// The camera jumped, or the crowd was moved by hand: nothing moves from where it was.
    bool cut = false;
    VkSemaphore targetAcquired = VK_NULL_HANDLE;  // waited for before the target is written
    VkSemaphore targetDone = VK_NULL_HANDLE;      // signalled when it may be presented
};

}  // namespace sinew
