// Creates crowds, and does their CPU work of each frame.
#include "skinning/gpu/crowd/crowd_group.h"

#include <fmt/format.h>

#include <algorithm>

#include "renderer/passes/capture_pass.h"
#include "shaders/shared/culling.h"
#include "skinning/animation/placement.h"
#include "skinning/bounds/frustum.h"
#include "skinning/bounds/range.h"
#include "skinning/gpu/crowd/scene.h"
#include "skinning/gpu/frame/stopwatch.h"
#include "skinning/gpu/trace/traceable.h"
#include "skinning/injected_fault.h"

namespace sinew {
namespace {

/// Returns the buffer rows of all plans that the CPU writes when it poses, without duplicates.
BufferList poseRows(std::span<const SkinPlan> plans) {
    BufferList rows;
    for (const SkinPlan& plan : plans) {
        for (const BufferRow& row : plan.buffers()) {
            const bool there = std::any_of(rows.begin(), rows.end(), [&](const BufferRow& other) {
                return other.buffer == row.buffer;
            });
            if (row.writer == WrittenBy::cpuPose && !there) rows.push_back(row);
        }
    }
    return rows;
}

/// Returns the plan of a demand. `model` is the scene's model, or a copy with fewer influences.
SkinPlan planFor(Scene& scene, const Model& model, const CrowdDemand& demand) {
    const bool leveled = supported(demand.choice).lod != Lod::none;
    SkinPlan plan = planOf(deviceLimits(scene.device()), model, demand.choice,
                           leveled ? &scene.levels() : nullptr);
    plan.vertexBudget = demand.vertexBudget;
    return plan;
}

/// Returns the largest instance count that the crowds of all plans support.
uint32_t mostPerGroup(const CrowdGroup::Wanted& wanted, std::span<const SkinPlan> plans) {
    const uint32_t instances = wanted.demands.front().instanceCount;
    uint32_t most = ~0u;
    for (const SkinPlan& plan : plans) most = std::min(most, instancesPerCrowd(plan, instances));
    if (wanted.captured != Captured::none) {
        const uint64_t anInstance = CapturePass::bytes(std::max(plans[0].vertices(), uint64_t{1}));
        const uint64_t fit = wanted.scene.device().maxStorageBytes() / anInstance;
        most = static_cast<uint32_t>(std::clamp<uint64_t>(fit, 1, most));
    }
    return most;
}

/// Enlarges the group's boxes by a crowd's boxes. The group's boxes must bound the instances of all
/// crowds.
void include(std::span<const Box> boxes, std::vector<Box>& all) {
    if (all.empty()) all.assign(boxes.begin(), boxes.end());
    for (size_t i = 0; i < boxes.size(); ++i) all[i].include(boxes[i]);
}

CrowdGroup createGroup(const CrowdGroup::Wanted& wanted, const InstanceRange& range,
                       std::span<const BufferRow> posed) {
    Scene& scene = wanted.scene;
    const Device& device = scene.device();
    const std::span<const gpu::Affine> placements = range.of(std::span(wanted.worldFromObject));
    CrowdGroup group;
    group.poses = Poses::create(device, {posed, range, wanted.demands.front().motion},
                                scene.crowd(), {placements.begin(), placements.end()});
    if (wanted.captured == Captured::second) {
        group.compared = CapturePass::createVertices(
            device, uint64_t{range.instanceCount} * scene.model().geometry.vertexCount());
    }
    for (const CrowdDemand& demand : wanted.demands) {
        const std::shared_ptr<CrowdMesh> mesh =
            scene.meshFor(demand.choice, demand.joint, demand.inLevels);
        const SkinPlan plan = planFor(scene, *mesh->model, demand);
        group.crowds.push_back(
            SkinnedCrowd::create(device, demand,
                                 {.mesh = mesh,
                                  .plan = plan,
                                  .clipBoxes = scene.clipBoxesFor(demand.choice),
                                  .arcs = scene.arcsFor(demand.choice),
                                  .clips = scene.clipsFor(demand.choice),
                                  .baked = scene.bakedFor(demand.choice),
                                  .materials = scene.materials(),
                                  .poses = group.poses,
                                  .compared = group.compared ? &group.compared : nullptr}));
        include(scene.boxesFor(demand.choice), group.boxesToCullBy);
    }
    return group;
}

}  // namespace

std::vector<CrowdGroup> CrowdGroup::create(Wanted wanted) {
    Scene& scene = wanted.scene;
    const CrowdDemand& first = wanted.demands.front();
    if (wanted.worldFromObject.empty()) {
        wanted.worldFromObject = layOutCrowd(scene.bounds(), first.instanceCount, first.scatter);
    }
    std::vector<SkinPlan> plans;
    for (const CrowdDemand& demand : wanted.demands) {
        plans.push_back(planFor(scene, scene.model(), demand));
    }
    const BufferList posed = poseRows(plans);
    std::vector<CrowdGroup> groups;
    for (const InstanceRange& range : rangesOf(first.instanceCount, mostPerGroup(wanted, plans))) {
        groups.push_back(createGroup(wanted, range, posed));
    }
    return groups;
}

void CrowdGroup::animate(std::span<const PoseRequest> requests, const gpu::Playback& onGpu,
                         uint32_t phase, const Shown& shown, FrameStatistics& statistics) {
    Poses::Wanted wanted;
    bool culled = false, allPosed = false;
    for (size_t i = 0; i < crowds.size(); ++i) {
        const SkinPlan& plan = crowds[i].plan();
        if (plan.posedOnGpu()) continue;
        const MethodFacts& facts = plan.facts();
        if (!facts.bakes) (plan.culled() ? culled : allPosed) = true;
        wanted.onGpu |= facts.palettesOnGpu || (shown.skeleton && i == 0);
        wanted.onCpu |= facts.posesOnCpu;
        wanted.boxes |= !facts.bakes && (plan.compact() || (shown.boxes && i == 0));
        wanted.displaced |= injected::wrong(methodName(plan.choice.method));
        if (plan.settings().palette == PaletteFormat::half) wanted.largestEntry = kLargestHalf;
    }
    if (culled) {
        listVisible(views,
                    {.boxes = boxesToCullBy,
                     .requests = requests,
                     .worldFromObject = poses.worldFromObject(),
                     .anchors = poses.anchors()},
                    listed);
    }
    if (culled && !allPosed) wanted.listed = &listed;
    poses.animate(requests, phase, wanted, statistics);
    FrameStatistics second{.steps = statistics.compared};
    for (size_t i = 0; i < crowds.size(); ++i) {
        const bool skinsListed = culled && crowds[i].plan().culled();
        crowds[i].animate(poses, requests, phase,
                          {.playback = onGpu,
                           .boxesShown = shown.boxes && i == 0,
                           .listed = skinsListed ? &listed : nullptr},
                          i == 0 ? statistics : second);
    }
    statistics.compared = second.steps;
}

void CrowdGroup::setViews(const gpu::CullViews& culledBy, uint32_t phase) {
    views = culledBy;
    for (const SkinnedCrowd& crowd : crowds) {
        if (const Culling* culling = crowd.culling()) culling->setViews(culledBy, phase);
    }
}

/// True if the CPU reads pose requests: it poses, or it computes states in baked clips.
static bool readsRequests(const CrowdGroup& group) {
    return std::ranges::any_of(
        group.crowds, [](const SkinnedCrowd& crowd) { return !crowd.plan().posedOnGpu(); });
}

void GroupAnimator::animate(std::span<CrowdGroup> groups, const Playback& playback,
                            std::span<const PoseRequest> requests, uint32_t phase,
                            const CrowdGroup::Shown& shown, FrameStatistics& statistics) {
    gpu::Playback onGpu{.requests = SINEW_REQUESTS_IN_BUFFER};
    if (requests.empty()) {
        const Model& model = *groups.front().crowds.front().plan().model;
        onGpu = playbackWords(model, playback);
        if (readsRequests(groups.front())) {
            const Stopwatch stopwatch;
            requests_.resize(groups.back().range().firstInstance +
                             groups.back().range().instanceCount);
            writeRequests(model, playback, requests_);
            statistics[Step::sample].addCpu(stopwatch.ms());
            requests = requests_;
        }
    }
    for (CrowdGroup& group : groups) {
        group.animate(requests.empty() ? requests : group.range().of(requests), onGpu, phase, shown,
                      statistics);
    }
}

BufferSums sumsOf(const WantedCrowd& crowd) {
    const SkinPlan plan = planFor(crowd.scene, crowd.scene.model(), crowd.demand);
    BufferSums sums = sumOf(plan.buffers(), crowd.demand.motion);
    if (!crowd.traced) return sums;
    const BufferSums traced = tracedSums(crowd.scene.device(), plan);
    sums.bytesPerInstance += traced.bytesPerInstance;
    sums.budget += traced.budget;
    sums.budgetPerInstance += traced.budgetPerInstance;
    return sums;
}

BufferSums averageOf(std::span<const WantedCrowd> crowds) {
    BufferSums average;
    uint64_t instances = 0;
    for (const WantedCrowd& crowd : crowds) {
        const BufferSums sums = sumsOf(crowd);
        average.bytesPerInstance += sums.bytesPerInstance * crowd.demand.instanceCount;
        average.budgetPerInstance += sums.budgetPerInstance * crowd.demand.instanceCount;
        average.budget += sums.budget;
        instances += crowd.demand.instanceCount;
    }
    for (uint64_t* each : {&average.bytesPerInstance, &average.budgetPerInstance}) {
        *each = (*each + instances - 1) / std::max<uint64_t>(instances, 1);
    }
    return average;
}

void requireMemory(std::span<const WantedCrowd> crowds) {
    const Device& device = crowds.front().scene.device();
    uint64_t bytes = 0, instances = 0;
    for (const WantedCrowd& crowd : crowds) {
        bytes += sumsOf(crowd).of(crowd.demand.instanceCount);
        instances += crowd.demand.instanceCount;
    }
    const uint64_t budget = device.memory().budget;
    if (bytes <= budget) return;
    const auto& [scene, demand, traced] = crowds.front();
    throw VulkanError(
        VK_ERROR_OUT_OF_DEVICE_MEMORY,
        fmt::format(
            "{} instances of {} need {} MiB with method {}{} and the device's budget is {} "
            "MiB; try at most {} instances{}",
            instances,
            crowds.size() == 1 ? scene.model().name : fmt::format("{} models", crowds.size()),
            bytes >> 20, methodName(demand.choice.method), traced ? " and traced shadows" : "",
            budget >> 20, maxInstances(device, averageOf(crowds), 0),
            traced ? ", or --shadows map" : ""));
}

uint32_t maxInstances(const Device& device, const BufferSums& sums, uint64_t crowdBytes) {
    const MemoryReport memory = device.memory();
    const uint64_t inUse = std::max(memory.used, memory.ours);
    const uint64_t free =
        memory.budget + crowdBytes > inUse ? memory.budget + crowdBytes - inUse : 0;
    // Only nine tenths: the driver and the window system need memory, and the budget may shrink.
    const uint64_t count = sums.within(free / 10 * 9);
    return static_cast<uint32_t>(std::clamp<uint64_t>(count, 1, kMostInstances));
}

}  // namespace sinew
