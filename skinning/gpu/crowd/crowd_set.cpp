// Derives demands from the frame settings, and creates the crowds for them.
#include "skinning/gpu/crowd/crowd_set.h"

#include <fmt/format.h>

#include <algorithm>

#include "shaders/shared/view.h"
#include "skinning/animation/placement.h"
#include "skinning/gpu/crowd/gpu_mesh.h"
#include "skinning/gpu/crowd/scene.h"
#include "skinning/injected_fault.h"

namespace sinew {

std::vector<FrameModel> CrowdSet::setModels(const PassLayouts& layouts,
                                            std::span<const SceneModel> models) {
    std::vector<FrameModel> parts;
    for (const SceneModel& wanted : models) {
        std::shared_ptr<Scene> scene;
        for (const std::vector<FrameModel>* there : {&models_, &parts}) {
            for (const FrameModel& part : *there) {
                if (&part.scene->model() == wanted.model.get()) scene = part.scene;
            }
        }
        if (!scene) scene = std::make_shared<Scene>(*device_, layouts, wanted.model);
        parts.push_back({std::move(scene), wanted.share, wanted.placements, {}, {}, {}});
    }
    ++generation_;
    return std::exchange(models_, std::move(parts));
}

std::vector<uint32_t> CrowdSet::countsOf(uint32_t instanceCount) const {
    std::vector<uint32_t> shares;
    for (const FrameModel& part : models_) shares.push_back(part.share);
    return sharedOut(std::max(instanceCount, 1u), shares);
}

std::vector<CrowdLayout> CrowdSet::layouts(std::span<const uint32_t> counts) const {
    std::vector<CrowdLayout> layouts;
    for (size_t i = 0; i < models_.size(); ++i) {
        layouts.push_back({models_[i].scene->bounds(), counts[i], models_[i].placements});
    }
    return layouts;
}

std::vector<std::vector<gpu::Affine>> CrowdSet::placements(uint32_t instanceCount,
                                                           uint32_t scatter) const {
    return layOutCrowds(layouts(countsOf(instanceCount)), scatter);
}

Box CrowdSet::bounds(uint32_t instanceCount, uint32_t scatter) const {
    return sinew::crowdBounds(layouts(countsOf(instanceCount)), std::vector<Box>(models_.size()),
                              scatter);
}

Box CrowdSet::presentBounds(std::span<const Box> reaches) const {
    return reaches.empty() ? bounds_ : crowdBounds(layouts_, reaches, crowdSettings_.scatter);
}

float CrowdSet::droppedWeight() const {
    float dropped = 0;
    for (const FrameModel& part : models_) {
        if (part.groups.empty()) continue;
        dropped = std::max(dropped, part.groups.front().crowds.front().mesh().droppedWeight);
    }
    return dropped;
}

const GpuBakedClips* CrowdSet::bakedClips(size_t model) const {
    const std::vector<CrowdGroup>& groups = models_[model].groups;
    return groups.empty() ? nullptr : groups.front().crowds.front().baked();
}

void CrowdSet::clear() {
    for (FrameModel& part : models_) {
        part.groups.clear();
        part.demands.clear();
    }
    ++generation_;
}

uint32_t CrowdSet::maxInstances(const SkinChoice& choice, uint64_t vertexBudget, bool traced,
                                uint64_t structureBytes) const {
    uint64_t crowdBytes = structureBytes;
    bool motion = false;
    for (const FrameModel& part : models_) {
        for (const CrowdDemand& demand : part.demands) {
            crowdBytes += sumsOf({*part.scene, demand}).of(demand.instanceCount);
            motion |= demand.motion;
        }
    }
    std::vector<WantedCrowd> wanted;
    for (const FrameModel& part : models_) {
        wanted.push_back({*part.scene,
                          {.choice = part.scene->resolve(choice).choice,
                           .instanceCount = part.share,
                           .motion = motion,
                           .vertexBudget = vertexBudget / models_.size()},
                          traced});
    }
    return sinew::maxInstances(*device_, averageOf(wanted), crowdBytes);
}

CrowdSet::CrowdSettings CrowdSet::crowdSettingsOf(const FrameSettings& settings) {
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

/// Resolves `choice` for the model. LOD is off if another method (difference view) or the next
/// frame (motion vectors of vertices that are skinned once) reads all vertices.
Resolution CrowdSet::resolutionOf(const Scene& scene, const SkinChoice& choice,
                                  const CrowdSettings& crowdSettings) {
    Resolution resolution = scene.resolve(choice);
    const SkinChoice& taken = resolution.choice;
    const bool once = !skinningMethod(taken.method).facts.passesSkin;
    if (supported(taken).lod == Lod::none ||
        !(crowdSettings.difference || (crowdSettings.motion && once))) {
        return resolution;
    }
    resolution.note =
        fmt::format("{} is in full detail while {} shown", choiceText(taken),
                    crowdSettings.difference ? "a difference is" : "motion vectors are");
    resolution.choice.settings.lod = Lod::none;
    resolution.choice.settings.cull = Cull::boxes;
    return resolution;
}

CrowdSet::Demands CrowdSet::demandsOf(const CrowdSettings& crowdSettings) const {
    if (crowdSettings.motion && !device_->has().independentBlend) {
        throw std::runtime_error(fmt::format(
            "motion vectors are unsupported: '{}' lacks independentBlend; try another device",
            device_->info().properties.deviceName));
    }
    const std::vector<uint32_t> counts = countsOf(crowdSettings.instanceCount);
    Demands demands(models_.size());
    for (size_t i = 0; i < models_.size(); ++i) {
        if (counts[i] == 0) continue;
        const std::optional<uint32_t> joint =
            i == crowdSettings.model ? crowdSettings.joint : std::nullopt;
        const auto demand = [&](const SkinChoice& choice) {
            demands[i].push_back(
                {.choice = resolutionOf(*models_[i].scene, choice, crowdSettings).choice,
                 .instanceCount = counts[i],
                 .motion = crowdSettings.motion,
                 .scatter = crowdSettings.scatter,
                 .joint = joint,
                 .vertexBudget = crowdSettings.vertexBudget / models_.size()});
        };
        demand(crowdSettings.choice);
        if (crowdSettings.compared) demand(*crowdSettings.compared);
        // If one of two compared methods has LOD, both get the vertex order of LOD.
        const bool leveled = std::any_of(
            demands[i].begin(), demands[i].end(),
            [](const CrowdDemand& each) { return supported(each.choice).lod != Lod::none; });
        for (CrowdDemand& each : demands[i]) each.inLevels = leveled;
    }
    return demands;
}

CrowdSet::Demands CrowdSet::presentDemands() const {
    Demands demands;
    for (const FrameModel& part : models_) demands.push_back(part.demands);
    return demands;
}

void CrowdSet::requireMemory(const FrameSettings& settings) const {
    requireMemory(demandsOf(crowdSettingsOf(settings)), settings.traced());
}

void CrowdSet::requireMemory(const Demands& demands, bool traced) const {
    for (size_t method = 0; method < demands.front().size(); ++method) {
        std::vector<WantedCrowd> wanted;
        for (size_t i = 0; i < models_.size(); ++i) {
            if (demands[i].empty()) continue;
            wanted.push_back({*models_[i].scene, demands[i][method], traced && method == 0});
        }
        sinew::requireMemory(wanted);
    }
}

void CrowdSet::fit(const FrameSettings& settings, FrameRing& ring) {
    const CrowdSettings crowdSettings = crowdSettingsOf(settings);
    if (!empty() && crowdSettings == crowdSettings_) return;
    if (settings.view == SINEW_VIEW_DIFFERENCE && settings.compared &&
        !device_->has().vertexStores) {
        throw std::runtime_error(
            fmt::format("the difference view is unsupported: '{}' lacks "
                        "vertexPipelineStoresAndAtomics; try another device",
                        device_->info().properties.deviceName));
    }
    const Demands demands = demandsOf(crowdSettings);
    requireMemory(demands, settings.traced());
    if (presentDemands() != demands) replace(demands, ring);
    crowdSettings_ = crowdSettings;
    layouts_ = layouts(countsOf(crowdSettings.instanceCount));
    bounds_ = crowdBounds(layouts_, std::vector<Box>(models_.size()), crowdSettings.scatter);
    for (FrameModel& part : models_) {
        part.resolution = resolutionOf(*part.scene, crowdSettings.choice, crowdSettings);
    }
}

void CrowdSet::create(const Demands& demands, FrameRing& ring) {
    std::vector<uint32_t> counts;
    uint32_t scatter = 0;
    for (const std::vector<CrowdDemand>& wanted : demands) {
        counts.push_back(wanted.empty() ? 0 : wanted.front().instanceCount);
        if (!wanted.empty()) scatter = wanted.front().scatter;
    }
    std::vector<std::vector<gpu::Affine>> placements = layOutCrowds(layouts(counts), scatter);
    std::vector<std::vector<CrowdGroup>> groups(models_.size());
    for (size_t i = 0; i < models_.size(); ++i) {
        if (demands[i].empty()) continue;
        if (injected::noMemory(counts[i])) {
            throw VulkanError(VK_ERROR_OUT_OF_DEVICE_MEMORY,
                              fmt::format("{} instances were made to fail", counts[i]));
        }
        const bool compared = demands[i].size() > 1 && device_->has().vertexStores;
        groups[i] = CrowdGroup::create({.scene = *models_[i].scene,
                                        .demands = demands[i],
                                        .captured = compared ? Captured::second : Captured::none,
                                        .worldFromObject = std::move(placements[i])});
    }
    for (size_t i = 0; i < models_.size(); ++i) {
        std::swap(models_[i].groups, groups[i]);
        models_[i].demands = demands[i];
    }
    ring.retire(std::move(groups));
    ++generation_;
}

/// Replaces all crowds. If it throws, the former crowds exist. If memory does not suffice for them
/// either, no crowd exists until the next fit().
void CrowdSet::replace(const Demands& demands, FrameRing& ring) {
    const Demands present = presentDemands();
    try {
        create(demands, ring);
    } catch (const VulkanError& error) {
        if (error.result != VK_ERROR_OUT_OF_DEVICE_MEMORY || empty()) throw;
        // Memory may suffice for the old or the new crowds, but not for both. So free the old ones.
        ring.finish(*device_);
        clear();
        try {
            create(demands, ring);
        } catch (...) {
            try {
                create(present, ring);
            } catch (const VulkanError&) {
                // The caller gets the error of the new crowds.
            }
            throw;
        }
    }
}

}  // namespace sinew
