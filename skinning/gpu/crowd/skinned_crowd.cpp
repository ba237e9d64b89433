// Creates a crowd, and does its CPU work of a frame.
#include "skinning/gpu/crowd/skinned_crowd.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "renderer/commands.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/instance.h"
#include "skinning/animation/playback.h"
#include "skinning/cpu/crowd_input.h"
#include "skinning/gpu/crowd/gpu_mesh.h"
#include "skinning/gpu/frame/stopwatch.h"
#include "skinning/gpu/pose/bounds.h"
#include "skinning/gpu/pose/gpu_clips.h"
#include "skinning/gpu/pose/poses.h"
#include "skinning/gpu/skin/cpu_input.h"
#include "skinning/injected_fault.h"
#include "skinning/model/alike.h"

namespace sinew {

SkinnedCrowd SkinnedCrowd::create(const Device& device, const CrowdDemand& demand,
                                  const Parts& parts) {
    SkinnedCrowd crowd;
    crowd.demand_ = demand;
    crowd.plan_ = parts.plan;
    crowd.range_ = parts.poses.range();
    crowd.mesh_ = parts.mesh;
    crowd.clipBoxes_ = parts.clipBoxes;
    crowd.arcs_ = parts.arcs;
    crowd.clips_ = parts.clips;
    crowd.baked_ = parts.baked;
    crowd.posed_ = parts.poses.buffers();
    crowd.groupLimits_ = GroupLimits::of(device);
    crowd.drawnVertices_ = drawnVertices(*parts.plan.model);
    crowd.createBuffers(device);
    if (crowd.plan_.culled()) {
        crowd.culling_ = Culling::create(device, IndirectTemplates::of(crowd));
        crowd.forgetFrames(device);
    }
    crowd.draws_ = CrowdDraws::create(device, crowd, parts.materials, parts.compared);
    return crowd;
}

void SkinnedCrowd::createBuffers(const Device& device) {
    const uint32_t count = range_.instanceCount;
    BufferList rows = plan_.buffers();
    // The poses of the group have these buffers.
    std::erase_if(rows, [](const BufferRow& row) { return row.writer == WrittenBy::cpuPose; });
    for (BufferRow& row : rows) {
        // The crowd gets its share of the model's vertex budget, limited to the size of one buffer.
        const uint64_t most = method().largestBuffer(plan_.limits) - row.least * count;
        row.budget = std::min(row.budget * count / demand_.instanceCount, most);
    }
    own_ = CrowdBuffers::create(device, {rows, range_, demand_.motion});
    placeholder_ = Buffer::create(device, {.name = "placeholder"});
    constants_ = mesh_->mesh.constants;
    constants_.instanceCount = count;
    constants_.paletteStride = plan_.palette.stride;
    constants_.runInstances = plan_.palette.rangeBytes > 0 ? plan_.palette.instancesPerRange : 0;
    if (baked_) {
        constants_.bakedTexels = baked_->texelsPerFrame();
        constants_.bakedRows = baked_->rows();
    }
    const Buffer* skinned = own_.find(CrowdBuffer::skinned, 0);
    if (!skinned) return;
    const uint32_t vertexBytes = skinnedVertexBytes(plan_.settings().output);
    const uint64_t copies = own_.copies(CrowdBuffer::skinned);
    constants_.vertexCapacity =
        static_cast<uint32_t>(std::min<uint64_t>(skinned->bytes() / vertexBytes, ~0u));
    vertexBytes_ = {.allocated = copies * skinned->bytes(), .aVertex = copies * vertexBytes};
}

/// Clears the buffers from which kernels read data of the previous frame: levels of detail, last
/// poses and pose errors.
void SkinnedCrowd::forgetFrames(const Device& device) const {
    std::set<const Buffer*> buffers{own_.find(CrowdBuffer::visibility, 0),
                                    own_.find(CrowdBuffer::lastPoses, 0), &culling_->listEnds()};
    // Acceleration structures are also built from vertices that were never skinned, so these are
    // set to 0. NaN would make such triangles inactive, and a refit cannot activate them.
    for (uint32_t phase = 0; device.has().rayQuery && phase < kPhases; ++phase) {
        buffers.insert(own_.find(CrowdBuffer::skinned, phase));
    }
    runCommands(device, [&](VkCommandBuffer commands) {
        for (const Buffer* buffer : buffers) {
            if (buffer) vkCmdFillBuffer(commands, buffer->get(), 0, buffer->bytes(), 0);
        }
        memoryBarrier(commands, access::kCopyWrite, access::kEverything);
    });
}

std::span<const gpu::LevelEntry> SkinnedCrowd::levels() const {
    const std::vector<gpu::LevelEntry>& levels = mesh_->mesh.levels;
    return std::span(levels).first(plan_.leveled() ? levels.size() : 1);
}

uint64_t SkinnedCrowd::verticesSkinned(uint32_t passes) const {
    const uint64_t anInstance =
        method().facts.passesSkin ? drawnVertices_ * passes : plan_.vertices();
    return anInstance * range_.instanceCount;
}

const Buffer& SkinnedCrowd::buffer(CrowdBuffer which, uint32_t phase) const {
    if (const Buffer* own = own_.find(which, phase)) return *own;
    const Buffer* posed = posed_->find(which, phase);
    return posed ? *posed : placeholder_;
}

FrameBuffers SkinnedCrowd::buffers(uint32_t phase) const {
    const auto at = [&](CrowdBuffer which) -> const Buffer& { return buffer(which, phase); };
    return {.placements = at(CrowdBuffer::placements),
            .requests = at(CrowdBuffer::requests),
            .playback = at(CrowdBuffer::playback),
            .poses = at(CrowdBuffer::poses),
            .morphWeights = at(CrowdBuffer::morphWeights),
            .boxes = at(CrowdBuffer::boxes),
            .palettes = at(CrowdBuffer::palettes),
            .normalPalettes = at(CrowdBuffer::normalPalettes),
            .skinned = at(CrowdBuffer::skinned),
            .bakedStates = at(CrowdBuffer::bakedStates),
            .visibility = at(CrowdBuffer::visibility),
            .visibleLists = at(CrowdBuffer::visibleLists),
            .firstVertices = at(CrowdBuffer::firstVertices),
            .lastPoses = at(CrowdBuffer::lastPoses),
            .listEnds = culling_ ? culling_->listEnds() : placeholder_};
}

FrameBuffers SkinnedCrowd::previousBuffers(Moment moment) const {
    const bool hasHistory = demand_.motion && moment.hasHistory;
    return buffers(moment.phase + (hasHistory ? kPhases - 1 : 0));  // one phase earlier
}

void SkinnedCrowd::prepare(Kernels& kernels, const ShaderLibrary& shaders) {
    if (kernelsId_ == kernels.id()) return;
    CrowdKernels created;  // if creation throws, `kernels_` stays
    for (uint32_t round = 0; round < plan_.cullRounds(); ++round) {
        created.cull.push_back(CullKernels::create(
            kernels, shaders, *this, round == 0 ? SINEW_CULL_BY_CLIPS : SINEW_CULL_BY_POSES));
    }
    if (plan_.posedOnGpu()) created.pose = PoseKernels::create(kernels, shaders, *this);
    created.method = method().kernels(kernels, shaders, *this);
    kernels_ = std::move(created);
    kernelsId_ = kernels.id();
}

void SkinnedCrowd::animate(const Poses& poses, std::span<const PoseRequest> requests,
                           uint32_t phase, const AnimateOptions& options,
                           FrameStatistics& statistics) {
    const bool boxes = options.boxesShown || plan_.compact();
    boxesOnGpu_ = plan_.posedOnGpu() && (boxes || plan_.culled());
    if (plan_.posedOnGpu() || plan_.culled()) {
        const Stopwatch stopwatch;
        writeRequests(requests, options.playback, phase);
        statistics.cpuUploadMs += stopwatch.ms();
    }
    if (boxes && !plan_.posedOnGpu()) writeBoxes(poses, requests, phase);
    const uint32_t count = range_.instanceCount;
    method().update({.plan = plan_,
                     .mesh = *mesh_,
                     .baked = baked_ ? &baked_->clips() : nullptr,
                     .requests = requests,
                     .instanceCount = count,
                     .listed = options.listed ? listedOf(*options.listed) : Listed{count},
                     .objectFromJoint = poses.objectFromJoint(),
                     .morphWeights = poses.morphWeights(),
                     .boxes = own_.at(CrowdBuffer::boxes, phase).mapped<Box>(0, count),
                     .buffers = own_,
                     .phase = phase,
                     .statistics = statistics});
}

void SkinnedCrowd::writeRequests(std::span<const PoseRequest> requests, gpu::Playback playback,
                                 uint32_t phase) const {
    if (plan_.posedOnGpu() && injected::wrong(methodName(plan_.choice.method))) {
        playback = playbackWords(*plan_.model, {});
    }
    playback.firstInstance = range_.firstInstance;
    own_.at(CrowdBuffer::playback, phase).mapped<gpu::Playback>()[0] = playback;
    if (playback.requests != SINEW_REQUESTS_IN_BUFFER) return;
    std::ranges::copy(
        requests,
        own_.at(CrowdBuffer::requests, phase).mapped<PoseRequest>(0, requests.size()).begin());
}

void SkinnedCrowd::writeBoxes(const Poses& poses, std::span<const PoseRequest> requests,
                              uint32_t phase) const {
    static_assert(sizeof(Box) == sizeof(gpu::BoxEntry));
    const std::span<Box> boxes =
        own_.at(CrowdBuffer::boxes, phase).mapped<Box>(0, range_.instanceCount);
    if (baked_) {
        boundBaked(baked_->clips(), *mesh_->model, poses.bindBoxes(), requests, boxes);
        return;
    }
    std::ranges::copy(poses.boxes(), boxes.begin());
    growBy(arcs_.get(), requests, boxes);
}

uint32_t instancesPerCrowd(const SkinPlan& plan, uint32_t instances) {
    const BufferList rows = plan.buffers();
    const BufferSums sums = sumOf(rows, false);
    const uint64_t largest = plan.method->largestBuffer(plan.limits);
    uint64_t byRange = largest / sums.largestRangePerInstance;
    for (const BufferRow& row : rows) {
        if (row.budget == 0 || byRange == 0) continue;
        const uint64_t share = row.least + std::min(row.budget / instances, row.bytes - row.least);
        byRange = std::clamp<uint64_t>(largest / share, 1, byRange);
    }
    if (plan.fetchesPalettes()) {
        byRange = std::min(byRange, plan.limits.texelBytes / plan.paletteBytes());
    }
    if (plan.culled() && hasBlendedSurfaces(*plan.model)) {
        // Half of the argument buffer is for single draws (each primitive of each instance), the
        // rest for other calls.
        const uint64_t singleDrawBytes = plan.model->primitives.size() * uint64_t{kArgumentBytes};
        byRange = std::min(byRange, plan.limits.storageBytes / 2 / singleDrawBytes);
    }
    if (byRange == 0) {
        throw std::runtime_error(fmt::format(
            "{}: one instance needs a buffer of {} bytes and the device allows {} (method {}); try "
            "a smaller model or another method",
            plan.model->name, sums.largestRangePerInstance, largest,
            methodName(plan.choice.method)));
    }
    const uint64_t numbered = std::max<uint64_t>({plan.vertices(), plan.model->binds.size(), 1});
    return static_cast<uint32_t>(std::min<uint64_t>(byRange, 0xffffffffull / numbered));
}

}  // namespace sinew
