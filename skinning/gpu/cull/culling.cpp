// Creates the templates and the arguments of indirect calls, and records the dispatches of culling:
// by clip bounds before poses are computed and, if the GPU poses, once more by posed bounds
// afterwards.
#include "skinning/gpu/cull/culling.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "renderer/frame_ring.h"
#include "shaders/shared/culling.h"
#include "skinning/gpu/crowd/crowd_dispatch.h"
#include "skinning/gpu/crowd/gpu_mesh.h"

namespace sinew {
namespace {

constexpr VkDeviceSize kCountBytes = SINEW_HEADER_WORDS * sizeof(uint32_t);

std::vector<gpu::IndirectTemplate> indirectTemplatesOf(const SkinnedCrowd& crowd, CrowdStep step) {
    const SkinPlan& plan = crowd.plan();
    if (step == CrowdStep::skin) return crowd.method().skinTemplates(crowd);
    if (step == CrowdStep::palette) {
        if (!plan.facts().palettesOnGpu) return {};
        return {paletteDispatch(crowd).indirectTemplate()};
    }
    if (!plan.posedOnGpu()) return {};
    return {instanceDispatch(crowd).indirectTemplate()};
}

}  // namespace

IndirectTemplates IndirectTemplates::of(const SkinnedCrowd& crowd) {
    IndirectTemplates indirectTemplates{.instances = crowd.range().instanceCount};
    const GpuMesh& mesh = crowd.mesh().mesh;
    const auto begin = [&](uint32_t& first) {
        first = static_cast<uint32_t>(indirectTemplates.entries.size());
    };
    for (size_t i = 0; i < kCrowdSteps; ++i) {
        begin(indirectTemplates.steps[i]);
        std::ranges::copy(indirectTemplatesOf(crowd, static_cast<CrowdStep>(i)),
                          std::back_inserter(indirectTemplates.entries));
    }
    begin(indirectTemplates.points);
    // A capture needs all vertices, so no instance is at a coarser level of detail then.
    indirectTemplates.entries.push_back(
        {slotOf(0, SINEW_LIST_ANY), SINEW_CALL_DRAW, crowd.levels().front().vertexCount, 0});
    begin(indirectTemplates.draws);
    indirectTemplates.drawsPerList =
        static_cast<uint32_t>(mesh.draws.size() * crowd.levels().size());
    for (uint32_t list = SINEW_LIST_CAMERA; list < SINEW_LIST_COUNT; ++list) {
        for (size_t i = 0; i < mesh.draws.size(); ++i) {
            for (uint32_t level = 0; level < crowd.levels().size(); ++level) {
                const Draw& draw = level == 0 ? mesh.draws[i] : mesh.coarser[level - 1][i];
                indirectTemplates.entries.push_back({slotOf(level, list), SINEW_CALL_DRAW_INDEXED,
                                                     draw.indexCount, draw.firstIndex});
            }
        }
    }
    if (hasBlendedSurfaces(*crowd.plan().model)) {
        indirectTemplates.singleDraws = static_cast<uint32_t>(mesh.draws.size());
        indirectTemplates.entries.push_back({static_cast<uint32_t>(crowd.levels().size()),
                                             SINEW_CALL_SINGLES, indirectTemplates.draws,
                                             indirectTemplates.singleDraws});
    }
    return indirectTemplates;
}

Culling Culling::create(const Device& device, IndirectTemplates indirectTemplates) {
    Culling culling;
    culling.indirectTemplateBuffer_ = Buffer::create(
        device, {.name = "indirect call templates",
                 .bytes = indirectTemplates.entries.size() * sizeof(gpu::IndirectTemplate),
                 .memory = MemoryUse::upload});
    std::ranges::copy(indirectTemplates.entries,
                      culling.indirectTemplateBuffer_.mapped<gpu::IndirectTemplate>().begin());
    culling.listEnds_ = Buffer::create(
        device, {.name = "visible list ends", .bytes = SINEW_LIST_END_WORDS * sizeof(uint32_t)});
    culling.arguments_ = Buffer::create(device, {.name = "indirect arguments",
                                                 .bytes = indirectTemplates.allArgumentBytes(),
                                                 .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                                          VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT});
    for (uint32_t i = 0; i < kFramesInFlight; ++i) {
        culling.views_.push_back(Buffer::create(device, {.name = "views of the passes",
                                                         .bytes = sizeof(gpu::CullViews),
                                                         .memory = MemoryUse::upload}));
        culling.counts_.push_back(std::make_shared<const Buffer>(
            Buffer::create(device, {.name = "visible list lengths, readback",
                                    .bytes = kCountBytes,
                                    .memory = MemoryUse::readback})));
    }
    culling.indirectTemplates_ = std::move(indirectTemplates);
    return culling;
}

void Culling::recordCounts(VkCommandBuffer commands, uint32_t phase) const {
    const VkBufferCopy region{.size = kCountBytes};
    vkCmdCopyBuffer(commands, listEnds_.get(), counts(phase)->get(), 1, &region);
}

CullKernels CullKernels::create(Kernels& kernels, const ShaderLibrary& shaders,
                                const SkinnedCrowd& crowd, uint32_t cullBy) {
    const SkinVariant all = crowd.plan().variant();
    const SkinVariant cull{
        .culled = all.culled, .levels = all.levels, .rates = all.rates, .cullBy = cullBy};
    SkinVariant lists = cull;
    // A thread processes one visibility word at a time, so small crowds need only small workgroups.
    lists.workgroupSize = std::clamp(std::bit_ceil(crowd.range().instanceCount),
                                     SINEW_LEAST_COMPACT_THREADS, crowd.groupLimits().listsThreads);
    return {.cull = &kernels.compute(shaders, "cull.comp", cull.constants()),
            .lists = &kernels.compute(shaders, "lists.comp", lists.constants())};
}

void recordCull(Commands& commands, const SkinnedCrowd& crowd, Moment moment, uint32_t round) {
    const FrameBuffers buffers = crowd.buffers(moment.phase);
    static_assert(kMostInstances / SINEW_KERNEL_GROUP < 65535, "one row of workgroups");
    commands.dispatch(
        *crowd.kernels().cull[round].cull,
        {crowd.clipBoxes(), crowd.mesh().mesh.levelEntries, buffers.requests, buffers.playback,
         buffers.placements, buffers.boxes, crowd.culling()->views(moment.phase), buffers.lastPoses,
         buffers.visibility, buffers.listEnds},
        crowd.constants(), {gpu::groupsOf(1, 1, crowd.range().instanceCount)});
}

void recordLists(Commands& commands, const SkinnedCrowd& crowd, Moment moment, uint32_t round) {
    const FrameBuffers buffers = crowd.buffers(moment.phase);
    commands.dispatch(*crowd.kernels().cull[round].lists,
                      {crowd.mesh().mesh.levelEntries, buffers.visibility,
                       crowd.culling()->indirectTemplateBuffer(), buffers.listEnds,
                       buffers.visibleLists, crowd.culling()->arguments(), buffers.firstVertices},
                      crowd.constants(), {});
}

}  // namespace sinew
