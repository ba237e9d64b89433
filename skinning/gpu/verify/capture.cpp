// Skins a crowd once and reads one instance back.
#include "skinning/gpu/verify/capture.h"

#include <algorithm>

#include "renderer/barrier.h"
#include "shaders/shared/packing.h"
#include "shaders/shared/vertex.h"
#include "skinning/bounds/frustum.h"
#include "skinning/gpu/frame/hazards.h"
#include "skinning/gpu/frame/record.h"
#include "skinning/gpu/pose/bounds.h"

namespace sinew {

CapturedVertices unpacked(std::span<const gpu::PackedVertex> packed,
                          std::span<const uint32_t> order) {
    CapturedVertices result;
    result.positions.resize(order.size());
    result.normals.resize(order.size());
    result.tangents.resize(order.size());
    for (size_t i = 0; i < order.size(); ++i) {
        const gpu::PackedVertex& v = packed[i];
        result.positions[order[i]] = {v.x, v.y, v.z};
        result.normals[order[i]] = gpu::unpackUnit(v.normal);
        result.tangents[order[i]] = gpu::unpackTangent(v.tangent);
    }
    return result;
}

Capture Capture::create(const Device& device, ShaderLibrary shaders) {
    Capture capture;
    capture.device_ = &device;
    capture.shaders_ = std::move(shaders);
    capture.layouts_ = PassLayouts::create(device);
    capture.kernels_.emplace(device);
    capture.pass_ = CapturePass::create(device, capture.layouts_);
    return capture;
}

CapturedVertices Capture::capture(const std::shared_ptr<Scene>& scene, const Wanted& wanted,
                                  std::span<const PoseRequest> requests) {
    resolution_ = scene->resolve(wanted.choice);
    fit(scene, {.choice = resolution_.choice,
                .instanceCount = static_cast<uint32_t>(requests.size()),
                .inLevels = supported(resolution_.choice).lod != Lod::none});
    FrameStatistics unusedStatistics;
    for (CrowdGroup& group : groups_) group.setViews(cullViewsOfNone(), 0);
    animator_.animate(groups_, {}, requests, 0, {}, unusedStatistics);
    skin();
    return read(wanted.instance, requests[wanted.instance]);
}

void Capture::release() {
    groups_.clear();
    scene_.reset();
}

void Capture::fit(const std::shared_ptr<Scene>& scene, const CrowdDemand& demand) {
    if (scene_ != scene || groups_.empty() || demand_ != demand) {
        const WantedCrowd wanted{*scene, demand};
        requireMemory({&wanted, 1});
        release();
        scene_ = scene;
        demand_ = demand;
        groups_ = CrowdGroup::create({.scene = *scene,
                                      .demands = {&demand, 1},
                                      .captured = Captured::any,
                                      .worldFromObject = {}});
    }
    for (CrowdGroup& group : groups_) group.crowds.front().prepare(*kernels_, shaders_);
    pass_.prepare(*device_, shaders_, groups_.front().crowds.front().stage());
}

void Capture::skin() {
    FrameStatistics unusedStatistics;
    std::vector<CrowdNow> now;
    for (const CrowdGroup& group : groups_) now.push_back({.crowd = group.crowds.front()});
    runCommands(*device_, [&](Commands& commands) {
        recordUntilSkinned(commands, now, {}, {nullptr, unusedStatistics});
    });
}

CapturedVertices Capture::read(uint32_t instance, const PoseRequest& request) {
    const auto group = std::ranges::find_if(
        groups_, [&](const CrowdGroup& each) { return each.range().contains(instance); });
    const SkinnedCrowd& crowd = group->crowds.front();
    const std::vector<uint32_t>& order = crowd.mesh().mesh.order;
    const uint32_t inGroup = instance - group->range().firstInstance;
    const std::vector<gpu::PackedVertex> captured =
        pass_.capture(*device_, crowd.stage(), crowd.draws().batches({}));
    if (crowd.plan().compact() && crowd.plan().posedOnGpu()) {
        // The box on the GPU is bit-identical to this one, so it is not read back.
        scene_->crowd().bounds({&request, 1}, {&box_, 1});
        growBy(crowd.arcs(), {&request, 1}, {&box_, 1});
    } else if (crowd.plan().compact()) {
        box_ = crowd.buffer(CrowdBuffer::boxes, 0).mapped<Box>()[inGroup];
    }
    return unpacked(std::span(captured).subspan(inGroup * order.size(), order.size()), order);
}

}  // namespace sinew
