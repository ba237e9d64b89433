// Making the crowds of a frame, and their part of it on the CPU.
#include "skinning/gpu/crowds.h"

#include <fmt/format.h>

#include <algorithm>

#include "skinning/animation/placement.h"
#include "skinning/animation/range.h"
#include "skinning/gpu/stopwatch.h"
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

/// `model`: the scene's, or that with fewer influences.
SkinPlan planFor(Scene& scene, const Model& model, const CrowdDemand& demand) {
    const bool leveled = heeded(demand.choice).lod != Lod::none;
    SkinPlan plan = planOf(deviceLimits(scene.device()), model, demand.choice,
                           leveled ? &scene.levels() : nullptr);
    plan.vertexBudget = demand.vertexBudget;
    return plan;
}

/// The pages that all ways of skinning can have.
std::vector<PageRange> pagesFor(const Crowds::Wanted& wanted, std::span<const SkinPlan> plans) {
    const uint32_t instances = wanted.demands.front().instanceCount;
    uint32_t mostPerPage = ~0u;
    for (const SkinPlan& plan : plans) {
        mostPerPage = std::min(mostPerPage, instancesPerPage(plan, instances));
    }
    if (wanted.captured != Crowds::Captured::none) {
        const uint64_t anInstance = CapturePass::bytes(std::max(plans[0].vertices(), uint64_t{1}));
        const uint64_t most = wanted.scene.device().maxStorageBytes() / anInstance;
        mostPerPage = static_cast<uint32_t>(std::clamp<uint64_t>(most, 1, mostPerPage));
    }
    return cutIntoPages(instances, mostPerPage);
}

}  // namespace

Crowds Crowds::create(CrowdLayouts& layouts, Wanted wanted) {
    Scene& scene = wanted.scene;
    const Device& device = scene.device();
    const CrowdDemand& first = wanted.demands.front();
    if (wanted.worldFromObject.empty()) {
        wanted.worldFromObject.resize(first.instanceCount);
        placeCrowd(scene.bounds(), wanted.worldFromObject, first.scatter);
    }
    std::vector<SkinPlan> plans;
    for (const CrowdDemand& demand : wanted.demands) {
        plans.push_back(planFor(scene, scene.model(), demand));
    }
    const std::vector<PageRange> pages = pagesFor(wanted, plans);
    const BufferList posed = poseRows(plans);
    Crowds crowds;
    crowds.poses = Poses::create(device, {pages, posed, first.motion}, scene.crowd(),
                                 std::move(wanted.worldFromObject));
    if (wanted.captured == Captured::secondWay) {
        for (const PageRange& page : pages) {
            crowds.compared.push_back(CapturePass::createVertices(
                device, layouts.passes, page.instanceCount * plans.front().vertices()));
            crowds.comparedBuffers.push_back(crowds.compared.back().buffer.get());
        }
    }
    for (const CrowdDemand& demand : wanted.demands) {
        const std::shared_ptr<CrowdMesh> mesh =
            scene.meshFor(demand.choice, demand.joint, demand.inLevels);
        const SkinPlan plan = planFor(scene, *mesh->model, demand);
        crowds.ways.push_back(SkinnedCrowd::create(device, demand,
                                                   {.layouts = layouts.streams,
                                                    .mesh = mesh,
                                                    .plan = plan,
                                                    .clipBoxes = scene.clipBoxesFor(demand.choice),
                                                    .arcs = scene.arcsFor(demand.choice),
                                                    .clips = scene.clipsFor(demand.choice),
                                                    .baked = scene.bakedFor(demand.choice),
                                                    .materials = scene.materials(),
                                                    .poses = crowds.poses,
                                                    .compared = crowds.comparedBuffers}));
        crowds.cullBy(scene.boxesFor(demand.choice));
    }
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
        const std::span<const Anchor> anchors = poses.anchors();
        listSeen(views,
                 {.boxes = boxesToCullBy,
                  .requests = page.of(requests),
                  .worldFromObject = page.of(poses.worldFromObject()),
                  .anchors = anchors.empty() ? anchors : page.of(anchors)},
                 listed[p]);
    }
}

