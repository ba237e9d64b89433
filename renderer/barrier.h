// Memory and image barriers of synchronization2.
#pragma once

#include "renderer/device/vulkan.h"

namespace sinew {

struct Access {
    VkPipelineStageFlags2 stage = VK_PIPELINE_STAGE_2_NONE;
    VkAccessFlags2 access = VK_ACCESS_2_NONE;
};

namespace access {
inline constexpr Access kNone{};
inline constexpr Access kComputeRead{VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                     VK_ACCESS_2_SHADER_STORAGE_READ_BIT};
inline constexpr Access kComputeWrite{VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                      VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT};
inline constexpr Access kVertexRead{VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT,
                                    VK_ACCESS_2_SHADER_STORAGE_READ_BIT};
/// Reads of uniform texel buffers.
inline constexpr Access kComputeFetch{VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                      VK_ACCESS_2_SHADER_SAMPLED_READ_BIT};
inline constexpr Access kVertexFetch{VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT,
                                     VK_ACCESS_2_SHADER_SAMPLED_READ_BIT};
inline constexpr Access kVertexWrite{VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT,
                                     VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT};
inline constexpr Access kVertexUniformRead{VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT,
                                           VK_ACCESS_2_UNIFORM_READ_BIT};
inline constexpr Access kAttributeRead{VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT,
                                       VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT};
inline constexpr Access kIndirectRead{VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT,
                                      VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT};
inline constexpr Access kFeedbackWrite{VK_PIPELINE_STAGE_2_TRANSFORM_FEEDBACK_BIT_EXT,
                                       VK_ACCESS_2_TRANSFORM_FEEDBACK_WRITE_BIT_EXT};
inline constexpr Access kFragmentSample{VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                                        VK_ACCESS_2_SHADER_SAMPLED_READ_BIT};
/// Builds of acceleration structures read vertices, indices, instances and structures, and write
/// structures and scratch memory. Only on devices with ray queries.
inline constexpr Access kBuildRead{
    VK_PIPELINE_STAGE_2_ACCELERATION_STRUCTURE_BUILD_BIT_KHR,
    VK_ACCESS_2_SHADER_READ_BIT | VK_ACCESS_2_ACCELERATION_STRUCTURE_READ_BIT_KHR};
inline constexpr Access kBuildWrite{VK_PIPELINE_STAGE_2_ACCELERATION_STRUCTURE_BUILD_BIT_KHR,
                                    VK_ACCESS_2_ACCELERATION_STRUCTURE_READ_BIT_KHR |
                                        VK_ACCESS_2_ACCELERATION_STRUCTURE_WRITE_BIT_KHR};
inline constexpr Access kFragmentTrace{VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                                       VK_ACCESS_2_ACCELERATION_STRUCTURE_READ_BIT_KHR};
inline constexpr Access kDepthWrite{
    VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT,
    VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT};
inline constexpr Access kColorWrite{
    VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
    VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT};
inline constexpr Access kCopyRead{VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_READ_BIT};
inline constexpr Access kCopyWrite{VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT};
inline constexpr Access kBlitRead{VK_PIPELINE_STAGE_2_BLIT_BIT, VK_ACCESS_2_TRANSFER_READ_BIT};
inline constexpr Access kBlitWrite{VK_PIPELINE_STAGE_2_BLIT_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT};
inline constexpr Access kHostRead{VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT};
inline constexpr Access kEverything{VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                    VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT};
}  // namespace access

constexpr Access operator|(Access a, Access b) {
    return {a.stage | b.stage, a.access | b.access};
}

/// Accesses `after` wait for accesses `before` and see their writes. A write after a read needs
/// only an execution dependency: pass Access{stage} as `before`.
void memoryBarrier(VkCommandBuffer commands, Access before, Access after);

/// A layout transition writes the image. So `before` must name the previous writes even if `from`
/// is VK_IMAGE_LAYOUT_UNDEFINED, which discards the contents.
struct ImageTransition {
    VkImage image = VK_NULL_HANDLE;
    VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;
    Access before;
    VkImageLayout from = VK_IMAGE_LAYOUT_UNDEFINED;
    Access after;
    VkImageLayout to = VK_IMAGE_LAYOUT_UNDEFINED;
    uint32_t firstMip = 0;
    uint32_t mipCount = VK_REMAINING_MIP_LEVELS;
};
void imageBarrier(VkCommandBuffer commands, const ImageTransition& transition);

}  // namespace sinew
