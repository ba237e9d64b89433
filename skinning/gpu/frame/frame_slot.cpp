// Creates a frame slot, binds its descriptor sets and collects its statistics.
#include "skinning/gpu/frame/frame_slot.h"

#include <algorithm>

#include "renderer/commands.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/view.h"
#include "skinning/gpu/crowd/skinned_crowd.h"
#include "skinning/gpu/cull/listed_instances.h"
#include "skinning/gpu/frame/hazards.h"

namespace sinew {

void FrameCounts::setCrowds(std::span<const CrowdNow> shown, const FrameSettings& settings,
                            Moment moment, FrameStatistics& statistics) {
    counted_.clear();
    for (const CrowdNow& now : shown) {
        const SkinnedCrowd& crowd = now.crowd;
        statistics.verticesSkinned += crowd.verticesSkinned(passesOf(settings));
        statistics.instances += crowd.range().instanceCount;
        const std::span<const gpu::LevelEntry> levels = crowd.levels();
        Counted& counted = counted_.emplace_back();
        if (crowd.culling()) counted.counts = crowd.culling()->counts(moment.phase);
        counted.instances = crowd.range().instanceCount;
        std::copy(levels.begin(), levels.end(), counted.levels.begin());
        counted.levelCount = static_cast<uint32_t>(levels.size());
        counted.passesSkin = crowd.method().facts.passesSkin;
        counted.rated = crowd.plan().rated();
        counted.vertexBytes = crowd.vertexBytes();
    }
    cameraPasses_ = settings.depthPrepass ? 2 : 1;
    cascades_ = settings.mapCascades();
    ratePixels_ = settings.ratePixels;
}

void FrameCounts::addTo(FrameStatistics& statistics) const {
    ListedInstances all;
    VertexMemory memory;
    uint64_t verticesSkinned = 0;
    bool culled = false;
    for (const Counted& each : counted_) {
        const auto& [counts, instances, levels, levelCount, passesSkin, rated, bytes] = each;
        const uint64_t vertices = levels.front().vertexCount;
        const ListedInstances listed =
            counts ? sumOfCounts(*counts, std::span(levels).first(levelCount), rated)
                   : listsOfAll(instances, cascades_, vertices);
        add(listed, all);
        verticesSkinned += passesSkin
                               ? listed.verticesInView * cameraPasses_ + listed.verticesInShadows
                               : listed.vertices;
        memory.allocated += bytes.allocated;
        memory.requested += bytes.aVertex * listed.verticesRequested;
        memory.ofAll += bytes.aVertex * vertices * instances;
        culled |= counts != nullptr;
    }
    all.mostOff *= ratePixels_;  // the GPU reports a share of the limit
    if (memory.allocated > 0) statistics.vertexMemory = memory;
    if (!culled) return;
    statistics.listed = all;
    statistics.verticesSkinned = verticesSkinned;
}

FrameSlot FrameSlot::create(const Device& device, const DescriptorPool& pool,
                            const PassLayouts& layouts) {
    FrameSlot slot;
    slot.view = Buffer::create(device, {.name = "view constants",
                                        .bytes = sizeof(gpu::ViewConstants),
                                        .usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT,
                                        .memory = MemoryUse::upload});
    slot.viewSet = allocateSet(device, pool, layouts.view, "view");
    if (device.has().rayQuery) {
        slot.tracedSet = allocateSet(device, pool, layouts.view, "view, traced");
    }
    slot.timer = GpuTimer::create(device, kFrameScopes);
    slot.invocations = InvocationCounter::create(device, kCountedParts);
    return slot;
}

void FrameSlot::collect(FrameStatistics& newest, std::optional<uint64_t>& lastSpanEnd) const {
    if (statistics.frameIndex <= newest.frameIndex) return;
    newest = statistics;
    for (uint32_t i = 0; i < kStepCount; ++i) {
        newest.steps[i].gpuMs = timer.resultMs(i);
        newest.compared[i].gpuMs = timer.resultMs(kScopesPerMethod + i);
    }
    const auto addSecondCull = [&](uint32_t firstScope, StepTime& cull) {
        const std::optional<double> ms = timer.resultMs(firstScope + kSecondCullScope);
        if (cull.gpuMs && ms) *cull.gpuMs += *ms;
    };
    addSecondCull(0, newest.steps[indexOf(Step::cull)]);
    addSecondCull(kScopesPerMethod, newest.compared[indexOf(Step::cull)]);
    counts.addTo(newest);
    const std::optional<GpuTimer::Span> span = timer.ownSpan(lastSpanEnd);
    lastSpanEnd.reset();
    if (span) {
        newest.gpuSpanMs = span->ms;
        lastSpanEnd = span->end;
    }
    const std::vector<uint64_t> counted = invocations.results();
    newest.vertexInvocations.reset();
    newest.forwardInvocations.reset();
    if (!counted.empty()) {
        newest.forwardInvocations = counted[kCountedForward];
        newest.vertexInvocations = counted[kCountedDepth] + counted[kCountedForward];
    }
}

namespace {

VkWriteDescriptorSet writeOf(VkDescriptorSet set, uint32_t binding, VkDescriptorType type) {
    return {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = set,
            .dstBinding = binding,
            .descriptorCount = 1,
            .descriptorType = type};
}

void bindView(const Device& device, const ShadowPass& pass, const FrameSlot& slot,
              VkDescriptorSet set) {
    const VkDescriptorBufferInfo view{slot.view.get(), 0, sizeof(gpu::ViewConstants)};
    const VkDescriptorImageInfo map{pass.sampler(), pass.map().view(),
                                    VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    VkWriteDescriptorSet writes[] = {writeOf(set, 0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER),
                                     writeOf(set, 1, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER)};
    writes[0].pBufferInfo = &view;
    writes[1].pImageInfo = &map;
    vkUpdateDescriptorSets(device.get(), 2, writes, 0, nullptr);
}

}  // namespace

void bindShadowMap(const Device& device, const ShadowPass& pass, std::span<const FrameSlot> slots) {
    runCommands(device, [&](VkCommandBuffer commands) {
        hazard::previousSamplingBeforeShadow(commands, pass.map().get());
        hazard::shadowBeforeSampling(commands, pass.map().get());
    });
    for (const FrameSlot& slot : slots) {
        bindView(device, pass, slot, slot.viewSet);
        if (slot.tracedSet) bindView(device, pass, slot, slot.tracedSet);
    }
}

void bindTopLevel(const Device& device, const FrameSlot& slot, VkAccelerationStructureKHR top) {
    const VkWriteDescriptorSetAccelerationStructureKHR structures{
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR,
        .accelerationStructureCount = 1,
        .pAccelerationStructures = &top,
    };
    VkWriteDescriptorSet write =
        writeOf(slot.tracedSet, 2, VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR);
    write.pNext = &structures;
    vkUpdateDescriptorSets(device.get(), 1, &write, 0, nullptr);
}

}  // namespace sinew
