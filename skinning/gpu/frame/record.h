// Records one frame on the GPU: culling, poses, palettes, skinning and the passes, with the
// barriers between them.
#pragma once

#include <functional>
#include <optional>

#include "renderer/capture_pass.h"
#include "renderer/forward_pass.h"
#include "renderer/frame_ring.h"
#include "renderer/gpu_timer.h"
#include "renderer/invocation_counter.h"
#include "renderer/shadow_pass.h"
#include "skinning/gpu/crowd/crowd_group.h"
#include "skinning/gpu/crowd/crowd_now.h"
#include "skinning/gpu/trace/traced_scene.h"

namespace sinew {

/// Receives the times of steps. Without a timer no GPU time is taken.
struct StepLog {
    GpuTimer* timer = nullptr;
    FrameStatistics& statistics;
    uint32_t firstScope = 0;  // index in the timer
};

// Parts of a frame whose vertex stage invocations are counted.
inline constexpr uint32_t kCountedDepth = 0;
inline constexpr uint32_t kCountedForward = 1;
inline constexpr uint32_t kCountedParts = 2;

/// Scopes of a frame's timer: one for each step, and one for the second round of culling; then
/// those of the compared method.
inline constexpr uint32_t kSecondCullScope = kStepCount;
inline constexpr uint32_t kScopesPerMethod = kStepCount + 1;
inline constexpr uint32_t kFrameScopes = 2 * kScopesPerMethod;

/// Requests -> poses -> palettes -> vertices, as far as the GPU does them, with the barriers
/// between. Each step is recorded for all crowds before the next.
void recordUntilSkinned(Commands& commands, std::span<const CrowdNow> crowds, Moment moment,
                        const StepLog& log);
/// The first part of it: culling, poses, boxes and visible lists.
void recordCullingAndPosing(Commands& commands, std::span<const CrowdNow> crowds, Moment moment,
                            const StepLog& log);

/// All that the passes and steps of a frame are recorded with.
struct FramePasses {
    Kernels kernels;
    ShadowPass shadow;
    ForwardPass forward;
    std::optional<CapturePass> capture;  // if the device supports it
};

/// The input of a frame's commands, the target, and the data that one step passes to the next.
/// Valid until the frame that made it renders again.
struct Recording {
    const FramePasses& passes;
    GpuTimer& timer;
    InvocationCounter& invocations;
    FrameStatistics& statistics;

    // The shown crowds, and the moment.
    std::span<const CrowdNow> shown;
    std::span<const CrowdNow> compared;  // the same instances by the other method, or none
    Moment moment;
    VkDescriptorSet view = VK_NULL_HANDLE;  // camera and light, and the shadow map
    uint32_t cascadeCount = 0;              // shadow map layers; 0 with traced shadows
    TracedScene* traced = nullptr;
    bool afterTraced = false;  // the last submitted frame built acceleration structures
    uint32_t slot = 0;         // index of the frame slot
    bool depthPrepass = false;
    ForwardVariant variant;
    std::span<const DrawnCrowd> drawn;     // the shown method's; with a divider also the other's
    std::span<const DrawnCrowd> casting;   // the part of `drawn` that casts shadows
    std::span<const Lines> lines;          // over the shown method
    std::span<const BlendedDraw> blended;  // surfaces of `drawn`, from back to front
    TimerMode timerMode = TimerMode::overlapped;
    bool countInvocations = false;

    Target target;
    VkImageLayout leaveTargetIn = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    const std::function<void(VkCommandBuffer)>& drawUi;  // step ui, in its own scope; or empty

    VkImage shadowMap = VK_NULL_HANDLE;  // shadow -> forward
};

/// All steps of a frame on the GPU.
void recordFrame(Commands& commands, const Recording& frame);

}  // namespace sinew