/// Somebody on the CPU does: poses are made there, or places in baked clips.
bool Crowds::readsRequests() const {
    return std::any_of(ways.begin(), ways.end(),
                       [](const SkinnedCrowd& way) { return !way.plan().posedOnGpu(); });
}

void Crowds::animate(std::span<const PoseRequest> requests, uint32_t phase, const Shown& shown,
                     FrameStatistics& statistics) {
    animate(requests, {.requests = SINEW_REQUESTS_GIVEN}, phase, shown, statistics);
}

void Crowds::animate(const Playback& playback, uint32_t phase, const Shown& shown,
                     FrameStatistics& statistics) {
    const SkinnedCrowd& way = ways.front();
    const Model& model = *way.plan().model;
    if (readsRequests()) {
        const Stopwatch stopwatch;
        requests_.resize(way.demand().instanceCount);
        writeRequests(model, playback, requests_);
        statistics[Step::sample].addCpu(stopwatch.ms());
    }
    animate(requests_, playbackWords(model, playback), phase, shown, statistics);
}

void Crowds::animate(std::span<const PoseRequest> requests, const gpu::Playback& onGpu,
                     uint32_t phase, const Shown& shown, FrameStatistics& statistics) {
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
    FrameStatistics second{.steps = statistics.compared};
    for (size_t i = 0; i < ways.size(); ++i) {
        const bool skinsListed = culled && ways[i].plan().culled();
        ways[i].animate(poses, requests, phase,
                        {.playback = onGpu,
                         .boxesShown = shown.boxes && i == 0,
                         .listed = skinsListed ? &listed : nullptr},
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

BufferSums sumsOf(Scene& scene, const CrowdDemand& demand) {
    return sumOf(planFor(scene, scene.model(), demand).buffers(), demand.motion);
}

BufferSums averageOf(std::span<const WantedCrowd> crowds) {
    BufferSums average;
    uint64_t instances = 0;
    for (const auto& [scene, demand] : crowds) {
        const BufferSums sums = sumsOf(scene, demand);
        average.deviceBytesPerInstance += sums.perInstance() * demand.instanceCount;
        average.roomPerInstance += sums.roomPerInstance * demand.instanceCount;
        average.room += sums.room;
        instances += demand.instanceCount;
    }
    for (uint64_t* each : {&average.deviceBytesPerInstance, &average.roomPerInstance}) {
        *each = (*each + instances - 1) / std::max<uint64_t>(instances, 1);
    }
    return average;
}

void requireMemory(std::span<const WantedCrowd> crowds) {
    const Device& device = crowds.front().scene.device();
    uint64_t bytes = 0, instances = 0;
    for (const auto& [scene, demand] : crowds) {
        bytes += sumsOf(scene, demand).of(demand.instanceCount);
        instances += demand.instanceCount;
    }
    const uint64_t budget = device.memory().budget;
    if (bytes <= budget) return;
    const auto& [scene, demand] = crowds.front();
    throw VulkanError(
        VK_ERROR_OUT_OF_DEVICE_MEMORY,
        fmt::format(
            "{} instances of {} need {} MiB with method {} and the device's budget is {} "
            "MiB; try at most {} instances",
            instances,
            crowds.size() == 1 ? scene.model().name : fmt::format("{} models", crowds.size()),
            bytes >> 20, methodName(demand.choice.method), budget >> 20,
            maxInstances(device, averageOf(crowds), 0)));
}

uint32_t maxInstances(const Device& device, const BufferSums& sums, uint64_t crowdBytes) {
    const MemoryReport memory = device.memory();
    const uint64_t inUse = std::max(memory.used, memory.ours);
    const uint64_t free =
        memory.budget + crowdBytes > inUse ? memory.budget + crowdBytes - inUse : 0;
    // Nine tenths: the driver and the window system need some, and a budget may shrink.
    const uint64_t count = sums.within(free / 10 * 9);
    return static_cast<uint32_t>(std::clamp<uint64_t>(count, 1, kMostInstances));
}

}  // namespace sinew
