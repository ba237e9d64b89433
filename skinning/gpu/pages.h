// Pages: a crowd is cut into runs of instances whose buffers each fit one storage-buffer
// descriptor.
#pragma once

#include <span>
#include <vector>

#include "renderer/forward_pass.h"
#include "skinning/gpu/culling.h"
#include "skinning/gpu/gpu_baked_clips.h"
#include "skinning/gpu/gpu_clips.h"
#include "skinning/gpu/gpu_materials.h"
#include "skinning/gpu/gpu_mesh.h"
#include "skinning/gpu/poses.h"
#include "skinning/gpu/techniques/technique.h"

namespace sinew {

/// Dispatches and draws are per page, not per instance.
struct Page {
    PageRange range;
    PageBuffers buffers;  // of the technique; poses and placements are in Poses
    gpu::SkinConstants constants;
};

/// All pages of one crowd, skinned in one way. Move-only; retired whole when anything changes.
class Pages {
public:
    /// What pages are made for.
    struct Wanted {
        const SkinPlan& plan;
        const GpuMesh& mesh;
        std::span<const PageRange> ranges;
        bool motion = false;
    };
    /// Live as long as the pages.
    struct Parts {
        StreamLayouts& layouts;
        const GpuMaterials& materials;
        const Poses& poses;                  // and placements; cut into the same pages
        const Buffer* clipBoxes;             // where SkinPlan::culled
        const GpuClips* clips;               // where SkinPlan::posedOnGpu
        const GpuBakedClips* baked;          // where Technique::bakes
        std::span<const VkBuffer> compared;  // one a page: the vertices of another way, or none
    };
    /// Throws VulkanError (out of device memory) naming the buffer that did not fit.
    static Pages create(const Device& device, const Wanted& wanted, const Parts& parts);

    std::span<Page> all() { return pages_; }
    std::span<const Page> all() const { return pages_; }

    /// What a step on the GPU gets; empty if the crowd has no such step.
    struct Step {
        StreamSets layouts;
        std::array<std::vector<StepPage>, kPhases> pages;
    };
    const Step& step(CrowdStep step) const { return steps_[static_cast<size_t>(step)]; }

    /// Of detail, those that are drawn, the full one first.
    std::span<const gpu::LevelEntry> levels() const { return levels_; }

    /// What the passes of a frame see; nothing where nothing is culled.
    void see(const gpu::CullViews& views, uint32_t phase) { culling_.see(views, phase); }
    const Culling& culling() const { return culling_; }
    /// Of draws of page `page`. Null where nothing is culled.
    const Buffer* arguments(size_t page) const {
        return culling_.find(SINEW_BINDING_ARGUMENTS, page, 0);
    }

    /// What the passes draw: one a page or, from uniform ranges, one a run of instances.
    const VertexStage& stage() const { return stage_; }
    std::span<const Batch> draws(Moment moment) const { return draws_[indexOf(moment)]; }
    /// Those of draws() that belong to page `page`.
    std::span<const Batch> drawsOfPage(Moment moment, size_t page) const;

    /// Overlays: bones, boxes and, of a culled crowd, the boxes by which it is culled.
    Lines skeletons(uint32_t phase) const;
    /// Those of one instance; nothing where the crowd has none of that number. `batch` outlives the
    /// result.
    Lines skeletonOf(uint32_t instance, uint32_t phase, Batch& batch) const;
    Lines boxes(uint32_t phase) const;
    Lines judged(uint32_t phase) const;
    /// What a frozen culling camera sees, once; of a culled crowd.
    Lines frustum(uint32_t phase) const;

private:
    static constexpr size_t indexOf(Moment moment) { return moment.phase * 2 + moment.hasPast; }
    void makeSets(const class SetMaker& sets, const Wanted& wanted, const Parts& parts);
    void forgetFrames(const Device& device);
    Lists listsOf(size_t page, uint32_t phase) const;

    std::span<const gpu::LevelEntry> levels_;  // of the mesh
    std::vector<Page> pages_;
    std::vector<PageCalls> calls_;  // where SkinPlan::culled, one a page
    Culling culling_;
    std::array<Step, kCrowdSteps> steps_;
    VertexStage stage_;
    std::array<std::vector<Batch>, 2 * kPhases> draws_;
    std::vector<size_t> firstDraws_;  // of each page, and the end
    VertexStage skeletonStage_;
    VertexStage boxStage_;
    VertexStage judgedStage_;
    VertexStage frustumStage_;
    std::array<std::vector<Batch>, kPhases> skeletons_;
    std::array<std::vector<Batch>, kPhases> boxes_;
    std::array<std::vector<Batch>, kPhases> judged_;
    std::array<Batch, kPhases> frustums_;
    uint32_t jointCount_ = 0;
    uint32_t drawsAtOnce_ = 1;
    DescriptorPool pool_;
};

/// Instances that a page of a crowd of `instances` holds: bounded by the largest buffer's range,
/// where its share of a room has to fit as well, and by 32-bit vertex numbers. Throws
/// std::runtime_error where not even one fits.
uint32_t instancesPerPage(const SkinPlan& plan, uint32_t instances);

}  // namespace sinew
