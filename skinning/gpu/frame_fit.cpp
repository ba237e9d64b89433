// Fit: crowds, pipelines and targets follow the settings.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shaders/shared/view.h"
#include "skinning/gpu/frame.h"

namespace sinew {

void Frame::releaseCrowds() {
    finish();
    dropCrowds();
}

void Frame::dropCrowds() {
    for (FrameModel& part : models_) {
        part.groups.clear();
        part.demands.clear();
    }
    lastMoved_ = false;
}

uint32_t Frame::maxInstances(const SkinChoice& choice) const {
    uint64_t crowdBytes = 0;
    bool motion = false;
    for (const FrameModel& part : models_) {
        for (const CrowdDemand& demand : part.demands) {
            crowdBytes += sumsOf(*part.scene, demand).of(demand.instanceCount);
            motion |= demand.motion;
        }
    }
    std::vector<WantedCrowd> wanted;
    for (const FrameModel& part : models_) {
        wanted.push_back({*part.scene,
                          {.choice = part.scene->resolve(choice).choice,
                           .instanceCount = part.share,
                           .motion = motion,
                           .vertexBudget = settings_.vertexBudget / models_.size()}});
    }
    return sinew::maxInstances(*device_, averageOf(wanted), crowdBytes);
}

Frame::Asked Frame::askedOf(const FrameSettings& settings) {
    return {settings.choice(),
            settings.compared,
            std::max(settings.instanceCount, 1u),
            settings.motion(),
            settings.scatter,
            settings.model,
            settings.joint,
            settings.compared && settings.view == SINEW_VIEW_DIFFERENCE,
            settings.vertexBudget};
}

/// Vertices that are skinned once stand in full detail where another frame, or another way, asks
/// for each of them.
Resolution Frame::resolutionOf(const Scene& scene, const SkinChoice& choice,
                               const Asked& asked) const {
    Resolution resolution = scene.resolve(choice);
    const SkinChoice& taken = resolution.choice;
    const bool once = !skinningMethod(taken.method).facts.passesSkin;
    if (supported(taken).lod == Lod::none || !(asked.difference || (asked.motion && once))) {
        return resolution;
    }
    resolution.note = fmt::format("{} is in full detail while {} shown", choiceText(taken),
                                  asked.difference ? "a difference is" : "motion vectors are");
    resolution.choice.settings.lod = Lod::none;
    resolution.choice.settings.cull = Cull::boxes;
    return resolution;
}

Frame::Demands Frame::demandsOf(const Asked& asked) const {
    if (asked.motion && !device_->has().independentBlend) {
        throw std::runtime_error(fmt::format(
            "motion vectors are unsupported: '{}' lacks independentBlend; try another device",
            device_->info().properties.deviceName));
    }
    const std::vector<uint32_t> counts = countsOf(asked.instanceCount);
    Demands demands(models_.size());
    for (size_t i = 0; i < models_.size(); ++i) {
        if (counts[i] == 0) continue;
        const std::optional<uint32_t> joint = i == asked.model ? asked.joint : std::nullopt;
        const auto demand = [&](const SkinChoice& choice) {
            demands[i].push_back({.choice = resolutionOf(*models_[i].scene, choice, asked).choice,
                                  .instanceCount = counts[i],
                                  .motion = asked.motion,
                                  .scatter = asked.scatter,
                                  .joint = joint,
                                  .vertexBudget = asked.vertexBudget / models_.size()});
        };
        demand(asked.choice);
        if (asked.compared) demand(*asked.compared);
        // Ways that are compared have their vertices in the same places.
        const bool leveled = std::any_of(
            demands[i].begin(), demands[i].end(),
            [](const CrowdDemand& each) { return supported(each.choice).lod != Lod::none; });
        for (CrowdDemand& each : demands[i]) each.inLevels = leveled;
    }
    return demands;
}

Frame::Demands Frame::presentDemands() const {
    Demands demands;
    for (const FrameModel& part : models_) demands.push_back(part.demands);
    return demands;
}

void Frame::requireMemory(const FrameSettings& settings) const {
    requireMemory(demandsOf(askedOf(settings)));
}

void Frame::requireMemory(const Demands& demands) const {
    for (size_t way = 0; way < demands.front().size(); ++way) {
        std::vector<WantedCrowd> wanted;
        for (size_t i = 0; i < models_.size(); ++i) {
            if (!demands[i].empty()) wanted.push_back({*models_[i].scene, demands[i][way]});
        }
        sinew::requireMemory(wanted);
    }
}

/// Makes the crowds follow the settings.
void Frame::fitCrowds(const FrameSettings& settings) {
    const Asked asked = askedOf(settings);
    if (hasCrowds() && asked == asked_) return;
    if (settings.view == SINEW_VIEW_DIFFERENCE && settings.compared && !passes_->capture) {
        throw std::runtime_error(
            fmt::format("the difference view is unsupported: '{}' lacks "
                        "vertexPipelineStoresAndAtomics; try another device",
                        device_->info().properties.deviceName));
    }
    const Demands demands = demandsOf(asked);
    requireMemory(demands);
    if (presentDemands() != demands) replaceCrowds(demands);
    asked_ = asked;
    standing_ = standing(countsOf(asked.instanceCount));
    aroundStanding_ =
        sinew::crowdBounds(standing_, std::vector<Box>(models_.size()), asked.scatter);
    for (FrameModel& part : models_) {
        part.resolution = resolutionOf(*part.scene, asked.choice, asked);
    }
}

void Frame::makeCrowds(const Demands& demands) {
    std::vector<uint32_t> counts;
    uint32_t scatter = 0;
    for (const std::vector<CrowdDemand>& wanted : demands) {
        counts.push_back(wanted.empty() ? 0 : wanted.front().instanceCount);
        if (!wanted.empty()) scatter = wanted.front().scatter;
    }
    std::vector<std::vector<gpu::Affine>> places = placeTogether(standing(counts), scatter);
    std::vector<std::vector<CrowdGroup>> made(models_.size());
    for (size_t i = 0; i < models_.size(); ++i) {
        if (demands[i].empty()) continue;
        const bool compared = demands[i].size() > 1 && passes_->capture.has_value();
        made[i] = CrowdGroup::create({.scene = *models_[i].scene,
                                      .demands = demands[i],
                                      .captured = compared ? Captured::second : Captured::none,
                                      .worldFromObject = std::move(places[i])});
    }
    for (size_t i = 0; i < models_.size(); ++i) {
        std::swap(models_[i].groups, made[i]);
        models_[i].demands = demands[i];
    }
    ring_.retire(std::move(made));
    lastMoved_ = false;
}

/// On an exception the present ones stay.
void Frame::replaceCrowds(const Demands& demands) {
    const Demands present = presentDemands();
    try {
        makeCrowds(demands);
    } catch (const VulkanError& error) {
        if (error.result != VK_ERROR_OUT_OF_DEVICE_MEMORY || !hasCrowds()) throw;
        // There may be room for either crowds, but not for both at once.
        releaseCrowds();
        try {
            makeCrowds(demands);
        } catch (...) {
            makeCrowds(present);
            throw;
        }
    }
}

/// Compiles what the crowds need and is not there yet.
void Frame::preparePasses(FramePasses& passes, const FrameSettings& settings) {
    if (settings.wireframe && !device_->has().wireframe) {
        throw std::runtime_error(fmt::format(
            "the wireframe is unsupported: '{}' lacks fillModeNonSolid; try another device",
            device_->info().properties.deviceName));
    }
    for (FrameModel& part : models_) {
        for (CrowdGroup& group : part.groups) {
            for (SkinnedCrowd& crowd : group.crowds) {
                prepareCrowd(passes, settings, crowd);
                if (passes.capture && group.crowds.size() > 1) {
                    passes.capture->prepare(*device_, shaders_, crowd.stage());
                }
            }
        }
    }
    draws_.fillLines(models_, settings, moment_);
    for (const Lines& lines : draws_.lines()) {
        if (lines.batches.empty()) continue;
        passes.forward.prepareLines(*device_, shaders_, lines.stage, settings.forward());
    }
}

void Frame::prepareCrowd(FramePasses& passes, const FrameSettings& settings,
                         SkinnedCrowd& crowd) const {
    crowd.prepare(passes.kernels, shaders_);
    const Batch& batch = crowd.draws().batches({}).front();  // the others have the same draws
    passes.shadow.prepare(*device_, shaders_, crowd.stage(), batch);
    passes.forward.prepare(*device_, shaders_, crowd.stage(), batch, settings.forward());
    if (settings.depthPrepass) {
        passes.forward.prepareDepth(*device_, shaders_, crowd.stage(), batch);
    }
}

/// Before the crowds, which give way where memory runs out: without targets nothing is drawn.
void Frame::fitTargets(VkExtent2D extent, bool motion) {
    const auto differs = [&](VkExtent2D old) {
        return old.width != extent.width || old.height != extent.height;
    };
    const auto fit = [&] {
        if (differs(passes_->forward.extent())) {
            ring_.retire(passes_->forward.resize(*device_, extent));
        }
        if (motion && differs(passes_->forward.velocities().extent())) {
            ring_.retire(passes_->forward.resizeVelocities(*device_, extent));
        }
    };
    try {
        fit();
    } catch (const VulkanError& error) {
        if (error.result != VK_ERROR_OUT_OF_DEVICE_MEMORY || !hasCrowds()) throw;
        releaseCrowds();
        fit();
    }
}

}  // namespace sinew
