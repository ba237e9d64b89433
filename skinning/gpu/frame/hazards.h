// The named barriers of a frame. record.cpp records them, and trace/traced_scene.cpp records those
// within the step trace.
//
// `before` of a barrier has the stages that must have finished, and the writes that must be
// visible. After a read, only the execution order matters (write after read), so `before` has no
// access. Buffers have memory barriers, images have image barriers.
// A layout transition is a write. If it discards the old contents (previousSamplingBeforeShadow,
// targetBeforeColor), its barrier still names the writes of these contents: they must be in memory
// before the transition, even if other commands have read them since.
#pragma once

#include <array>
#include <string_view>

#include "renderer/barrier.h"
#include "skinning/injected_fault.h"

namespace sinew::hazard {

inline constexpr std::array<std::string_view, 22> kNames{
    "previousFrameBeforeSkinning",
    "cullBeforeLists",
    "listsBeforeUse",
    "poseBeforeBoxes",
    "posesBeforeReads",
    "countsBeforeHost",
    "paletteBeforeSkin",
    "skinBeforeReads",
    "previousReadsBeforeCapture",
    "captureBeforeReads",
    "previousBuildBeforeSkinning",
    "skinBeforeBuild",
    "indicesBeforeBuild",
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

/// Orders the previous frame's reads of lists, arguments, poses, palettes and vertices (kernels,
/// vertex stages, attributes, indirect calls, copies) before this frame's writes. Also makes data
/// visible that culling reuses from the previous frame. `skinWrites`: access of the skin steps.
inline void previousFrameBeforeSkinning(VkCommandBuffer commands, Access skinWrites) {
    if (injected::without("previousFrameBeforeSkinning")) return;
    memoryBarrier(commands,
                  access::kComputeWrite | access::kCopyWrite |
                      Access{VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT |
                             VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT |
                             VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT},
                  access::kComputeRead | access::kComputeWrite | access::kCopyWrite | skinWrites);
}

/// Makes visibility words and the largest error of reused poses visible to lists.comp. It reads
/// both and resets the error.
inline void cullBeforeLists(VkCommandBuffer commands) {
    if (injected::without("cullBeforeLists")) return;
    memoryBarrier(commands, access::kComputeWrite, access::kComputeRead | access::kComputeWrite);
}

/// Makes lists and arguments visible to kernels, vertex stages, attributes, indirect calls and the
/// copy of list lengths. Makes visibility words visible to the lines around a frozen culling
/// camera.
inline void listsBeforeUse(VkCommandBuffer commands) {
    if (injected::without("listsBeforeUse")) return;
    memoryBarrier(commands, access::kComputeWrite,
                  access::kComputeRead | access::kVertexRead | access::kAttributeRead |
                      access::kIndirectRead | access::kCopyRead);
}

/// Makes poses visible to boxes.comp, which computes boxes around them.
inline void poseBeforeBoxes(VkCommandBuffer commands) {
    if (injected::without("poseBeforeBoxes")) return;
    memoryBarrier(commands, access::kComputeWrite, access::kComputeRead);
}

/// Makes poses, morph weights and boxes that the GPU wrote visible to later kernels: second round
/// of culling, palette and skin. Also orders reads of lists and arguments before that round
/// overwrites them: the stage of a dispatch includes the earlier stage that reads its arguments.
inline void posesBeforeReads(VkCommandBuffer commands) {
    if (injected::without("posesBeforeReads")) return;
    memoryBarrier(commands, access::kComputeWrite, access::kComputeRead | access::kComputeWrite);
}

/// Makes the lengths of lists visible to the CPU, which reads them when the frame has finished.
inline void countsBeforeHost(VkCommandBuffer commands) {
    if (injected::without("countsBeforeHost")) return;
    memoryBarrier(commands, access::kCopyWrite, access::kHostRead);
}

/// Makes palettes visible to the skin kernel, or to the vertex stages that skin (storage buffer,
/// uniform buffer or texel buffer). Also makes poses, morph weights and boxes that the GPU wrote
/// visible to vertex stages: all methods with GPU poses have palettes.
inline void paletteBeforeSkin(VkCommandBuffer commands) {
    if (injected::without("paletteBeforeSkin")) return;
    memoryBarrier(commands, access::kComputeWrite,
                  access::kComputeRead | access::kComputeFetch | access::kVertexRead |
                      access::kVertexFetch | access::kVertexUniformRead);
}

/// Makes skinned vertices visible to the vertex stages of all passes. Many samples forget this
/// barrier. Vertex shaders pull vertices from a storage buffer; VERTEX_ATTRIBUTE_INPUT never reads
/// them.
inline void skinBeforeReads(VkCommandBuffer commands, Access skinWrites) {
    if (injected::without("skinBeforeReads")) return;
    memoryBarrier(commands, skinWrites, access::kVertexRead);
}

/// Orders the previous frame's reads of captured vertices before the capture pass overwrites them.
inline void previousReadsBeforeCapture(VkCommandBuffer commands) {
    if (injected::without("previousReadsBeforeCapture")) return;
    memoryBarrier(commands, {VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT}, access::kVertexWrite);
}

/// Makes captured vertices visible to the forward pass, which also reads the shown vertices.
inline void captureBeforeReads(VkCommandBuffer commands) {
    if (injected::without("captureBeforeReads")) return;
    memoryBarrier(commands, access::kVertexWrite, access::kVertexRead);
}

/// Orders the previous frame's builds, which read its skinned vertices, before this frame's skin
/// step. Recorded if one of the two frames has traced shadows.
inline void previousBuildBeforeSkinning(VkCommandBuffer commands, Access skinWrites) {
    if (injected::without("previousBuildBeforeSkinning")) return;
    memoryBarrier(commands, {access::kBuildRead.stage}, skinWrites);
}

/// Makes skinned vertices visible to refits, builds and the kernel that measures areas, and lists
/// and boxes to the kernel that writes instances. Also orders the previous frame's builds and rays
/// before this frame overwrites instances, indices, structures and scratch memory.
inline void skinBeforeBuild(VkCommandBuffer commands, Access skinWrites) {
    if (injected::without("skinBeforeBuild")) return;
    memoryBarrier(
        commands, skinWrites | access::kBuildWrite | Access{access::kFragmentTrace.stage},
        access::kBuildRead | access::kBuildWrite | access::kComputeRead | access::kComputeWrite);
}

/// Makes the indices of instances visible to builds. Recorded if the vertices of a crowd are in the
/// order of the visible list.
inline void indicesBeforeBuild(VkCommandBuffer commands) {
    if (injected::without("indicesBeforeBuild")) return;
    memoryBarrier(commands, access::kComputeWrite, access::kBuildRead);
}

/// Makes bottom-level structures and instances visible to the build of the top-level structure.
/// That build also reuses the scratch memory of the bottom-level builds.
inline void bottomBeforeTop(VkCommandBuffer commands) {
    if (injected::without("bottomBeforeTop")) return;
    memoryBarrier(commands, access::kBuildWrite | access::kComputeWrite,
                  access::kBuildRead | access::kBuildWrite);
}

/// Makes acceleration structures visible to the rays of the forward pass.
inline void topBeforeTracing(VkCommandBuffer commands) {
    if (injected::without("topBeforeTracing")) return;
    memoryBarrier(commands, access::kBuildWrite, access::kFragmentTrace);
}

/// Makes the areas of boxes visible to the CPU, which reads them when the frame has finished.
inline void areasBeforeHost(VkCommandBuffer commands) {
    if (injected::without("areasBeforeHost")) return;
    memoryBarrier(commands, access::kComputeWrite, access::kHostRead);
}

/// Orders the previous frame's depth writes and sampling before this frame's depth writes, and
/// discards the old contents. Without cascades neither this barrier nor shadowBeforeSampling is
/// recorded, because nothing reads the map.
inline void previousSamplingBeforeShadow(VkCommandBuffer commands, VkImage shadowMap) {
    if (injected::without("previousSamplingBeforeShadow")) return;
    imageBarrier(commands,
                 {.image = shadowMap,
                  .aspect = VK_IMAGE_ASPECT_DEPTH_BIT,
                  .before = access::kDepthWrite | Access{VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT},
                  .after = access::kDepthWrite,
                  .to = VK_IMAGE_LAYOUT_ATTACHMENT_OPTIMAL});
}

/// Makes the shadow map's depth visible to sampling in the forward pass.
inline void shadowBeforeSampling(VkCommandBuffer commands, VkImage shadowMap) {
    if (injected::without("shadowBeforeSampling")) return;
    imageBarrier(commands, {.image = shadowMap,
                            .aspect = VK_IMAGE_ASPECT_DEPTH_BIT,
                            .before = access::kDepthWrite,
                            .from = VK_IMAGE_LAYOUT_ATTACHMENT_OPTIMAL,
                            .after = access::kFragmentSample,
                            .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL});
}

/// Orders earlier colour writes and the use of the target before this frame's colour writes, and
/// discards the old contents. The use is a readback, or presentation: its semaphore waits at the
/// stage of colour writes.
inline void targetBeforeColor(VkCommandBuffer commands, VkImage target) {
    if (injected::without("targetBeforeColor")) return;
    imageBarrier(commands, {.image = target,
                            .before = access::kColorWrite | Access{VK_PIPELINE_STAGE_2_COPY_BIT},
                            .after = access::kColorWrite,
                            .to = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL});
}

/// Makes the prepass's depth visible to the depth tests and writes of the forward pass.
inline void depthBeforeForward(VkCommandBuffer commands) {
    if (injected::without("depthBeforeForward")) return;
    memoryBarrier(commands, access::kDepthWrite, access::kDepthWrite);
}

/// Makes the forward pass's colour visible to the UI, which draws over it.
inline void colorBeforeUi(VkCommandBuffer commands) {
    if (injected::without("colorBeforeUi")) return;
    memoryBarrier(commands, access::kColorWrite, access::kColorWrite);
}

/// Makes colour visible to readback. For presentation, the semaphore makes it visible.
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
