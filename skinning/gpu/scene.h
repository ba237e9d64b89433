// A model on the device, and what all crowds of it share.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "shaders/shared/culling.h"
#include "skinning/animation/bounds.h"
#include "skinning/animation/clip_arcs.h"
#include "skinning/animation/clip_packing.h"
#include "skinning/animation/crowd.h"
#include "skinning/gpu/blended.h"
#include "skinning/gpu/crowd_mesh.h"
#include "skinning/gpu/gpu_baked_clips.h"
#include "skinning/gpu/gpu_clips.h"
#include "skinning/gpu/gpu_materials.h"
#include "skinning/gpu/skin/skinning_method.h"
#include "skinning/levels.h"

namespace sinew {

/// Stays where it is: crowds refer to it. One thread uses it at a time.
class Scene {
public:
    /// Uploads what the default way of skinning needs. Throws where the device cannot hold it.
    Scene(const Device& device, const PassLayouts& layouts, std::shared_ptr<const Model> model);
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;

    const Device& device() const { return *device_; }
    const Model& model() const { return *model_; }
    const GpuMaterials& materials() const { return materials_; }
    Crowd& crowd() { return crowd_; }
    BlendedSurfaces& blended() { return blended_; }
    const Box& bounds() const { return bounds_; }  // standingBounds()

    /// resolve(); and poses are made by the CPU, which looks at each, where a model's clips do not
    /// tell that all stay in range.
    Resolution resolve(const SkinChoice& wanted) const;

    /// Made when it is first asked for; a few are kept for the way back. `joint`: as FrameSettings
    /// has it. `inLevels`: vertices lie in the order of levels of detail.
    std::shared_ptr<CrowdMesh> meshFor(const SkinChoice& choice, std::optional<uint32_t> joint = {},
                                       bool inLevels = false);
    /// makeLevels(), when they are first asked for and offer() did not bring them.
    const Levels& levels();
    bool hasLevels() const { return levels_.has_value(); }
    void offer(Levels levels) { levels_ = std::move(levels); }
    /// How far dual quaternions leave boxes, where the choice blends so, else null.
    std::shared_ptr<const ClipArcs> arcsFor(const SkinChoice& choice);
    /// Clips for poses on the GPU where the choice has them, else null.
    std::shared_ptr<const GpuClips> clipsFor(const SkinChoice& choice);
    /// Boxes of clips where the choice culls by them, else null: of each clip, of the rest pose,
    /// and of anything. And movements.
    std::shared_ptr<const Buffer> clipBoxesFor(const SkinChoice& choice);
    /// The same on the CPU; empty where the choice does not cull.
    std::vector<Box> boxesFor(const SkinChoice& choice);
    /// For each of them how far it moves; all 0 where the choice poses in every frame.
    std::vector<gpu::ClipMovement> movementsFor(const SkinChoice& choice);
    /// The model's clips in KeyFormat::packed.
    const PackedClips& packedClips();
    /// Baked clips if the method of the choice plays them, else null. Bakes what offer() did not
    /// bring.
    std::shared_ptr<const GpuBakedClips> bakedFor(const SkinChoice& choice);
    /// Null: they are not baked yet.
    std::shared_ptr<const GpuBakedClips> findBaked(const BakeSettings& settings) const;
    void offer(std::shared_ptr<const BakedClips> clips);

private:
    struct Mesh {
        SkinSettings settings;  // those that CrowdMesh is made by
        std::optional<uint32_t> joint;
        bool inLevels;
        std::shared_ptr<CrowdMesh> mesh;
    };

    const Device* device_;
    std::shared_ptr<const Model> model_;
    GpuMaterials materials_;
    Crowd crowd_;
    BlendedSurfaces blended_;
    uint64_t clipBytes_;  // in KeyFormat::fp32; packed ones take less
    Box bounds_;
    std::vector<Mesh> meshes_;  // newest last
    // By KeyFormat; clips by Blend, too.
    std::array<std::array<std::shared_ptr<const GpuClips>, 2>, 2> clips_;
    std::array<std::shared_ptr<const ClipArcs>, 2> arcs_;
    std::optional<Levels> levels_;
    std::optional<PackedClips> packedClips_;
    std::optional<ClipBoxes> clipBoxes_;
    std::optional<std::vector<gpu::ClipMovement>> movements_;
    std::vector<std::shared_ptr<const GpuBakedClips>> baked_;
};

}  // namespace sinew
