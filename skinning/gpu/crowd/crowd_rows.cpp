// Describes buffers as rows: name, bytes, writer.
#include "skinning/gpu/crowd/crowd_rows.h"

#include "shaders/shared/clips.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/instance.h"
#include "shaders/shared/playback.h"
#include "shaders/shared/variant.h"
#include "skinning/cpu/crowd_input.h"
#include "skinning/packing/clip_words.h"

namespace sinew {
namespace {

WrittenBy posesWriter(const SkinPlan& plan) {
    return plan.posedOnGpu() ? WrittenBy::gpu : WrittenBy::cpuPose;
}

/// Rows for the requests of instances, and for the playback from which shaders derive requests.
constexpr BufferRow kRequests[] = {{.name = "pose requests",
                                    .buffer = CrowdBuffer::requests,
                                    .bytes = sizeof(gpu::PoseRequest),
                                    .writer = WrittenBy::cpuMethod,
                                    .everyFrame = false},
                                   {.name = "playback",
                                    .buffer = CrowdBuffer::playback,
                                    .bytes = sizeof(gpu::Playback),
                                    .per = Per::crowd,
                                    .writer = WrittenBy::cpuMethod}};

/// Returns the buffers from which the GPU computes poses.
BufferList posingRows(const Model& model) {
    BufferList list(std::begin(kRequests), std::end(kRequests));
    list.push_back(modelRow("joints", (model.skeleton.size() + 1) * sizeof(gpu::JointEntry)));
    // clipBytes() is an upper bound for packed clips.
    list.push_back(modelRow("clips", clipBytes(model)));
    return list;
}

}  // namespace

BufferList cullingRows(const SkinPlan& plan) {
    if (!plan.culled()) return {};
    BufferList list{
        modelRow("bounds of clips", (plan.model->clips.size() + 2) * sizeof(gpu::ClipEntry)),
        {.name = "visibility words",
         .buffer = CrowdBuffer::visibility,
         .bytes = sizeof(uint32_t),
         .writer = WrittenBy::gpu,
         .keptByKernels = true},
        {.name = "visible lists",
         .buffer = CrowdBuffer::visibleLists,
         .bytes = (SINEW_LIST_COUNT + (plan.rated() ? 1 : 0)) * sizeof(uint32_t),
         .writer = WrittenBy::gpu,
         .usage = VK_BUFFER_USAGE_VERTEX_BUFFER_BIT},
    };
    if (plan.culledConstant() == SINEW_CULLED_STORED_BY_LIST) {
        list.push_back({.name = "first vertices of instances",
                        .buffer = CrowdBuffer::firstVertices,
                        .bytes = sizeof(uint32_t),
                        .writer = WrittenBy::gpu});
    }
    if (plan.rated()) {
        list.push_back({.name = "requests of the last poses",
                        .buffer = CrowdBuffer::lastPoses,
                        .bytes = sizeof(gpu::LastPose),
                        .writer = WrittenBy::gpu,
                        .keptByKernels = true});
    }
    if (!plan.posedOnGpu()) list.insert(list.end(), std::begin(kRequests), std::end(kRequests));
    return list;
}

BufferRow posesRow(const SkinPlan& plan) {
    return {.name = "poses",
            .buffer = CrowdBuffer::poses,
            .bytes = plan.model->skeleton.size() * sizeof(gpu::Affine),
            .writer = posesWriter(plan),
            .everyFrame = plan.facts().palettesOnGpu};
}

BufferRow boxesRow(const SkinPlan& plan) {
    return {.name = "boxes",
            .buffer = CrowdBuffer::boxes,
            .bytes = sizeof(gpu::BoxEntry),
            .writer = plan.posedOnGpu() ? WrittenBy::gpu : WrittenBy::cpuMethod,
            .everyFrame = plan.compact()};
}

BufferRow skinnedVerticesRow(const SkinPlan& plan, WrittenBy writer, VkBufferUsageFlags usage) {
    // Only vertices that are stored by list have a budget. The CPU stores vertices by instance.
    const bool shared = plan.culledConstant() == SINEW_CULLED_STORED_BY_LIST &&
                        plan.vertexBudget > 0 && plan.levels && !plan.levels->coarser.empty();
    return {
        .name = writer == WrittenBy::gpu ? "shared vertex buffer" : "vertices skinned by the CPU",
        .buffer = CrowdBuffer::skinned,
        .bytes = plan.skinnedBytes(),
        .least = shared ? plan.levels->coarser.back().vertexCount *
                              uint64_t{skinnedVertexBytes(plan.settings().output)}
                        : 0,
        .budget = shared ? plan.vertexBudget : 0,
        .writer = writer,
        .usage = usage | kBuildInput};
}

BufferList paletteRows(const SkinPlan& plan) {
    BufferList list{{.name = "palettes",
                     .buffer = CrowdBuffer::palettes,
                     .bytes = plan.paletteBytes(),
                     .writer = WrittenBy::gpu,
                     .usage = VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT}};
    if (plan.posedOnGpu()) {
        for (const BufferRow& row : posingRows(*plan.model)) list.push_back(row);
    }
    if (const size_t weights = plan.model->restMorphWeights.size(); weights > 0) {
        list.push_back({.name = "morph weights",
                        .buffer = CrowdBuffer::morphWeights,
                        .bytes = weights * sizeof(float),
                        .writer = posesWriter(plan)});
    }
    if (plan.palette.normalBytes > 0) {
        list.push_back({.name = "normal palettes",
                        .buffer = CrowdBuffer::normalPalettes,
                        .bytes = uint64_t{plan.palette.stride} * plan.palette.normalBytes,
                        .writer = WrittenBy::gpu});
    }
    return list;
}

}  // namespace sinew
