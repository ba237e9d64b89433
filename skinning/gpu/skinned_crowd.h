// A crowd skinned in one way: its buffers, and steps 3 and 4 (and 6 where the CPU does it) of its
// frames. A frame has one, and a second one while two ways are compared.
#pragma once

#include <memory>

#include "skinning/animation/crowd.h"
#include "skinning/cpu/skin.h"
#include "skinning/gpu/pages.h"
#include "skinning/gpu/walk.h"

namespace sinew {

/// What the crowds of a model that agree in influence format and limit share.
struct CrowdMesh {
    static std::shared_ptr<CrowdMesh> create(const Device& device,
                                             std::shared_ptr<const Model> authored,
                                             InfluenceFormat format, uint32_t influenceLimit);
    CrowdMesh(std::shared_ptr<const Model> limited, GpuMesh gpuMesh);

    std::shared_ptr<const Model> model;  // with the limit
    float droppedWeight = 0;             // the heaviest influence that fell to the limit
    GpuMesh mesh;
    CpuSkinner cpuSkinner;
};

/// What a crowd is made for.
struct CrowdDemand {
    SkinChoice choice;
    uint32_t instanceCount = 1;
    bool motion = false;  // the frame before is kept, for motion vectors

    auto operator<=>(const CrowdDemand&) const = default;
};

/// Move-only. Never changes its demand: another one is another crowd.
class SkinnedCrowd {
public:
    struct Parts {
        std::shared_ptr<CrowdMesh> mesh;
        std::shared_ptr<const GpuBakedClips> baked;  // Method::texture
        const GpuMaterials* materials = nullptr;     // outlive the crowd
        uint32_t mostPerPage = ~0u;
        std::span<const VkBuffer> compared;  // one a page, or none
    };
    /// Throws as Pages::create does. `demand.choice` is one that resolve() gave.
    static SkinnedCrowd create(const Device& device, const SetLayouts& layouts,
                               const CrowdDemand& demand, const Parts& parts,
                               std::span<const gpu::Affine> worldFromObject);

    const CrowdDemand& demand() const { return demand_; }
    const Technique& technique() const { return techniqueOf(demand_.choice.method); }
    const CrowdMesh& mesh() const { return *mesh_; }
    const GpuBakedClips* baked() const { return baked_.get(); }
    const VertexStage& stage() const { return stage_; }      // of the passes
    const SkinVariant& variant() const { return variant_; }  // of the palette and skin steps
    const Pages& pages() const { return pages_; }

    /// Steps 3 and 4, and step 6 where the CPU does it, into the uploads of `phase`. Poses are
    /// written for the skeleton overlay even where the method has no use for them, boxes for the
    /// bounds overlay. Times go into `statistics`.
    struct Wanted {
        bool skeleton = false;
        bool bounds = false;
    };
    void animate(Crowd& crowd, const BindBoxes& bindBoxes, const Playback& playback, uint32_t phase,
                 const Wanted& wanted, FrameStatistics& statistics);

    /// The object-space boxes of instances from `firstInstance` on; each contains every vertex that
    /// this way of skinning puts there.
    void boundInstances(Crowd& crowd, const BindBoxes& bindBoxes, const Playback& playback,
                        uint32_t firstInstance, std::span<Box> objectBoxes) const;

private:
    void bakePlaces(const Playback& playback, Page& page, uint32_t phase);
    void skinOnCpu(Page& page, uint32_t phase, std::span<const gpu::Affine> poses,
                   FrameStatistics& statistics);

    CrowdDemand demand_;
    std::shared_ptr<CrowdMesh> mesh_;
    std::shared_ptr<const GpuBakedClips> baked_;
    VertexStage stage_;
    SkinVariant variant_;
    Pages pages_;
    std::vector<gpu::Affine> poses_;  // methods of the CPU read them back: of all instances
};

}  // namespace sinew
