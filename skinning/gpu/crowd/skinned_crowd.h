// Instances of one model that are skinned by one method: their buffers and their CPU work in a
// frame. A group has one such crowd, and a second one while two methods are compared.
#pragma once

#include <memory>
#include <optional>

#include "shaders/shared/culling.h"
#include "shaders/shared/kernel.h"
#include "shaders/shared/playback.h"
#include "skinning/animation/pose_request.h"
#include "skinning/gpu/crowd/crowd_draws.h"
#include "skinning/gpu/cull/culling.h"
#include "skinning/gpu/pose/pose_step.h"
#include "skinning/gpu/skin/skinning_method.h"

namespace sinew {

class GpuBakedClips;
class GpuMaterials;
class Poses;
struct ClipBoxes;
struct CrowdMesh;
struct GpuClips;

/// The settings from which the crowds of a model are created: all its instances, one method.
struct CrowdDemand {
    SkinChoice choice;
    uint32_t instanceCount = 1;
    bool motion = false;            // keeps the previous frame's data, for motion vectors
    uint32_t scatter = 0;           // seed of layOutCrowd()
    std::optional<uint32_t> joint;  // see FrameSettings
    bool inLevels = false;          // vertices are in the order of levels of detail
    uint64_t vertexBudget = 0;      // see SkinPlan

    auto operator<=>(const CrowdDemand&) const = default;
};

/// The buffers of a crowd at one moment. A placeholder replaces a buffer that the crowd does not
/// have; the specialization constants of kernels exclude reads of it.
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
    std::vector<CullKernels> cull;  // one per round of culling
    PoseKernels pose;               // if SkinPlan::posedOnGpu
    MethodKernels method;
};

/// Move-only. The demand never changes: a new demand needs a new crowd.
class SkinnedCrowd {
public:
    struct Parts {
        std::shared_ptr<CrowdMesh> mesh;
        const SkinPlan& plan;                        // follows from the demand
        std::shared_ptr<const Buffer> clipBoxes;     // if SkinPlan::culled
        std::shared_ptr<const ClipBoxes> arcs;       // null with linear blending
        std::shared_ptr<const GpuClips> clips;       // if SkinPlan::posedOnGpu
        std::shared_ptr<const GpuBakedClips> baked;  // if MethodFacts::bakes
        const GpuMaterials& materials;               // must outlive the crowd
        const Poses& poses;                          // have the same range as the crowd
        const Buffer* compared;                      // vertices of the compared method, or null
    };
    /// `demand.choice` is a result of resolve(). Throws VulkanError (out of device memory) that
    /// names the buffer that did not fit.
    static SkinnedCrowd create(const Device& device, const CrowdDemand& demand, const Parts& parts);

    const SkinPlan& plan() const { return plan_; }
    const SkinningMethod& method() const { return *plan_.method; }
    const InstanceRange& range() const { return range_; }
    const CrowdMesh& mesh() const { return *mesh_; }
    const GpuBakedClips* baked() const { return baked_.get(); }
    const ClipBoxes* arcs() const { return arcs_.get(); }
    const GpuClips& clips() const { return *clips_; }        // requires SkinPlan::posedOnGpu
    const Buffer& clipBoxes() const { return *clipBoxes_; }  // requires SkinPlan::culled
    const Culling* culling() const { return culling_ ? &*culling_ : nullptr; }
    /// Returns the levels of detail that are drawn, full detail first.
    std::span<const gpu::LevelEntry> levels() const;
    const gpu::SkinConstants& constants() const { return constants_; }
    const GroupLimits& groupLimits() const { return groupLimits_; }
    const CrowdDraws& draws() const { return draws_; }
    const VertexStage& stage() const { return draws_.stage(); }  // for the passes
    /// Returns the number of vertices skinned in a frame of `passes` passes, without culling. If
    /// the vertex stage of each pass skins, vertices count once per pass.
    uint64_t verticesSkinned(uint32_t passes) const;
    const VertexBytes& vertexBytes() const { return vertexBytes_; }

    const Buffer& buffer(CrowdBuffer which, uint32_t phase) const;
    const Buffer& placeholder() const { return placeholder_; }
    FrameBuffers buffers(uint32_t phase) const;
    /// Returns the previous frame's buffers, or this frame's if there is no previous frame.
    FrameBuffers previousBuffers(Moment moment) const;

    /// Creates the kernels if they do not exist. Call it before the frame is recorded.
    void prepare(Kernels& kernels, const ShaderLibrary& shaders);
    const CrowdKernels& kernels() const { return kernels_; }

    /// True if the GPU writes the boxes in the frame of the last animate().
    bool boxesOnGpu() const { return boxesOnGpu_; }

    /// animate() does the crowd's CPU work after posing: requests for the GPU, states in baked
    /// clips, boxes, skinned vertices. It adds times to `statistics`. `requests` has one element
    /// per instance of the range, or none if only the GPU reads them.
    struct AnimateOptions {
        gpu::Playback playback{};                       // source of requests on the GPU
        bool boxesShown = false;                        // an overlay draws the boxes
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
    std::shared_ptr<const ClipBoxes> arcs_;
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

/// Returns the largest instance count of one crowd of a model with `instances` instances. It is
/// limited by 32-bit vertex indices and by the range of the largest buffer, in which a share of the
/// vertex budget must fit. Throws std::runtime_error if not even one instance fits.
uint32_t instancesPerCrowd(const SkinPlan& plan, uint32_t instances);

}  // namespace sinew
