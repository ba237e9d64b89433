// A crowd skinned in one way: its buffers, and its part of a frame on the CPU. A frame has one, and
// a second one while two ways are compared.
#pragma once

#include <memory>
#include <optional>

#include "shaders/shared/playback.h"
#include "skinning/gpu/crowd_mesh.h"
#include "skinning/gpu/pages.h"

namespace sinew {

/// What a crowd is made for.
struct CrowdDemand {
    SkinChoice choice;
    uint32_t instanceCount = 1;
    bool motion = false;            // the frame before is kept, for motion vectors
    uint32_t scatter = 0;           // as placeCrowd takes it
    std::optional<uint32_t> joint;  // as FrameSettings has it
    bool inLevels = false;          // vertices lie in the order of levels of detail
    uint64_t vertexBudget = 0;      // as SkinPlan has it

    auto operator<=>(const CrowdDemand&) const = default;
};

/// Of vertices that are skinned before the passes, in all copies; 0 where the passes skin.
struct VertexBytes {
    uint64_t held = 0;
    uint64_t aVertex = 0;
};

/// Move-only. Never changes its demand: another one is another crowd.
class SkinnedCrowd {
public:
    struct Parts {
        StreamLayouts& layouts;
        std::shared_ptr<CrowdMesh> mesh;
        const SkinPlan& plan;                        // of the demand
        std::shared_ptr<const Buffer> clipBoxes;     // where SkinPlan::culled
        std::shared_ptr<const ClipArcs> arcs;        // of dual quaternions
        std::shared_ptr<const GpuClips> clips;       // where SkinPlan::posedOnGpu
        std::shared_ptr<const GpuBakedClips> baked;  // where Technique::bakes
        const GpuMaterials& materials;               // outlive the crowd
        const Poses& poses;
        std::span<const VkBuffer> compared;  // one a page, or none
    };
    /// `demand.choice` is one that resolve() gave.
    static SkinnedCrowd create(const Device& device, const CrowdDemand& demand, const Parts& parts);

    const CrowdDemand& demand() const { return demand_; }
    const SkinPlan& plan() const { return plan_; }
    const Technique& technique() const { return *plan_.technique; }
    const CrowdMesh& mesh() const { return *mesh_; }
    const GpuBakedClips* baked() const { return baked_.get(); }
    const ClipArcs* arcs() const { return arcs_.get(); }
    const VertexStage& stage() const { return pages_.stage(); }  // of the passes
    const Pages& pages() const { return pages_; }
    /// In a frame of so many passes: once, or once in each. Without culling.
    uint64_t verticesSkinned(uint32_t passes) const;
    const VertexBytes& vertexBytes() const { return vertexBytes_; }

    /// What a step on the GPU gets; empty if the crowd has no such step.
    GpuStep::Input inputOf(CrowdStep step, Moment moment) const;

    /// What the passes of the next frame see, before its steps are recorded.
    void see(const gpu::CullViews& views, uint32_t phase) { pages_.see(views, phase); }

    /// Somebody reads boxes that the GPU has to make in the frame of the last animate().
    bool boxesOnGpu() const { return boxesOnGpu_; }

    /// What the technique does on the CPU, after the poses: requests for the GPU, places in baked
    /// clips, boxes, vertices. Times go into `statistics`. `requests`: one an instance; none where
    /// nothing on the CPU reads them, and the GPU is not given them.
    struct Work {
        gpu::Playback playback{};  // where the GPU has the requests from; of the first page
        bool boxesShown = false;   // an overlay draws them
        /// Who is skinned on the CPU, by page, as numbers in it; null: all.
        const std::vector<std::vector<uint32_t>>* listed = nullptr;
    };
    void animate(const Poses& poses, std::span<const PoseRequest> requests, uint32_t phase,
                 const Work& work, FrameStatistics& statistics);

private:
    void writeRequests(std::span<const PoseRequest> requests, gpu::Playback playback, Page& page,
                       uint32_t phase) const;
    void writeBoxes(const Poses& poses, std::span<const PoseRequest> requests, Page& page,
                    uint32_t phase) const;

    CrowdDemand demand_;
    SkinPlan plan_;
    std::shared_ptr<CrowdMesh> mesh_;
    std::shared_ptr<const Buffer> clipBoxes_;
    std::shared_ptr<const ClipArcs> arcs_;
    std::shared_ptr<const GpuClips> clips_;
    std::shared_ptr<const GpuBakedClips> baked_;
    bool boxesOnGpu_ = false;
    VertexBytes vertexBytes_;
    uint64_t drawnVertices_ = 0;  // drawnVertices() of the model
    Pages pages_;
};

}  // namespace sinew
