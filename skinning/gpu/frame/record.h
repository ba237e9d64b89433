// Records one frame on the GPU: culling, poses, palettes, skinning and the passes, with the
// barriers between them.
#pragma once

#include <functional>
#include <optional>

#include "renderer/commands.h"
#include "renderer/frame_ring.h"
#include "renderer/gpu_timer.h"
#include "renderer/invocation_counter.h"
#include "renderer/passes/capture_pass.h"
#include "renderer/passes/forward_pass.h"
#include "renderer/passes/shadow_pass.h"
#include "skinning/gpu/crowd/crowd_now.h"
#include "skinning/gpu/crowd/moment.h"
#include "skinning/gpu/frame/steps.h"

namespace sinew {

class TracedScene;

/// Receives the times of steps. Without a timer no GPU times are measured.
struct StepLog {
    GpuTimer* timer = nullptr;
    FrameStatistics& statistics;
    uint32_t firstScope = 0;  // index in the timer
};

// Parts of a frame whose vertex stage invocations are counted.
inline constexpr uint32_t kCountedDepth = 0;
inline constexpr uint32_t kCountedForward = 1;
inline constexpr uint32_t kCountedParts = 2;

/// Scopes of a frame's timer: one for each step, and one for the second round of culling. The same
/// scopes follow for the compared method.
inline constexpr uint32_t kSecondCullScope = kStepCount;
inline constexpr uint32_t kScopesPerMethod = kStepCount + 1;
inline constexpr uint32_t kFrameScopes = 2 * kScopesPerMethod;

/// Records culling, poses, palettes and skinning, as far as the GPU does them, with the barriers
/// between them. Each step is recorded for all crowds before the next step.
void recordUntilSkinned(Commands& commands, std::span<const CrowdNow> crowds, Moment moment,
                        const StepLog& log);
/// Records only the first steps of recordUntilSkinned(): culling, poses, boxes and visible lists.
void recordCullingAndPosing(Commands& commands, std::span<const CrowdNow> crowds, Moment moment,
                            const StepLog& log);

/// The kernels and passes with which a frame is recorded.
struct FramePasses {
    Kernels kernels;
    ShadowPass shadow;
    ForwardPass forward;
    std::optional<CapturePass> capture;  // if the device supports it
};

/// The data from which recordFrame() records a frame. Valid until the next Frame::render().
struct Recording {
    const FramePasses& passes;
    GpuTimer& timer;
    InvocationCounter& invocations;
    FrameStatistics& statistics;

    std::span<const CrowdNow> shown;
    std::span<const CrowdNow> compared;  // the same instances by the other method; may be empty
    Moment moment;
    VkDescriptorSet view = VK_NULL_HANDLE;  // camera and light, and the shadow map
    uint32_t cascadeCount = 0;              // shadow map layers; 0 with traced shadows
    TracedScene* traced = nullptr;
    bool afterTraced = false;  // the last submitted frame built acceleration structures
    uint32_t slot = 0;         // index of the frame slot
    bool depthPrepass = false;
    ForwardVariant variant;
    std::span<const DrawnCrowd>
        drawn;  // by the shown method, which casts shadows; with a divider then by the other
    std::span<const Lines> lines;          // overlays of the shown method
    std::span<const BlendedDraw> blended;  // surfaces of `drawn`, from back to front
    TimerMode timerMode = TimerMode::overlapped;
    bool countInvocations = false;

    Target target;
    VkImageLayout leaveTargetIn = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    const std::function<void(VkCommandBuffer)>& drawUi;  // step ui; may be empty
};

/// Records all steps of a frame on the GPU.
void recordFrame(Commands& commands, const Recording& frame);

}  // namespace sinew
