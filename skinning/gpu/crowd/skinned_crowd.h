// Instances of one model that are skinned by one method: their buffers, and their part of a frame
// on the CPU. A group has one such crowd, and a second one while two methods are compared.
#pragma once

#include <memory>
#include <optional>

#include "shaders/shared/culling.h"
#include "shaders/shared/kernel.h"
#include "shaders/shared/playback.h"
#include "skinning/animation/pose_request.h"
#include "skinning/gpu/crowd/crowd_draws.h"
#include "skinning/gpu/crowd/crowd_mesh.h"
#include "skinning/gpu/crowd/gpu_materials.h"
#include "skinning/gpu/cull/cull_step.h"
#include "skinning/gpu/cull/culling.h"
#include "skinning/gpu/pose/gpu_baked_clips.h"
#include "skinning/gpu/pose/gpu_clips.h"
#include "skinning/gpu/pose/pose_step.h"

namespace sinew {

class Poses;

/// The settings of a model's crowds: all its instances, by one method.
struct CrowdDemand {
    SkinChoice choice;
    uint32_t instanceCount = 1;
    bool motion = false;            // the previous frame is kept, for motion vectors
    uint32_t scatter = 0;           // as layOutCrowd takes it
    std::optional<uint32_t> joint;  // as FrameSettings has it
    bool inLevels = false;          // vertices are in the order of levels of detail
    uint64_t vertexBudget = 0;      // as SkinPlan has it

    auto operator<=>(const CrowdDemand&) const = default;
};

/// The memory of vertices that are skinned before the passes, in all copies; 0 if the passes skin.
struct VertexBytes {
    uint64_t allocated = 0;
    uint64_t aVertex = 0;
};

/// The buffers of a crowd at one moment. In place of a buffer that the crowd does not have is a
/// placeholder; the specialization constants of kernels exclude reads of it.
struct FrameBuffers {
    const Buffer& placements;
    const Buffer& requests;
    const Buffer& playback;
    const Buffer& poses;
    const Buffer& morphWeights;
    const Buffer& boxes;
    const Buffer& palettes;
    const Buffer& normalPalettes;
    const Buffer& skinned;
    const Buffer& bakedStates;
    const Buffer& visibility;
    const Buffer& visibleLists;
    const Buffer& firstVertices;
    const Buffer& lastPoses;
    const Buffer& listEnds;
};

/// The kernels of a crowd's steps.
struct CrowdKernels {
    std::vector<CullKernels> cull;  // one a round
    PoseKernels pose;               // with SkinPlan::posedOnGpu
    MethodKernels method;
};

/// Move-only. Its demand never changes: another demand is another crowd.
class SkinnedCrowd {
public:
    struct Parts {
        std::shared_ptr<CrowdMesh> mesh;
        const SkinPlan& plan;                        // follows from the demand
        std::shared_ptr<const Buffer> clipBoxes;     // with SkinPlan::culled
        std::shared_ptr<const ClipArcs> arcs;        // with dual quaternions, else null
        std::shared_ptr<const GpuClips> clips;       // with SkinPlan::posedOnGpu
        std::shared_ptr<const GpuBakedClips> baked;  // with MethodFacts::bakes
        const GpuMaterials& materials;               // outlive the crowd
        const Poses& poses;                          // whose range is that of the crowd
        const Buffer* compared;                      // vertices of the compared method, or null
    };
    /// `demand.choice` is one that resolve() returned. Throws VulkanError (out of device memory)
    /// naming the buffer that did not fit.
    static SkinnedCrowd create(const Device& device, const CrowdDemand& demand, const Parts& parts);

