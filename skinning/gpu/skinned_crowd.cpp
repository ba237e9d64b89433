// Making a crowd, and its part of a frame on the CPU.
#include "skinning/gpu/skinned_crowd.h"

#include <algorithm>

#include "skinning/cpu/naive.h"
#include "skinning/gltf/import.h"
#include "skinning/gpu/stopwatch.h"
#include "skinning/injected_fault.h"

namespace sinew {
namespace {

/// Puts a joint where it does not belong.
void displace(std::span<gpu::Affine> objectFromJoint) {
    for (gpu::Affine& matrix : objectFromJoint) matrix[0].w += 1.0f;
}

}  // namespace

CrowdMesh::CrowdMesh(std::shared_ptr<const Model> limited, GpuMesh gpuMesh)
    : model(std::move(limited)), mesh(std::move(gpuMesh)), cpuSkinner(*model, mesh.order) {}

std::shared_ptr<CrowdMesh> CrowdMesh::create(const Device& device,
                                             std::shared_ptr<const Model> authored,
                                             InfluenceFormat format, uint32_t influenceLimit) {
    float dropped = 0;
    std::vector<uint32_t> order = orderByInfluences(authored->geometry);
    if (influenceLimit > 0) {
        auto limited = std::make_shared<Model>(*authored);
        dropped = capInfluences(*limited, influenceLimit);
        authored = std::move(limited);
    }
    GpuMesh mesh = GpuMesh::create(device, *authored, std::move(order), format);
    auto result = std::make_shared<CrowdMesh>(std::move(authored), std::move(mesh));
    result->droppedWeight = dropped;
    return result;
}

SkinnedCrowd SkinnedCrowd::create(const Device& device, const SetLayouts& layouts,
                                  const CrowdDemand& demand, const Parts& parts,
                                  std::span<const gpu::Affine> worldFromObject) {
    const Model& model = *parts.mesh->model;
    SkinnedCrowd crowd;
    crowd.demand_ = demand;
    crowd.mesh_ = parts.mesh;
    crowd.baked_ = parts.baked;
    crowd.stage_ = vertexStage(uniformLimits(device), model, demand.choice);
    crowd.variant_ = skinVariant(model, demand.choice);
    crowd.pages_ = Pages::create(device, layouts, model, parts.mesh->mesh, *parts.materials,
                                 {.choice = demand.choice,
                                  .motion = demand.motion,
                                  .mostPerPage = parts.mostPerPage,
                                  .compared = parts.compared,
                                  .baked = parts.baked.get()},
                                 worldFromObject);
    if (crowd.technique().skinsOnCpu()) {
        crowd.poses_.resize(uint64_t{demand.instanceCount} * model.skeleton.size());
    }
    return crowd;
}

void SkinnedCrowd::animate(Crowd& crowd, const BindBoxes& bindBoxes, const Playback& playback,
                           uint32_t phase, const Wanted& wanted, FrameStatistics& statistics) {
    const Model& model = *mesh_->model;
    const uint64_t jointCount = model.skeleton.size();
    const bool compact = technique().skin != Technique::Skin::none &&
                         demand_.choice.settings.output == Output::compact;
    for (Page& page : pages_.all()) {
        Page::Uploads& uploads = page.uploadsAt(phase);
        const uint64_t count = page.instanceCount;
        if (!technique().poses) {
            const Stopwatch stopwatch;
            bakePlaces(playback, page, phase);
            statistics[Step::sample].addCpu(stopwatch.ms());
        }
        if (wanted.bounds || compact) {
            const Stopwatch stopwatch;
            boundInstances(crowd, bindBoxes, playback, page.firstInstance,
                           uploads.boxes.mapped<Box>(0, count));
            statistics[Step::pose].addCpu(stopwatch.ms());
        }
        if (!technique().poses && !wanted.skeleton) continue;
        const auto uploaded = uploads.poses.mapped<gpu::Affine>(0, count * jointCount);
        const auto poses =
            technique().skinsOnCpu()
                ? std::span(poses_).subspan(page.firstInstance * jointCount, count * jointCount)
                : uploaded;
        const Crowd::Timing timing = crowd.pose(
            playback, page.firstInstance, page.instanceCount, poses,
            uploads.morphWeights.mapped<float>(0, count * model.restMorphWeights.size()));
        if (injected::wrong(methodName(demand_.choice.method))) displace(poses);
        if (technique().paletteOnGpu && variant_.paletteFormat == SINEW_PALETTE_HALF) {
            crowd.requireFormat(playback, page.firstInstance, page.instanceCount, timing.largest,
                                kLargestHalf);
        }
        statistics[Step::sample].addCpu(timing.sampleMs);
        statistics[Step::pose].addCpu(timing.poseMs);
        if (!technique().skinsOnCpu()) continue;
        if (wanted.skeleton) {
            const Stopwatch stopwatch;
            std::copy(poses.begin(), poses.end(), uploaded.begin());
            statistics.cpuUploadMs += stopwatch.ms();
        }
        skinOnCpu(page, phase, poses, statistics);
    }
}

void SkinnedCrowd::skinOnCpu(Page& page, uint32_t phase, std::span<const gpu::Affine> poses,
                             FrameStatistics& statistics) {
    const Stopwatch stopwatch;
    const Model& model = *mesh_->model;
    const SkinSettings& settings = demand_.choice.settings;
    Page::Uploads& uploads = page.uploadsAt(phase);
    const uint64_t count = page.instanceCount;
    const CpuCrowd input{.count = page.instanceCount,
                         .objectFromJoint = poses,
                         .morphWeights = uploads.morphWeights.mapped<float>(
                             0, count * model.restMorphWeights.size()),
                         .boxes = uploads.boxes.mapped<Box>(0, count)};
    const auto out = uploads.skinned.mapped<std::byte>(
        0, count * model.geometry.vertexCount() * skinnedVertexBytes(settings.output));
    if (technique().skin == Technique::Skin::cpuReference) {
        skinNaively(model, mesh_->mesh.order, input, settings, out);
    } else {
        mesh_->cpuSkinner.skin(input, settings, out);
    }
    injected::slow(nameOf(Step::skin));
    statistics[Step::skin].addCpu(stopwatch.ms());
}

void SkinnedCrowd::bakePlaces(const Playback& playback, Page& page, uint32_t phase) {
    const auto states =
        page.uploadsAt(phase).bakedStates.mapped<gpu::BakedState>(0, page.instanceCount);
    for (uint32_t i = 0; i < page.instanceCount; ++i) {
        states[i] = bakedStateAt(baked_->clips(), playback, page.firstInstance + i);
        if (injected::wrong(methodName(demand_.choice.method))) states[i].frame = 0;
    }
}

void SkinnedCrowd::boundInstances(Crowd& crowd, const BindBoxes& bindBoxes,
                                  const Playback& playback, uint32_t firstInstance,
                                  std::span<Box> objectBoxes) const {
    static_assert(sizeof(Box) == sizeof(gpu::BoxEntry));
    if (baked_) {
        std::vector<gpu::Affine> palette(mesh_->model->binds.size());
        std::vector<float> weights(mesh_->model->restMorphWeights.size());
        for (uint32_t i = 0; i < objectBoxes.size(); ++i) {
            const gpu::BakedState state =
                bakedStateAt(baked_->clips(), playback, firstInstance + i);
            bakedPalette(baked_->clips(), state, palette);
            bakedMorphWeights(baked_->clips(), state, weights);
            objectBoxes[i] = posedBounds(bindBoxes, palette, weights);
        }
        return;
    }
    crowd.bounds(playback, bindBoxes, firstInstance, objectBoxes);
    if (demand_.choice.settings.blend == Blend::linear) return;
    // Between two places a rigid motion runs along a screw's arc of at most half a turn, which
    // stays in the ball whose diameter is the straight way between them. The box holds that
    // straight way, so no arc leaves it by more than half of its diagonal.
    for (Box& box : objectBoxes) {
        const Box inner = box;
        const glm::vec3 reach(0.5f * glm::length(inner.high - inner.low));
        box = {inner.low - reach, inner.high + reach};
    }
}

}  // namespace sinew
