// The models of a frame, and the crowds that its settings ask for.
#pragma once

#include "renderer/frame_ring.h"
#include "skinning/gpu/crowd/crowd_group.h"
#include "skinning/gpu/frame/frame_settings.h"

namespace sinew {

/// A model of a scene, and its share of all instances.
struct SceneModel {
    std::shared_ptr<const Model> model;
    uint32_t share = 1;                 // at least 1; relative to the other models' shares
    std::vector<Placement> placements;  // for its first instances; others are on a grid
};

/// A model that a frame shows.
struct FrameModel {
    std::shared_ptr<Scene> scene;
    uint32_t share = 1;
    std::vector<Placement> placements;
    Resolution resolution;
    std::vector<CrowdDemand> demands;  // the demands of `groups`
    std::vector<CrowdGroup> groups;    // empty: not created yet, or no instances
};

/// Move-only; the device must outlive it.
class CrowdSet {
public:
    explicit CrowdSet(const Device& device) : device_(&device) {}

    std::span<const FrameModel> models() const { return models_; }
    std::span<FrameModel> models() { return models_; }
    bool empty() const { return models_.empty() || models_.front().groups.empty(); }
    /// Returns a number that changes whenever crowds are created or freed.
    uint64_t generation() const { return generation_; }

    /// Creates scenes of models that the set does not have yet. On an exception the old models
    /// stay. Returns the old models, which frames in flight may use.
    std::vector<FrameModel> setModels(const PassLayouts& layouts,
                                      std::span<const SceneModel> models);
    /// Returns how many of `instanceCount` instances each model has.
    std::vector<uint32_t> countsOf(uint32_t instanceCount) const;
    /// Returns the placements without root motion, one list per model.
    std::vector<std::vector<gpu::Affine>> placements(uint32_t instanceCount,
                                                     uint32_t scatter) const;
    /// Returns the world-space bounds of all instances without root motion.
    Box bounds(uint32_t instanceCount, uint32_t scatter) const;
    /// Returns the world-space bounds of the current crowds. `reaches` has one box per model that
    /// bounds its root motion, or is empty.
    Box presentBounds(std::span<const Box> reaches) const;

    /// Returns the largest weight of an influence that SkinSettings::influenceLimit removed.
    float droppedWeight() const;
    /// Returns null if the current crowds of the model play no baked clips.
    const GpuBakedClips* bakedClips(size_t model) const;

    /// Creates the crowds that the settings ask for, unless they exist. May wait for the GPU. If
    /// memory is exhausted, it throws; the former crowds stay, or a fit() with the former settings
    /// creates them again.
    void fit(const FrameSettings& settings, FrameRing& ring);
    /// Frees the crowds. No frame in flight may use them.
    void clear();

    /// `structureBytes`: acceleration structures that are freed with the current crowds.
    uint32_t maxInstances(const SkinChoice& choice, uint64_t vertexBudget, bool traced,
                          uint64_t structureBytes) const;
    /// Throws VulkanError as fit() does if memory is not sufficient; creates nothing.
    void requireMemory(const FrameSettings& settings) const;

private:
    /// The frame settings that crowds depend on.
    struct CrowdSettings {
        SkinChoice choice;
        std::optional<SkinChoice> compared;
        uint32_t instanceCount = 0;
        bool motion = false;
        uint32_t scatter = 0;
        uint32_t model = 0;
        std::optional<uint32_t> joint;
        bool difference = false;
        uint64_t vertexBudget = 0;
        bool operator==(const CrowdSettings&) const = default;
    };
    /// One list per model, with one demand per method. A list is empty if its model has no
    /// instances.
    using Demands = std::vector<std::vector<CrowdDemand>>;

    static CrowdSettings crowdSettingsOf(const FrameSettings& settings);
    static Resolution resolutionOf(const Scene& scene, const SkinChoice& choice,
                                   const CrowdSettings& crowdSettings);
    Demands demandsOf(const CrowdSettings& crowdSettings) const;
    Demands presentDemands() const;
    void requireMemory(const Demands& demands, bool traced) const;
    void create(const Demands& demands, FrameRing& ring);
    void replace(const Demands& demands, FrameRing& ring);
    std::vector<CrowdLayout> layouts(std::span<const uint32_t> counts) const;

    const Device* device_;
    std::vector<FrameModel> models_;
    CrowdSettings crowdSettings_;  // settings of the current crowds
    std::vector<CrowdLayout> layouts_;
    Box bounds_;  // without root motion
    uint64_t generation_ = 0;
};

}  // namespace sinew
