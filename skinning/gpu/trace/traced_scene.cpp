// Creates acceleration structures, and records their refits and builds.
#include "skinning/gpu/trace/traced_scene.h"

#include <fmt/format.h>

#include <algorithm>

#include "shaders/shared/groups.h"
#include "shaders/shared/trace.h"
#include "shaders/shared/variant.h"
#include "skinning/gpu/crowd/crowd_now.h"
#include "skinning/gpu/crowd/gpu_mesh.h"
#include "skinning/gpu/crowd/skinned_crowd.h"
#include "skinning/gpu/frame/hazards.h"
#include "skinning/gpu/skin/skin_variant.h"
#include "skinning/injected_fault.h"

namespace sinew {
namespace {

gpu::TraceConstants constantsOf(const SkinnedCrowd& crowd, uint32_t firstInstance) {
    return {.instanceCount = crowd.range().instanceCount,
            .firstInstance = firstInstance,
            .measured = 0,
            .indexCount = 0,
            .vertexCount = crowd.constants().vertexCount};
}

/// Throws if the budget is exceeded, because some systems grant more memory than they have.
void requireMemory(const Device& device, uint64_t bytes, uint32_t instances) {
    const MemoryReport memory = device.memory();
    const uint64_t inUse = std::max(memory.used, memory.ours);
    const uint64_t free = memory.budget - std::min(inUse, memory.budget);
    if (memory.budget == 0 || bytes <= free) return;
    throw VulkanError(
        VK_ERROR_OUT_OF_DEVICE_MEMORY,
        fmt::format("traced shadows: acceleration structures of {} instances need {} MiB, and {} "
                    "of the device's budget of {} MiB are in use; use at most {} instances, or "
                    "--shadows map",
                    instances, bytes >> 20, inUse >> 20, memory.budget >> 20,
                    std::max<uint64_t>(free * instances / bytes, 1)));
}

}  // namespace

TracedScene::TracedCrowd TracedScene::describe(const CrowdNow& now, uint32_t firstInstance) const {
    const SkinnedCrowd& crowd = now.crowd;
    requireTraceable(*device_, *crowd.plan().model, crowd.plan().choice);
    const gpu::SkinConstants& constants = crowd.constants();
    const bool byList = crowd.plan().culledConstant() == SINEW_CULLED_STORED_BY_LIST;
    TracedCrowd traced;
    traced.crowd = &crowd;
    traced.firstInstance = firstInstance;
    traced.structure = instanceStructure(*device_, crowd.plan(),
                                         byList ? constants.vertexCapacity : constants.vertexCount);
    traced.structure.geometry.indices = crowd.mesh().mesh.indices.address();
    return traced;
}

void TracedScene::allocate(TracedCrowd& traced) const {
    const uint32_t count = traced.crowd->range().instanceCount;
    traced.bottom = StructurePool::create(
        *device_, "structures of " + traced.crowd->plan().model->name,
        VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR, traced.structure.sizes.bytes, count);
    std::vector<VkDeviceAddress> addresses;
    for (const AccelerationStructure& structure : traced.bottom.structures) {
        addresses.push_back(structure.address);
    }
    Uploader uploader(*device_);
    traced.addresses = uploader.buffer("addresses of structures", addresses);
    uploader.finish();
    if (traced.structure.byList) {
        traced.indices = InstanceIndices::create(*device_, *traced.crowd, traced.structure);
        return;
    }
    for (TracedCrowd::Growth& growth : traced.growth) {
        growth.areas = Buffer::create(*device_, {.name = "areas of structures",
                                                 .bytes = uint64_t{count} * sizeof(float),
                                                 .memory = MemoryUse::readback});
    }
    traced.policy = RebuildPolicy(count);
}

TracedScene::TracedScene(const Device& device, std::span<const CrowdNow> crowds)
    : device_(&device) {
    uint64_t instances = 0;
    for (const CrowdNow& now : crowds) instances += now.crowd.range().instanceCount;
    // The index of an instance in the scene has 24 bits.
    const uint64_t most = std::min<uint64_t>(device.traceLimits().maxInstanceCount, 1u << 24);
    if (instances > most) {
        throw std::runtime_error(fmt::format(
            "traced shadows: {} instances, and '{}' traces at most {}; use --shadows map",
            instances, device.info().properties.deviceName, most));
    }
    uint64_t bytes = 0, scratch = 0, largest = 0;
    for (const CrowdNow& now : crowds) {
        TracedCrowd traced = describe(now, work_.instances);
        if (traced.structure.ranges.empty()) continue;
        const uint32_t count = now.crowd.range().instanceCount;
        const StructureSizes& sizes = traced.structure.sizes;
        const uint64_t each = std::max(sizes.buildScratch, sizes.updateScratch);
        work_.instances += count;
        const BufferSums sums = tracedSums(device, now.crowd.plan());
        bytes += count * sums.bytesPerInstance;
        largest = std::max(largest, each);
        scratch += count * sums.budgetPerInstance;
        crowds_.push_back(std::move(traced));
    }
    topSizes_ = topLevelSizes(device, work_.instances);
    requireMemory(device, bytes + std::min(scratch, StructureBuilds::kMostScratchBytes),
                  work_.instances);
    for (TracedCrowd& traced : crowds_) {
        allocate(traced);
        work_.structureBytes += traced.bottom.bytes();
        if (traced.indices) work_.structureBytes += traced.indices->bytes();
    }
    instances_ =
        Buffer::create(device, {.name = "traced instances",
                                .bytes = uint64_t{work_.instances} * sizeof(gpu::TraceInstance),
                                .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | kBuildInput});
    top_ = StructurePool::create(device, "scene structure",
                                 VK_ACCELERATION_STRUCTURE_TYPE_TOP_LEVEL_KHR, topSizes_.bytes, 1);
    builds_.reserve(device, scratch, std::max(largest, topSizes_.buildScratch));
    work_.structureBytes += top_.bytes();
    work_.scratchBytes = builds_.scratch().bytes();
}

void TracedScene::prepare(Kernels& kernels, const ShaderLibrary& shaders) {
    for (TracedCrowd& traced : crowds_) {
        const SkinVariant all = traced.crowd->plan().variant();
        const SkinVariant own{.output = all.output, .culled = all.culled};
        traced.instancesKernel = &kernels.compute(shaders, "trace_instances.comp", own.constants());
        traced.growthKernel = &kernels.compute(shaders, "trace_growth.comp", own.constants());
        if (traced.indices) traced.indices->prepare(kernels, shaders);
    }
}

void TracedScene::collect(uint32_t slot) {
    for (TracedCrowd& traced : crowds_) {
        TracedCrowd::Growth& growth = traced.growth[slot];
        if (!growth.measured) continue;
        const uint32_t count = traced.crowd->range().instanceCount;
        const std::span<float> areas = growth.areas.mapped<float>(0, count);
        for (uint32_t i = *growth.measured; i < count; i += SINEW_TRACE_PERIOD) {
            traced.policy.measured(i, areas[i], growth.frame);
        }
        growth.measured.reset();
    }
}

void TracedScene::addBuilds(TracedCrowd& traced, Moment moment) {
    const Buffer& skinned = traced.crowd->buffers(moment.phase).skinned;
    const uint64_t anInstance =
        uint64_t{traced.structure.geometry.vertexStride} * traced.structure.geometry.vertexCount;
    const auto structures = static_cast<uint32_t>(traced.bottom.structures.size());
    if (traced.structure.byList) {
        traced.structure.geometry.vertices = skinned.address();
        for (uint32_t i = 0; i < structures; ++i) {
            traced.structure.geometry.indices = traced.indices->addressOf(i);
            builds_.addBottom(traced.bottom.structures[i], traced.structure.geometry,
                              traced.structure.ranges, traced.structure.sizes, false);
        }
        work_.rebuilt += structures;
        return;
    }
    std::span<const uint32_t> rebuilt = traced.policy.nextBuilds();
    work_.rebuilt += static_cast<uint32_t>(rebuilt.size());
    work_.refitted += structures - static_cast<uint32_t>(rebuilt.size());
    for (uint32_t i = 0; i < structures; ++i) {
        const bool build = !rebuilt.empty() && rebuilt.front() == i;
        if (build) rebuilt = rebuilt.subspan(1);
        if (!build && injected::without("refit")) continue;
        traced.structure.geometry.vertices = skinned.address() + i * anInstance;
        builds_.addBottom(traced.bottom.structures[i], traced.structure.geometry,
                          traced.structure.ranges, traced.structure.sizes, !build);
    }
}

void TracedScene::recordInstances(Commands& commands, const TracedCrowd& traced,
                                  Moment moment) const {
    const FrameBuffers buffers = traced.crowd->buffers(moment.phase);
    const gpu::TraceConstants constants = constantsOf(*traced.crowd, traced.firstInstance);
    commands.dispatch(
        *traced.instancesKernel,
        {buffers.placements, buffers.visibility, buffers.boxes, traced.addresses, instances_},
        constants, {gpu::groupsOf(1, 1, constants.instanceCount)});
}

void TracedScene::recordGrowth(Commands& commands, TracedCrowd& traced, Moment moment,
                               uint32_t slot) const {
    const FrameBuffers buffers = traced.crowd->buffers(moment.phase);
    gpu::TraceConstants constants = constantsOf(*traced.crowd, traced.firstInstance);
    constants.measured = measuredNext_;
    constants.indexCount =
        traced.structure.ranges.back().firstIndex + traced.structure.ranges.back().indexCount;
    const uint32_t groups = (constants.instanceCount + SINEW_TRACE_PERIOD - 1) / SINEW_TRACE_PERIOD;
    const uint32_t columns = std::min(groups, SINEW_MOST_COLUMNS);
    commands.dispatch(*traced.growthKernel,
                      {buffers.skinned, traced.crowd->mesh().mesh.indices, buffers.boxes,
                       traced.growth[slot].areas},
                      constants, {columns, (groups + columns - 1) / columns});
    traced.growth[slot].measured = measuredNext_;
    traced.growth[slot].frame = traced.policy.frame();
}

void TracedScene::recordIndices(Commands& commands, Moment moment) const {
    if (injected::without("indices")) return;
    bool any = false;
    for (const TracedCrowd& traced : crowds_) {
        if (traced.structure.byList) traced.indices->record(commands, *traced.crowd, moment);
        any |= traced.structure.byList;
    }
    if (any) hazard::indicesBeforeBuild(commands);
}

void TracedScene::record(Commands& commands, Moment moment, uint32_t slot) {
    work_.refitted = work_.rebuilt = 0;
    recordIndices(commands, moment);
    for (TracedCrowd& traced : crowds_) {
        recordInstances(commands, traced, moment);
        addBuilds(traced, moment);
        if (!traced.structure.byList) recordGrowth(commands, traced, moment, slot);
    }
    measuredNext_ = (measuredNext_ + 1) % SINEW_TRACE_PERIOD;
    builds_.record(commands);
    hazard::bottomBeforeTop(commands);
    builds_.addTop(top_.structures[0], instances_.address(), work_.instances, topSizes_);
    builds_.record(commands);
    hazard::areasBeforeHost(commands);
}

}  // namespace sinew
