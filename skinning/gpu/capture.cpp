// Skinning once and reading back.
#include "skinning/gpu/capture.h"

#include "renderer/barrier.h"
#include "shaders/shared/packing.h"
#include "skinning/gpu/bounds.h"
#include "skinning/gpu/hazards.h"
#include "skinning/gpu/record.h"

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
    capture.layouts_ = CrowdLayouts::create(device);
    capture.kernels_ = Kernels::create(device);
    capture.pass_ = CapturePass::create(device, capture.layouts_.passes);
    return capture;
}

CapturedVertices Capture::capture(const std::shared_ptr<Scene>& scene, const Wanted& wanted,
                                  std::span<const PoseRequest> requests) {
    resolution_ = scene->resolve(wanted.choice);
    fit(scene, {.choice = resolution_.choice,
                .instanceCount = static_cast<uint32_t>(requests.size()),
                .inLevels = heeded(resolution_.choice).lod != Lod::none});
    FrameStatistics untold;
    crowds_.see(cullViewsOfNone(), 0);
    crowds_.animate(requests, 0, {}, untold);
    skin();
    return read(wanted.instance, requests[wanted.instance]);
}

void Capture::release() {
    crowds_ = {};
    scene_.reset();
}

void Capture::fit(const std::shared_ptr<Scene>& scene, const CrowdDemand& demand) {
    if (scene_ != scene || crowds_.demands() != std::vector{demand}) {
        const WantedCrowd wanted{*scene, demand};
        requireMemory({&wanted, 1});
        release();
        scene_ = scene;
        crowds_ = Crowds::create(layouts_, {.scene = *scene,
                                            .demands = {&demand, 1},
                                            .captured = Crowds::Captured::pages,
                                            .worldFromObject = {}});
    }
    const SkinnedCrowd& crowd = crowds_.ways.front();
    prepareSkinning(kernels_, shaders_, crowd);
    pass_.prepare(*device_, shaders_, crowd.stage());
}

void Capture::skin() {
    FrameStatistics untold;
    runOnce(*device_, [&](VkCommandBuffer commands) {
        const CrowdNow now{.crowd = crowds_.ways.front()};
        recordSkinning(commands, kernels_, {&now, 1}, {}, {nullptr, untold});
    });
}

CapturedVertices Capture::read(uint32_t instance, const PoseRequest& request) {
    const SkinnedCrowd& crowd = crowds_.ways.front();
    const std::vector<uint32_t>& order = crowd.mesh().mesh.order;
    CapturedVertices result;
    const std::span<const Page> pages = crowd.pages().all();
    for (size_t p = 0; p < pages.size(); ++p) {
        const PageRange& range = pages[p].range;
        if (!range.contains(instance)) continue;
        const std::vector<gpu::PackedVertex> captured = pass_.capture(
            *device_, layouts_.passes, crowd.stage(), crowd.pages().drawsOfPage({}, p));
        const size_t first = (instance - range.firstInstance) * order.size();
        result = unpacked(std::span(captured).subspan(first, order.size()), order);
        if (!crowd.plan().compact()) continue;
        if (crowd.plan().posedOnGpu()) {  // the GPU's own is not read back, and is the same
            scene_->crowd().bounds({&request, 1}, {&box_, 1});
            growBy(crowd.arcs(), {&request, 1}, {&box_, 1});
            continue;
        }
        box_ = pages[p]
                   .buffers.find(SINEW_BINDING_BOXES, 0)
                   ->mapped<Box>(0, range.instanceCount)[instance - range.firstInstance];
    }
    return result;
}

}  // namespace sinew
