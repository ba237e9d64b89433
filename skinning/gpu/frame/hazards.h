// The named barriers of a frame. record.cpp records them, and trace/traced_scene.cpp records those
// within the step trace.
//
// The first scope (`before`) has the stages whose work must be over, and the writes that must be
// visible. After a read, only the execution order matters (write after read), so the scope has no
// access. Buffers have memory barriers, images have image barriers. A change of layout is a write
// of its own: if it drops the old content (previousSamplingBeforeShadow, targetBeforeColor), its
// barrier names the writes that made that content. They must have reached memory before it,
// whatever read them since.
#pragma once

#include <array>
#include <string_view>

#include "renderer/barrier.h"
#include "skinning/injected_fault.h"

namespace sinew::hazard {

inline constexpr std::array<std::string_view, 21> kNames{
    "previousFrameBeforeSkinning",
    "cullBeforeLists",
    "listsBeforeUse",
    "poseBeforeBoxes",
    "posesBeforeReads",
    "countsBeforeHost",
    "paletteBeforeSkin",
    "skinBeforeFetch",
    "previousFetchBeforeCapture",
    "captureBeforeFetch",
    "previousBuildBeforeSkinning",
    "skinBeforeBuild",
    "bottomBeforeTop",
    "topBeforeTracing",
    "areasBeforeHost",
    "previousSamplingBeforeShadow",
    "shadowBeforeSampling",
    "targetBeforeColor",
    "depthBeforeForward",
    "colorBeforeUi",
    "colorBeforeLeaving",
};

/// The previous frame's reads of lists, arguments, poses, palettes and vertices (kernels, vertex
/// stages, attributes, indirect calls, copies), and its writes of data that culling keeps -> this
/// frame's culling, poses, palettes and vertices. `skinWrites`: the access of its skin steps.
inline void previousFrameBeforeSkinning(VkCommandBuffer commands, Access skinWrites) {
    if (injected::without("previousFrameBeforeSkinning")) return;
    memoryBarrier(commands,
                  access::kComputeWrite | access::kCopyWrite |
                      Access{VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT |
                             VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT |
                             VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT},
                  access::kComputeRead | access::kComputeWrite | access::kCopyWrite | skinWrites);
}

/// Visibility words and the largest error of kept poses -> the kernel that makes lists of them and
/// resets the error.
inline void cullBeforeLists(VkCommandBuffer commands) {
    if (injected::without("cullBeforeLists")) return;
    memoryBarrier(commands, access::kComputeWrite, access::kComputeRead | access::kComputeWrite);
}

/// Lists and arguments -> kernels, vertex stages, attributes, indirect calls and the copy of list
/// lengths; visibility words -> the lines around a frozen culling camera.
inline void listsBeforeUse(VkCommandBuffer commands) {
    if (injected::without("listsBeforeUse")) return;
    memoryBarrier(commands, access::kComputeWrite,
                  access::kComputeRead | access::kVertexRead | access::kAttributeRead |
                      access::kIndirectRead | access::kCopyRead);
}

/// Poses -> the kernel that makes boxes around them.
inline void poseBeforeBoxes(VkCommandBuffer commands) {
    if (injected::without("poseBeforeBoxes")) return;
    memoryBarrier(commands, access::kComputeWrite, access::kComputeRead);
}

/// Poses, morph weights and boxes of the GPU -> later compute kernels: the second round of culling,
/// palette and skin. Also orders the reads of lists and indirect arguments before that round
/// overwrites them: the stage of a dispatch includes that of its arguments.
inline void posesBeforeReads(VkCommandBuffer commands) {
    if (injected::without("posesBeforeReads")) return;
    memoryBarrier(commands, access::kComputeWrite, access::kComputeRead | access::kComputeWrite);
}

/// Lengths of lists -> the CPU reads them when the frame has finished.
inline void countsBeforeHost(VkCommandBuffer commands) {
    if (injected::without("countsBeforeHost")) return;
    memoryBarrier(commands, access::kCopyWrite, access::kHostRead);
}

/// Palettes -> the skin kernel, or the vertex stages that skin (storage buffer, uniform buffer or
/// texel buffer). Also poses, morph weights and boxes of the GPU -> vertex stages: all methods with
/// poses on the GPU have palettes.
inline void paletteBeforeSkin(VkCommandBuffer commands) {
    if (injected::without("paletteBeforeSkin")) return;
    memoryBarrier(commands, access::kComputeWrite,
                  access::kComputeRead | access::kComputeFetch | access::kVertexRead |
                      access::kVertexFetch | access::kVertexUniformRead);
}

/// Skinned vertices -> vertex fetch by all passes: the barrier that samples forget. Vertices are
/// pulled from a storage buffer by the vertex shader; VERTEX_ATTRIBUTE_INPUT never reads them.
inline void skinBeforeFetch(VkCommandBuffer commands, Access skinWrites) {
    if (injected::without("skinBeforeFetch")) return;
    memoryBarrier(commands, skinWrites, access::kVertexRead);
}

/// The previous frame's fetch of the compared method's vertices -> capture writes.
inline void previousFetchBeforeCapture(VkCommandBuffer commands) {
    if (injected::without("previousFetchBeforeCapture")) return;
    memoryBarrier(commands, {VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT}, access::kVertexWrite);
}

/// Capture writes -> fetch by the forward pass, which also reads the vertices that are shown.
inline void captureBeforeFetch(VkCommandBuffer commands) {
    if (injected::without("captureBeforeFetch")) return;
    memoryBarrier(commands, access::kVertexWrite, access::kVertexRead);
}

/// The previous frame's builds, which read its skinned vertices -> this frame's skin step. If
/// one of the two frames has traced shadows.
inline void previousBuildBeforeSkinning(VkCommandBuffer commands, Access skinWrites) {
    if (injected::without("previousBuildBeforeSkinning")) return;
    memoryBarrier(commands, {access::kBuildRead.stage}, skinWrites);
}

/// Skinned vertices -> refits, builds and the kernel that measures areas; lists and boxes -> the
/// kernel that makes instances. The previous frame's builds and rays -> instances, structures and
/// scratch memory of this frame.
inline void skinBeforeBuild(VkCommandBuffer commands, Access skinWrites) {
    if (injected::without("skinBeforeBuild")) return;
    memoryBarrier(
        commands, skinWrites | access::kBuildWrite | Access{access::kFragmentTrace.stage},
        access::kBuildRead | access::kBuildWrite | access::kComputeRead | access::kComputeWrite);
}

/// Bottom-level structures and instances -> the build of the top-level structure, which also reuses
/// their scratch memory.
inline void bottomBeforeTop(VkCommandBuffer commands) {
    if (injected::without("bottomBeforeTop")) return;
    memoryBarrier(commands, access::kBuildWrite | access::kComputeWrite,
                  access::kBuildRead | access::kBuildWrite);
}

/// Structures -> the rays of the forward pass.
inline void topBeforeTracing(VkCommandBuffer commands) {
    if (injected::without("topBeforeTracing")) return;
    memoryBarrier(commands, access::kBuildWrite, access::kFragmentTrace);
}

/// Areas of boxes -> the CPU reads them when the frame has finished.
inline void areasBeforeHost(VkCommandBuffer commands) {
    if (injected::without("areasBeforeHost")) return;
    memoryBarrier(commands, access::kComputeWrite, access::kHostRead);
}

/// The previous frame's depth writes and their sampling -> depth writes; the old content goes.
/// Without cascades neither this nor shadowBeforeSampling is recorded: nothing reads the map.
inline void previousSamplingBeforeShadow(VkCommandBuffer commands, VkImage shadowMap) {
    if (injected::without("previousSamplingBeforeShadow")) return;
    imageBarrier(commands,
                 {.image = shadowMap,
                  .aspect = VK_IMAGE_ASPECT_DEPTH_BIT,
                  .before = access::kDepthWrite | Access{VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT},
                  .after = access::kDepthWrite,
                  .to = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL});
}

/// Depth writes -> sampling by the forward pass.
inline void shadowBeforeSampling(VkCommandBuffer commands, VkImage shadowMap) {
    if (injected::without("shadowBeforeSampling")) return;
    imageBarrier(commands, {.image = shadowMap,
                            .aspect = VK_IMAGE_ASPECT_DEPTH_BIT,
                            .before = access::kDepthWrite,
                            .from = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
                            .after = access::kFragmentSample,
                            .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL});
}

/// The target's colour writes and their use (presentation: the semaphore waits at the stage of
/// these writes; or readback) -> colour writes; the old content goes.
inline void targetBeforeColor(VkCommandBuffer commands, VkImage target) {
    if (injected::without("targetBeforeColor")) return;
    imageBarrier(commands, {.image = target,
                            .before = access::kColorWrite | Access{VK_PIPELINE_STAGE_2_COPY_BIT},
                            .after = access::kColorWrite,
                            .to = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL});
}

/// The prepass's depth -> the forward pass's depth tests and writes.
inline void depthBeforeForward(VkCommandBuffer commands) {
    if (injected::without("depthBeforeForward")) return;
    memoryBarrier(commands, access::kDepthWrite, access::kDepthWrite);
}

/// The forward pass's colour -> the ui draws over it.
inline void colorBeforeUi(VkCommandBuffer commands) {
    if (injected::without("colorBeforeUi")) return;
    memoryBarrier(commands, access::kColorWrite, access::kColorWrite);
}

/// Colour -> presentation (made visible by the semaphore) or readback.
inline void colorBeforeLeaving(VkCommandBuffer commands, VkImage target, VkImageLayout layout) {
    if (injected::without("colorBeforeLeaving")) return;
    const bool readback = layout == VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    imageBarrier(commands, {.image = target,
                            .before = access::kColorWrite,
                            .from = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                            .after = readback ? access::kCopyRead : access::kNone,
                            .to = layout});
}

}  // namespace sinew::hazard
