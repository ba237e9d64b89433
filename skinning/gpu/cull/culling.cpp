// Templates and arguments of indirect calls.
#include "skinning/gpu/cull/culling.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <utility>

#include "renderer/frame_ring.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/view.h"
#include "skinning/gpu/crowd/crowd_work.h"
#include "skinning/gpu/pose/bounds.h"
#include "skinning/packing/influences.h"

namespace sinew {
namespace {

constexpr VkDeviceSize kCountBytes = SINEW_HEADER_WORDS * sizeof(uint32_t);

std::vector<gpu::CallEntry> callsOf(const SkinnedCrowd& crowd, CrowdStep step) {
    const SkinPlan& plan = crowd.plan();
    if (step == CrowdStep::skin) return crowd.method().skinCalls(crowd);
    if (step == CrowdStep::palette) {
        if (!plan.facts().palettesOnGpu) return {};
        return {paletteWork(crowd).call()};
    }
    if (!plan.posedOnGpu()) return {};
    return {instanceWork(crowd).call()};
}

}  // namespace

CrowdCalls CrowdCalls::of(const SkinnedCrowd& crowd) {
    CrowdCalls calls{.instances = crowd.range().instanceCount};
    const GpuMesh& mesh = crowd.mesh().mesh;
    const auto begin = [&](uint32_t& first) {
        first = static_cast<uint32_t>(calls.entries.size());
    };
    for (size_t i = 0; i < kCrowdSteps; ++i) {
        begin(calls.steps[i]);
        std::ranges::copy(callsOf(crowd, static_cast<CrowdStep>(i)),
                          std::back_inserter(calls.entries));
    }
    begin(calls.points);
    // A capture needs all vertices: no instance is at a coarser level.
    calls.entries.push_back(
        {slotOf(0, SINEW_LIST_ANY), SINEW_CALL_DRAW, crowd.levels().front().vertexCount, 0});
    begin(calls.draws);
    calls.drawsPerList = static_cast<uint32_t>(mesh.draws.size() * crowd.levels().size());
    for (uint32_t list = SINEW_LIST_CAMERA; list < SINEW_LIST_COUNT; ++list) {
        for (size_t i = 0; i < mesh.draws.size(); ++i) {
            for (uint32_t level = 0; level < crowd.levels().size(); ++level) {
                const Draw& draw = level == 0 ? mesh.draws[i] : mesh.coarser[level - 1][i];
                calls.entries.push_back({slotOf(level, list), SINEW_CALL_DRAW_INDEXED,
                                         draw.indexCount, draw.firstIndex});
            }
        }
    }
    if (hasBlendedSurfaces(*crowd.plan().model)) {
        calls.singles = static_cast<uint32_t>(mesh.draws.size());
        calls.entries.push_back({static_cast<uint32_t>(crowd.levels().size()), SINEW_CALL_SINGLES,
                                 calls.draws, calls.singles});
    }
    return calls;
}

Culling Culling::create(const Device& device, CrowdCalls calls) {
    Culling culling;
    culling.callTemplates_ =
        Buffer::create(device, {.name = "indirect call templates",
                                .bytes = calls.entries.size() * sizeof(gpu::CallEntry),
                                .memory = MemoryUse::upload});
    std::ranges::copy(calls.entries, culling.callTemplates_.mapped<gpu::CallEntry>().begin());
    culling.listEnds_ = Buffer::create(
        device, {.name = "visible list ends", .bytes = SINEW_LIST_END_WORDS * sizeof(uint32_t)});
    culling.arguments_ = Buffer::create(device, {.name = "indirect arguments",
                                                 .bytes = calls.allArgumentBytes(),
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
    culling.calls_ = std::move(calls);
    return culling;
}

void Culling::recordCounts(VkCommandBuffer commands, uint32_t phase) const {
    const VkBufferCopy region{.size = kCountBytes};
    vkCmdCopyBuffer(commands, listEnds_.get(), counts(phase)->get(), 1, &region);
}

}  // namespace sinew
