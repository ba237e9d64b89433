// Making the crowds of a frame, and their part of it on the CPU.
#include "skinning/gpu/crowds.h"

#include <fmt/format.h>

#include <algorithm>

#include "skinning/animation/placement.h"
#include "skinning/animation/range.h"
#include "skinning/injected_fault.h"

namespace sinew {
namespace {

/// The rows of all plans that poses are written to, each once.
BufferList poseRows(std::span<const SkinPlan> plans) {
    BufferList rows;
    for (const SkinPlan& plan : plans) {
        for (const BufferRow& row : plan.buffers()) {
            const bool there = std::any_of(rows.begin(), rows.end(), [&](const BufferRow& other) {
                return other.binding == row.binding;
            });
            if (row.writer == WrittenBy::pose && !there) rows.push_back(row);
        }
    }
    return rows;
}

}  // namespace

Crowds Crowds::create(CrowdLayouts& layouts, Scene& scene, std::span<const CrowdDemand> demands,
                      Captured captured) {
    const Device& device = scene.device();
    const uint32_t count = demands[0].instanceCount;
    std::vector<SkinPlan> plans;
    uint32_t mostPerPage = ~0u;
    for (const CrowdDemand& demand : demands) {
        plans.push_back(planOf(deviceLimits(device), scene.model(), demand.choice));
        mostPerPage = std::min(mostPerPage, instancesPerPage(plans.back()));
    }
    if (captured != Captured::none) {
        const uint64_t anInstance = CapturePass::bytes(std::max(plans[0].vertices(), uint64_t{1}));
        const uint64_t most = device.maxStorageBytes() / anInstance;
        mostPerPage = static_cast<uint32_t>(std::clamp<uint64_t>(most, 1, mostPerPage));
    }
    std::vector<gpu::Affine> worldFromObject(count);
    placeCrowd(scene.bounds(), worldFromObject, demands[0].scatter);
    Crowds crowds;
    crowds.poses = Poses::create(device, scene.crowd(), cutIntoPages(count, mostPerPage),
                                 poseRows(plans), std::move(worldFromObject), demands[0].motion);
    if (captured == Captured::secondWay) {
        for (const PageRange& page : crowds.poses.pages()) {
            crowds.compared.push_back(CapturePass::createVertices(
                device, layouts.passes, page.instanceCount * plans[0].vertices()));
            crowds.comparedBuffers.push_back(crowds.compared.back().buffer.get());
        }
    }
    for (const CrowdDemand& demand : demands) {
        crowds.ways.push_back(SkinnedCrowd::create(device, demand,
                                                   {.layouts = layouts.streams,
                                                    .mesh = scene.meshFor(demand.choice, demand.joint),
                                                    .clipBoxes = scene.clipBoxesFor(demand.choice),
                                                    .clips = scene.clipsFor(demand.choice),
                                                    .baked = scene.bakedFor(demand.choice),
                                                    .materials = scene.materials(),
                                                    .poses = crowds.poses,
                                                    .compared = crowds.comparedBuffers}));
    }
    for (const CrowdDemand& demand : demands) crowds.cullBy(scene.boxesFor(demand.choice));
    return crowds;
}

/// Boxes of several ways: each is culled by what holds those of all.
void Crowds::cullBy(std::span<const Box> boxes) {
    if (boxesToCullBy.empty()) boxesToCullBy.assign(boxes.begin(), boxes.end());
    for (size_t i = 0; i < boxes.size(); ++i) boxesToCullBy[i].include(boxes[i]);
}

void Crowds::list(std::span<const PoseRequest> requests) {
    listed.resize(poses.pages().size());
    for (size_t p = 0; p < listed.size(); ++p) {
        const PageRange& page = poses.pages()[p];
        const std::span<const glm::vec3> anchors = poses.anchors();
        listSeen(views,
                 {.boxes = boxesToCullBy,
                  .requests = page.of(requests),
                  .worldFromObject = page.of(poses.worldFromObject()),
                  .anchors = anchors.empty() ? anchors : page.of(anchors)},
                 listed[p]);
    }
}

void Crowds::animate(std::span<const PoseRequest> requests, uint32_t phase, const Shown& shown,
                     FrameStatistics& statistics) {
    Poses::Wanted wanted;
    bool culled = false, allPosed = false;
    for (size_t i = 0; i < ways.size(); ++i) {
        const SkinPlan& plan = ways[i].plan();
        if (plan.posedOnGpu() || plan.technique->bakes) continue;
        (plan.culled() ? culled : allPosed) = true;
    }
    if (culled) list(requests);
    if (culled && !allPosed) wanted.listed = &listed;
    for (size_t i = 0; i < ways.size(); ++i) {
        const SkinPlan& plan = ways[i].plan();
        if (plan.posedOnGpu()) continue;
        const Technique& technique = *plan.technique;
        wanted.onGpu |= technique.posesOnGpu || (shown.skeleton && i == 0);
        wanted.onCpu |= technique.posesOnCpu;
        wanted.boxes |= !technique.bakes && (plan.compact() || (shown.boxes && i == 0));
        wanted.displaced |= injected::wrong(methodName(plan.choice.method));
        if (plan.settings().palette == PaletteFormat::half) wanted.largestEntry = kLargestHalf;
    }
    poses.animate(requests, phase, wanted, statistics);
    FrameStatistics second;
    for (size_t i = 0; i < ways.size(); ++i) {
        const bool skinsListed = culled && ways[i].plan().culled();
        ways[i].animate(
            poses, requests, phase,
            {.boxesShown = shown.boxes && i == 0, .listed = skinsListed ? &listed : nullptr},
            i == 0 ? statistics : second);
    }
    statistics.compared = second.steps;
}

void Crowds::see(const gpu::CullViews& seen, uint32_t phase) {
    views = seen;
    for (SkinnedCrowd& way : ways) way.see(seen, phase);
}

std::vector<CrowdDemand> Crowds::demands() const {
    std::vector<CrowdDemand> demands;
    for (const SkinnedCrowd& way : ways) demands.push_back(way.demand());
    return demands;
}

uint64_t bytesPerInstance(const Scene& scene, const SkinChoice& choice, bool motion) {
    const SkinPlan plan = planOf(deviceLimits(scene.device()), scene.model(), choice);
    return sumOf(plan.buffers(), motion).perInstance();
}

void requireMemory(const Scene& scene, const CrowdDemand& demand) {
    const uint64_t bytes =
        bytesPerInstance(scene, demand.choice, demand.motion) * demand.instanceCount;
    const uint64_t budget = scene.device().memory().budget;
    if (bytes <= budget) return;
    throw VulkanError(
        VK_ERROR_OUT_OF_DEVICE_MEMORY,
        fmt::format("{} instances of {} need {} MiB with method {} and the device's budget is {} "
                    "MiB; try at most {} instances",
                    demand.instanceCount, scene.model().name, bytes >> 20,
                    methodName(demand.choice.method), budget >> 20,
                    maxInstances(scene, demand.choice, demand.motion, 0)));
}

uint32_t maxInstances(const Scene& scene, const SkinChoice& choice, bool motion,
                      uint64_t crowdBytes) {
    const MemoryReport memory = scene.device().memory();
    const uint64_t inUse = std::max(memory.used, memory.ours);
    const uint64_t free =
        memory.budget + crowdBytes > inUse ? memory.budget + crowdBytes - inUse : 0;
    // Nine tenths: the driver and the window system need some, and a budget may shrink.
    const uint64_t count = free / 10 * 9 / bytesPerInstance(scene, choice, motion);
    return static_cast<uint32_t>(std::clamp<uint64_t>(count, 1, kMostInstances));
}

}  // namespace sinew
