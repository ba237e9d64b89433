// A model on the device, and the data that all its crowds share.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "shaders/shared/culling.h"
#include "skinning/animation/crowd.h"
#include "skinning/bounds/bounds.h"
#include "skinning/bounds/clip_arcs.h"
#include "skinning/gpu/crowd/gpu_materials.h"
#include "skinning/gpu/crowd/gpu_mesh.h"
#include "skinning/gpu/frame/blended.h"
#include "skinning/gpu/pose/gpu_clips.h"
#include "skinning/gpu/skin/skinning_method.h"
#include "skinning/lod/levels.h"
#include "skinning/packing/clip_packing.h"

namespace sinew {

/// Not movable, because crowds refer to it. Only one thread at a time may use it.
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

    /// Calls sinew::resolve() for this model. If the model's clips do not prove that all poses are
    /// in range, the CPU poses, because the CPU checks each pose.
    Resolution resolve(const SkinChoice& wanted) const;

    /// Returns the mesh for a choice; the last few meshes are cached. `joint`: as in FrameSettings.
    /// `inLevels`: vertices are in the order of levels of detail.
    std::shared_ptr<CrowdMesh> meshFor(const SkinChoice& choice, std::optional<uint32_t> joint = {},
                                       bool inLevels = false);
    /// Returns the levels of detail. The first call computes them, unless offer() has set them.
    const Levels& levels();
    bool hasLevels() const { return levels_.has_value(); }
    void offer(Levels levels) { levels_ = std::move(levels); }
    /// Returns by how much dual quaternion blending enlarges the boxes of linear blending; null if
    /// the choice blends linearly.
    std::shared_ptr<const ClipArcs> arcsFor(const SkinChoice& choice);
    /// Returns the clips for posing on the GPU; null if the CPU poses.
    std::shared_ptr<const GpuClips> clipsFor(const SkinChoice& choice);
    /// Returns gpu::ClipEntry of each clip, of the rest pose and of blends; null without culling.
    std::shared_ptr<const Buffer> clipBoxesFor(const SkinChoice& choice);
    /// Returns, in host memory, the boxes that clipBoxesFor() uploads; empty without culling.
    std::vector<Box> boxesFor(const SkinChoice& choice);
    /// Returns the movement bound of each entry of clipBoxesFor(); only update rates read it.
    std::vector<gpu::ClipMovement> movementsFor(const SkinChoice& choice);
    /// Returns the clips of the model in KeyFormat::packed.
    const PackedClips& packedClips();
    /// Returns baked clips, or null if the method of the choice plays none. The first call bakes
    /// them, unless offer() has set them.
    std::shared_ptr<const GpuBakedClips> bakedFor(const SkinChoice& choice);
    /// Returns null if clips are not baked with these settings yet.
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
    // The first index is KeyFormat; the second index of clips_ is Blend.
    std::array<std::array<std::shared_ptr<const GpuClips>, 2>, 2> clips_;
    std::array<std::shared_ptr<const ClipArcs>, 2> arcs_;
    std::optional<Levels> levels_;
    std::optional<PackedClips> packedClips_;
    std::optional<ClipBoxes> clipBoxes_;
    std::optional<std::vector<gpu::ClipMovement>> movements_;
    std::vector<std::shared_ptr<const GpuBakedClips>> baked_;
};

}  // namespace sinew
