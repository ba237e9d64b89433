// Fills the lists of crowds, lines and blended draws.
#include "skinning/gpu/frame/frame_draws.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "shaders/shared/view.h"
#include "skinning/gpu/crowd/crowd_set.h"
#include "skinning/gpu/crowd/scene.h"
#include "skinning/gpu/frame/stopwatch.h"

namespace sinew {

void FrameDraws::fill(std::span<const FrameModel> models, const FrameInput& input, Moment moment,
                      FrameStatistics& statistics) {
    fillCrowds(models, input, moment);
    fillLines(models, input.settings, moment);
    const Stopwatch stopwatch;
    statistics.cpuWorkersMs += sortBlended(models, input, moment);
    if (!blended_.empty()) statistics[Step::forward].addCpu(stopwatch.ms());
}

/// Lists all crowds of the shown method. In a comparison, also lists those of the second method,
/// which are drawn right of the divider.
void FrameDraws::fillCrowds(std::span<const FrameModel> models, const FrameInput& input,
                            Moment moment) {
    const FrameSettings& settings = input.settings;
    const VkExtent2D extent = input.target.extent;
    const bool beside = settings.compared && settings.view != SINEW_VIEW_DIFFERENCE;
    const float share = beside ? std::clamp(settings.divider, 0.0f, 1.0f) : 1.0f;
    const auto left = static_cast<uint32_t>(std::lround(share * static_cast<float>(extent.width)));
    const VkRect2D atLeft{{0, 0}, {left, extent.height}};
    const VkRect2D atRight{{static_cast<int32_t>(left), 0}, {extent.width - left, extent.height}};
    shown_.clear();
    compared_.clear();
    for (uint32_t i = 0; i < models.size(); ++i) {
        for (const CrowdGroup& group : models[i].groups) {
            shown_.push_back({.crowd = group.crowds[0], .model = i});
            if (!settings.compared) continue;
            compared_.push_back({.crowd = group.crowds[1],
                                 .model = i,
                                 .captured = group.compared ? &group.compared : nullptr});
        }
    }
    drawn_.clear();
    addDrawn(shown_, atLeft, moment);
    if (beside) addDrawn(compared_, atRight, moment);
}

void FrameDraws::addDrawn(std::span<const CrowdNow> crowds, const VkRect2D& scissor,
                          Moment moment) {
    for (const CrowdNow& now : crowds) {
        drawn_.push_back({now.crowd.stage(), now.crowd.draws().batches(moment), scissor});
    }
}

void FrameDraws::addBlended(const BlendedCrowd& blended, const glm::vec3& camera, Moment moment) {
    const auto& [crowd, drawn, surfaces, middles] = blended;
    uint32_t batch = 0;
    for (const Batch& each : crowd.draws().batches(moment)) {
        for (uint32_t i = each.firstInstance; i < each.firstInstance + each.instanceCount; ++i) {
            const size_t first = size_t{crowd.range().firstInstance + i} * surfaces.size();
            for (size_t s = 0; s < surfaces.size(); ++s) {
                const glm::vec3 apart = middles[first + s] - camera;
                blendedOrder_.push_back(
                    {glm::dot(apart, apart),
                     static_cast<uint32_t>(blendedOrder_.size()),
                     {.crowd = drawn, .batch = batch, .draw = surfaces[s], .instance = i}});
            }
        }
        ++batch;
    }
}

double FrameDraws::sortBlended(std::span<const FrameModel> models, const FrameInput& input,
                               Moment moment) {
    double workersMs = 0;
    blendedOrder_.clear();
    blended_.clear();
    uint32_t drawn = 0;
    const auto shownCount = static_cast<uint32_t>(shown_.size());
    const uint32_t sides = drawn_.size() > shownCount ? 2 : 1;
    const glm::vec3 camera = input.camera.position();
    for (size_t i = 0; i < models.size(); ++i) {
        const std::vector<CrowdGroup>& groups = models[i].groups;
        const uint32_t firstDrawn =
            std::exchange(drawn, drawn + static_cast<uint32_t>(groups.size()));
        BlendedSurfaces& surfaces = models[i].scene->blended();
        if (groups.empty() || surfaces.primitives().empty()) continue;
        const auto [playback, inputRequests, anchors] = input.of(i);
        if (inputRequests.empty()) {
            requests_.resize(models[i].demands.front().instanceCount);
            writeRequests(models[i].scene->model(), playback, requests_);
        }
        placements_.clear();
        for (const CrowdGroup& group : groups) {
            const std::span<const gpu::Affine> placements = group.poses.worldFromObject();
            placements_.insert(placements_.end(), placements.begin(), placements.end());
        }
        const std::span<const glm::vec3> middles = surfaces.middles(
            models[i].scene->crowd(), inputRequests.empty() ? requests_ : inputRequests,
            placements_, anchors, workersMs);
        for (uint32_t g = 0; g < groups.size(); ++g) {
            for (uint32_t side = 0; side < sides; ++side) {
                addBlended({groups[g].crowds[side], side * shownCount + firstDrawn + g,
                            surfaces.primitives(), middles},
                           camera, moment);
            }
        }
    }
    // At equal distances, the order is that of models, instances and primitives.
    std::ranges::sort(blendedOrder_, [](const Blended& a, const Blended& b) {
        return a.squaredDistance != b.squaredDistance ? a.squaredDistance > b.squaredDistance
                                                      : a.order < b.order;
    });
    for (const Blended& each : blendedOrder_) blended_.push_back(each.draw);
    return workersMs;
}

void FrameDraws::fillLines(std::span<const FrameModel> models, const FrameSettings& settings,
                           Moment moment) {
    const Overlays& overlays = settings.overlays;
    lines_.clear();
    for (size_t i = 0; i < models.size(); ++i) {
        for (const CrowdGroup& group : models[i].groups) {
            const CrowdDraws& draws = group.crowds[0].draws();
            if (overlays.skeleton) {
                lines_.push_back(draws.skeletons(moment.phase));
            } else if (overlays.skeletonOf && i == settings.model &&
                       group.range().contains(*overlays.skeletonOf)) {
                lines_.push_back(
                    draws.skeletonOf(*overlays.skeletonOf - group.range().firstInstance,
                                     moment.phase, skeletonAlone_));
            }
            if (overlays.bounds) lines_.push_back(draws.boxes(moment.phase));
        }
    }
    if (!settings.cullCamera) return;
    std::optional<Lines> frustum;
    for (const FrameModel& model : models) {
        for (const CrowdGroup& group : model.groups) {
            if (!group.crowds[0].plan().culled()) continue;
            const CrowdDraws& draws = group.crowds[0].draws();
            lines_.push_back(draws.testedBoxes(moment.phase));
            frustum = draws.frustum(moment.phase);
        }
    }
    if (frustum) lines_.push_back(*frustum);
}

}  // namespace sinew
