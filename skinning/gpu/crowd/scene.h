// A model on the device, and what all crowds of it share.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "shaders/shared/culling.h"
#include "skinning/animation/crowd.h"
#include "skinning/bounds/bounds.h"
#include "skinning/bounds/clip_arcs.h"
#include "skinning/gpu/crowd/crowd_mesh.h"
#include "skinning/gpu/crowd/gpu_materials.h"
#include "skinning/gpu/frame/blended.h"
#include "skinning/gpu/pose/gpu_baked_clips.h"
#include "skinning/gpu/pose/gpu_clips.h"
#include "skinning/gpu/skin/skinning_method.h"
#include "skinning/lod/levels.h"
#include "skinning/packing/clip_packing.h"

namespace sinew {

/// Not movable: crowds refer to it. One thread uses it at a time.
class Scene {
public:
    /// Uploads the data of the default choice. Throws if the device has not enough memory.
    Scene(const Device& device, const PassLayouts& layouts, std::shared_ptr<const Model> model);
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;

    const Device& device() const { return *device_; }
    const Model& model() const { return *model_; }
    const GpuMaterials& materials() const { return materials_; }
    Crowd& crowd() { return crowd_; }
    BlendedSurfaces& blended() { return blended_; }
    const Box& bounds() const { return bounds_; }  // standingBounds()

    /// resolve(). If the clips of the model do not prove that all poses are in range, the CPU
    /// poses, because it checks each pose.
    Resolution resolve(const SkinChoice& wanted) const;

    /// Created at the first call for a choice; the last few are cached. `joint`: as in
    /// FrameSettings. `inLevels`: vertices are in the order of levels of detail.
    std::shared_ptr<CrowdMesh> meshFor(const SkinChoice& choice, std::optional<uint32_t> joint = {},
                                       bool inLevels = false);
    /// makeLevels() at the first call, unless offer() has set them.
    const Levels& levels();
    bool hasLevels() const { return levels_.has_value(); }
    void offer(Levels levels) { levels_ = std::move(levels); }
    /// How far dual quaternions leave boxes; null with linear blending.
    std::shared_ptr<const ClipArcs> arcsFor(const SkinChoice& choice);
    /// Clips for poses on the GPU; null if the CPU poses.
    std::shared_ptr<const GpuClips> clipsFor(const SkinChoice& choice);
    /// gpu::ClipEntry of each clip, of the rest pose and of blends; null without culling.
    std::shared_ptr<const Buffer> clipBoxesFor(const SkinChoice& choice);
    /// Their boxes on the CPU; empty without culling.
    std::vector<Box> boxesFor(const SkinChoice& choice);
    /// The movement of each of them; all 0 without update rates.
    std::vector<gpu::ClipMovement> movementsFor(const SkinChoice& choice);
    /// The clips of the model in KeyFormat::packed.
    const PackedClips& packedClips();
    /// Baked clips if the method of the choice plays them, else null. Bakes them unless offer() has
    /// set them.
    std::shared_ptr<const GpuBakedClips> bakedFor(const SkinChoice& choice);
    /// Null if they are not baked yet.
    std::shared_ptr<const GpuBakedClips> findBaked(const BakeSettings& settings) const;
    void offer(std::shared_ptr<const BakedClips> clips);

private:
    struct Mesh {
        SkinSettings settings;  // the input of CrowdMesh::create
        std::optional<uint32_t> joint;
        bool inLevels;
        std::shared_ptr<CrowdMesh> mesh;
    };

    const Device* device_;
    std::shared_ptr<const Model> model_;
    GpuMaterials materials_;
    Crowd crowd_;
    BlendedSurfaces blended_;
    uint64_t clipBytes_;  // in KeyFormat::fp32, the larger format
    Box bounds_;
    std::vector<Mesh> meshes_;  // newest last
    // By KeyFormat; clips_ also by Blend.
    std::array<std::array<std::shared_ptr<const GpuClips>, 2>, 2> clips_;
    std::array<std::shared_ptr<const ClipArcs>, 2> arcs_;
    std::optional<Levels> levels_;
    std::optional<PackedClips> packedClips_;
    std::optional<ClipBoxes> clipBoxes_;
    std::optional<std::vector<gpu::ClipMovement>> movements_;
    std::vector<std::shared_ptr<const GpuBakedClips>> baked_;
};

}  // namespace sinew
