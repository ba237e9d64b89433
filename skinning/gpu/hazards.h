// The hazards of a frame: what must have happened before what. They are numbered in the order in
// which they stand in a frame, those of culling behind the others; recordFrame places them, each
// with the buffers or images that it guards.
//
// "Before" names the stage whose work must be over and the writes that must be visible; after a
// read only the execution order matters (write after read), so no access is named there. A change
// of layout is a write of its own: where it drops the old content (9, 11), the writes that made
// that content are named too. They must have reached memory before it, whoever read them since.
#pragma once

#include <span>

#include "renderer/barrier.h"
#include "skinning/injected_fault.h"

namespace sinew::hazard {

using Buffers = std::span<const VkBuffer>;  // of all pages

/// 15. The previous frame's reads of lists and arguments (kernels, vertex stages, attributes,
/// indirect calls, the copy of lengths), of masks by the kernel that lists and by the lines around
/// a frozen culling camera, and that copy -> this frame's culling, which reads the masks for the
/// levels of detail in them. Where a crowd is culled: before all others.
inline void previousReadsBeforeCull(VkCommandBuffer commands, Buffers seen, Buffers lists,
                                    Buffers counts) {
    if (injected::without(15)) return;
    bufferBarriers(commands, counts, access::kCopyWrite, access::kCopyWrite);
    bufferBarriers(commands, seen,
                   access::kComputeWrite | Access{VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT},
                   access::kComputeRead | access::kComputeWrite);
    bufferBarriers(
        commands, lists,
        {VK_PIPELINE_STAGE_2_COPY_BIT | VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT |
         VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT |
         VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT},
        access::kComputeWrite);
}

/// 16. Masks and counts -> the kernel that finds the ends of lists, and adds up the counts.
inline void cullBeforeEnds(VkCommandBuffer commands, Buffers seen) {
    if (injected::without(16)) return;
    bufferBarriers(commands, seen, access::kComputeWrite,
                   access::kComputeRead | access::kComputeWrite);
}

/// 17. Those, and ends and arguments -> the kernel that makes lists, and the one that makes calls.
inline void endsBeforeLists(VkCommandBuffer commands, Buffers seen, Buffers lists) {
    if (injected::without(17)) return;
    bufferBarriers(commands, seen, access::kComputeWrite, access::kComputeRead);
    bufferBarriers(commands, lists, access::kComputeWrite,
                   access::kComputeRead | access::kComputeWrite);
}

/// 18. Lists and arguments -> kernels, vertex stages, attributes, and indirect calls; masks -> the
/// lines around a frozen culling camera.
inline void listsBeforeUse(VkCommandBuffer commands, Buffers seen, Buffers lists) {
    if (injected::without(18)) return;
    bufferBarriers(commands, seen, access::kComputeWrite, access::kVertexRead);
    bufferBarriers(commands, lists, access::kComputeWrite,
                   access::kComputeRead | access::kVertexRead | access::kAttributeRead |
                       access::kIndirectRead | access::kCopyRead);
}

/// 19. Lengths of lists -> the CPU reads them, when the frame has finished.
inline void countsBeforeHost(VkCommandBuffer commands, Buffers counts) {
    if (injected::without(19)) return;
    bufferBarriers(commands, counts, access::kCopyWrite, access::kHostRead);
}

/// 1. The previous frame's reads of poses, morph weights and boxes, by culling, by steps 5 and 6,
/// by vertex stages and by overlays -> this frame's writes of these, where the GPU poses.
inline void previousReadsBeforePose(VkCommandBuffer commands, Buffers poses, Buffers boxes) {
    if (injected::without(1)) return;
    for (const Buffers each : {poses, boxes}) {
        bufferBarriers(
            commands, each,
            {VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT},
            access::kComputeWrite);
    }
}

/// 2. Pose writes -> those reads, and the kernel that makes boxes.
inline void poseBeforeReads(VkCommandBuffer commands, Buffers poses) {
    if (injected::without(2)) return;
    bufferBarriers(commands, poses, access::kComputeWrite,
                   access::kComputeRead | access::kVertexRead);
}

/// 20. Boxes around poses of the GPU -> the culling by them, the skin step and vertex stages that
/// read compact vertices, and overlays.
inline void boxesBeforeReads(VkCommandBuffer commands, Buffers boxes) {
    if (injected::without(20)) return;
    bufferBarriers(commands, boxes, access::kComputeWrite,
                   access::kComputeRead | access::kVertexRead);
}

/// 21. Reads of the lists by which poses and boxes are made, of their arguments, and of masks ->
/// the culling by these boxes, which makes all anew.
inline void firstListsBeforeCull(VkCommandBuffer commands, Buffers seen, Buffers lists) {
    if (injected::without(21)) return;
    bufferBarriers(commands, seen, access::kComputeWrite,
                   access::kComputeRead | access::kComputeWrite);
    bufferBarriers(commands, lists,
                   {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT},
                   access::kComputeWrite);
}

/// 3. The previous frame's reads of the palettes -> this frame's palette writes.
inline void previousReadsBeforePalette(VkCommandBuffer commands, Buffers palettes) {
    if (injected::without(3)) return;
    bufferBarriers(commands, palettes,
                   {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT},
                   access::kComputeWrite);
}

/// 4. Palette writes -> the skin step reads them; in the vertex methods and in `feedback`, the
/// vertex stage does, from a storage or a uniform buffer or as texels.
inline void paletteBeforeSkin(VkCommandBuffer commands, Buffers palettes) {
    if (injected::without(4)) return;
    bufferBarriers(commands, palettes, access::kComputeWrite,
                   access::kComputeRead | access::kComputeFetch | access::kVertexRead |
                       access::kVertexFetch | access::kVertexUniformRead);
}

/// 5. The previous frame's vertex fetch -> this frame's writes to the shared vertex buffer, by
/// compute or by transform feedback. Vertices are pulled from a storage buffer by the vertex
/// shader; VERTEX_ATTRIBUTE_INPUT never reads them.
inline void previousFetchBeforeSkin(VkCommandBuffer commands, Buffers vertices, Access skinWrite) {
    if (injected::without(5)) return;
    bufferBarriers(commands, vertices, {VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT}, skinWrite);
}

/// 6. Skin writes -> vertex fetch by the shadow and forward passes: the barrier that samples
/// forget.
inline void skinBeforeFetch(VkCommandBuffer commands, Buffers vertices, Access skinWrite) {
    if (injected::without(6)) return;
    bufferBarriers(commands, vertices, skinWrite, access::kVertexRead);
}

/// 7. The previous frame's fetch of the compared way's vertices -> capture writes.
inline void previousFetchBeforeCapture(VkCommandBuffer commands, Buffers captured) {
    if (injected::without(7)) return;
    bufferBarriers(commands, captured, {VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT},
                   access::kVertexWrite);
}

/// 8. Capture writes -> fetch by the forward pass, beside the vertices of the way that is shown.
inline void captureBeforeFetch(VkCommandBuffer commands, Buffers captured) {
    if (injected::without(8)) return;
    bufferBarriers(commands, captured, access::kVertexWrite, access::kVertexRead);
}

/// 9. The previous frame's depth writes and their sampling -> depth writes; the old content goes.
/// Without cascades neither this nor 10: the map stays as it is, and nothing reads it.
inline void previousSamplingBeforeShadow(VkCommandBuffer commands, VkImage shadowMap) {
    if (injected::without(9)) return;
    imageBarrier(commands,
                 {.image = shadowMap,
                  .aspect = VK_IMAGE_ASPECT_DEPTH_BIT,
                  .before = access::kDepthWrite | Access{VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT},
                  .after = access::kDepthWrite,
                  .to = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL});
}

/// 10. Depth writes -> sampling by the forward pass.
inline void shadowBeforeSampling(VkCommandBuffer commands, VkImage shadowMap) {
    if (injected::without(10)) return;
    imageBarrier(commands, {.image = shadowMap,
                            .aspect = VK_IMAGE_ASPECT_DEPTH_BIT,
                            .before = access::kDepthWrite,
                            .from = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
                            .after = access::kFragmentSample,
                            .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL});
}

/// 11. The target's colour writes and their use (presentation: the semaphore waits at the stage of
/// these writes; or readback) -> colour writes; the old content goes.
inline void targetBeforeColor(VkCommandBuffer commands, VkImage target) {
    if (injected::without(11)) return;
    imageBarrier(commands, {.image = target,
                            .before = access::kColorWrite | Access{VK_PIPELINE_STAGE_2_COPY_BIT},
                            .after = access::kColorWrite,
                            .to = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL});
}

/// 12. The prepass's depth -> the forward pass's depth tests and writes.
inline void depthBeforeForward(VkCommandBuffer commands) {
    if (injected::without(12)) return;
    memoryBarrier(commands, access::kDepthWrite, access::kDepthWrite);
}

/// 13. The forward pass's colour -> the ui draws over it.
inline void colorBeforeUi(VkCommandBuffer commands) {
    if (injected::without(13)) return;
    memoryBarrier(commands, access::kColorWrite, access::kColorWrite);
}

/// 14. Colour -> presentation (made visible by the semaphore) or readback.
inline void colorBeforeLeaving(VkCommandBuffer commands, VkImage target, VkImageLayout layout) {
    if (injected::without(14)) return;
    const bool readback = layout == VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    imageBarrier(commands, {.image = target,
                            .before = access::kColorWrite,
                            .from = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                            .after = readback ? access::kCopyRead : access::kNone,
                            .to = layout});
}

}  // namespace sinew::hazard