    const CrowdDemand& demand() const { return demand_; }
    const SkinPlan& plan() const { return plan_; }
    const SkinningMethod& method() const { return *plan_.method; }
    const InstanceRange& range() const { return range_; }
    const CrowdMesh& mesh() const { return *mesh_; }
    const GpuBakedClips* baked() const { return baked_.get(); }
    const ClipArcs* arcs() const { return arcs_.get(); }
    const GpuClips& clips() const { return *clips_; }        // with SkinPlan::posedOnGpu
    const Buffer& clipBoxes() const { return *clipBoxes_; }  // with SkinPlan::culled
    const Culling* culling() const { return culling_ ? &*culling_ : nullptr; }
    /// The levels of detail that are drawn, the full one first.
    std::span<const gpu::LevelEntry> levels() const;
    const gpu::SkinConstants& constants() const { return constants_; }
    const GroupLimits& groupLimits() const { return groupLimits_; }
    const CrowdDraws& draws() const { return draws_; }
    const VertexStage& stage() const { return draws_.stage(); }  // for the passes
    /// In a frame of so many passes: once, or once in each. Without culling.
    uint64_t verticesSkinned(uint32_t passes) const;
    const VertexBytes& vertexBytes() const { return vertexBytes_; }

    const Buffer& buffer(CrowdBuffer which, uint32_t phase) const;
    const Buffer& placeholder() const { return placeholder_; }
    FrameBuffers buffers(Moment moment) const;
    /// The previous frame's buffers; this frame's if there is no previous one.
    FrameBuffers previousBuffers(Moment moment) const;

    /// Creates the kernels if they do not exist: before steps are recorded, outside the frame.
    void prepare(Kernels& kernels, const ShaderLibrary& shaders);
    const CrowdKernels& kernels() const { return kernels_; }

    /// The views of the next frame's passes, before its steps are recorded.
    void setViews(const gpu::CullViews& views, uint32_t phase) const {
        if (culling_) culling_->setViews(views, phase);
    }

    /// The GPU writes boxes in the frame of the last animate().
    bool boxesOnGpu() const { return boxesOnGpu_; }

    /// The crowd's work on the CPU after the poses: requests for the GPU, states in baked clips,
    /// boxes, vertices. Times go into `statistics`. `requests`: one an instance of the range, or
    /// none if only the GPU reads them.
    struct AnimateOptions {
        gpu::Playback playback{};  // the source of requests on the GPU, of the model's first crowd
        bool boxesShown = false;   // an overlay draws them
        const std::vector<uint32_t>* listed = nullptr;  // instances to skin on the CPU; null: all
    };
    void animate(const Poses& poses, std::span<const PoseRequest> requests, uint32_t phase,
                 const AnimateOptions& options, FrameStatistics& statistics);

private:
    void createBuffers(const Device& device);
    void forgetFrames(const Device& device) const;
    void writeRequests(std::span<const PoseRequest> requests, gpu::Playback playback,
                       uint32_t phase) const;
    void writeBoxes(const Poses& poses, std::span<const PoseRequest> requests,
                    uint32_t phase) const;

    CrowdDemand demand_;
    SkinPlan plan_;
    InstanceRange range_;
    std::shared_ptr<CrowdMesh> mesh_;
    std::shared_ptr<const Buffer> clipBoxes_;
    std::shared_ptr<const ClipArcs> arcs_;
    std::shared_ptr<const GpuClips> clips_;
    std::shared_ptr<const GpuBakedClips> baked_;
    std::shared_ptr<const CrowdBuffers> posed_;  // shared by the crowds of the group
    CrowdBuffers own_;
    Buffer placeholder_;
    gpu::SkinConstants constants_{};
    GroupLimits groupLimits_;
    std::optional<Culling> culling_;
    CrowdDraws draws_;
    CrowdKernels kernels_;
    uint64_t kernelsId_ = 0;  // Kernels::id() of `kernels_`
    bool boxesOnGpu_ = false;
    VertexBytes vertexBytes_;
    uint64_t drawnVertices_ = 0;  // drawnVertices() of the model
};

/// The most instances of one crowd, if the model has `instances`: bounded by the largest buffer's
/// range, in which a share of the LOD budget must fit, and by 32-bit vertex indices. Throws
/// std::runtime_error if not even one fits.
uint32_t instancesPerCrowd(const SkinPlan& plan, uint32_t instances);

}  // namespace sinew
