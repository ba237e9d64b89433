// Pages: a crowd is cut into runs of instances whose buffers each fit one storage-buffer descriptor.
#pragma once

#include <span>
#include <vector>

#include "renderer/frame_ring.h"
#include "skinning/gpu/gpu_baked_clips.h"
#include "skinning/gpu/gpu_materials.h"
#include "skinning/gpu/gpu_mesh.h"
#include "skinning/gpu/poses.h"
#include "skinning/gpu/techniques/technique.h"

namespace sinew {

/// Which of a crowd's buffers a frame writes, and whether those of the frame before hold its past.
struct Moment {
    uint32_t phase = 0;    // the frame's number, modulo kPhases
    bool hasPast = false;  // false: the frame reads its own values for its past: nothing moves
};
/// Copies of buffers are used in turn, and there are two or three of each: after six frames all are
/// where they began.
inline constexpr uint32_t kPhases = 6;
static_assert(kPhases % kFramesInFlight == 0 && kPhases % (kFramesInFlight + 1) == 0);

/// Dispatches and draws are per page, not per instance.
struct Page {
    PageRange range;
    Buffer placement;     // worldFromObject
    PageBuffers buffers;  // of the technique; poses are in Poses
};

/// The buffers that one step of a frame writes and the next one reads, of all pages. Empty where a
/// technique has none of a kind.
struct SkinBuffers {
    std::vector<VkBuffer> poses;     // pose -> palette
    std::vector<VkBuffer> palettes;  // palette -> skin, or the passes; those for normals included
    std::vector<VkBuffer> vertices;  // skin -> the passes
};

/// All pages of one crowd, skinned in one way. Move-only; retired whole when anything changes.
class Pages {
public:
    /// Live as long as the pages.
    struct Parts {
        const SetLayouts& layouts;
        const GpuMesh& mesh;
        const GpuMaterials& materials;
        const Poses& poses;                  // cut into the same pages
        const GpuBakedClips* baked;          // where Technique::bakes
        std::span<const VkBuffer> compared;  // one a page: the vertices of another way, or none
    };
    /// `worldFromObject`: of all instances. Throws VulkanError (out of device memory) naming the
    /// buffer that did not fit.
    static Pages create(const Device& device, const SkinPlan& plan, const Parts& parts,
                        std::span<const gpu::Affine> worldFromObject, bool motion);

    std::span<Page> all() { return pages_; }
    std::span<const Page> all() const { return pages_; }

    /// One a page, for the palette and skin steps.
    std::span<const Batch> batches(Moment moment) const { return wholePages_[indexOf(moment)]; }
    /// What the passes draw: one a page or, from uniform ranges, one a run of instances.
    std::span<const Batch> draws(Moment moment) const {
        return runs_[indexOf(moment)].empty() ? batches(moment) : runs_[indexOf(moment)];
    }
    /// Those of draws() that belong to page `page`.
    std::span<const Batch> drawsOfPage(Moment moment, size_t page) const;

    /// What one step leaves for the next in a frame of `phase`.
    const SkinBuffers& buffers(uint32_t phase) const { return buffers_[phase]; }

private:
    static constexpr size_t indexOf(Moment moment) { return moment.phase * 2 + moment.hasPast; }

    std::vector<Page> pages_;
    std::array<std::vector<Batch>, 2 * kPhases> wholePages_;
    std::array<std::vector<Batch>, 2 * kPhases> runs_;
    std::vector<size_t> firstRuns_;  // of each page, and the end
    std::array<SkinBuffers, kPhases> buffers_;
    DescriptorPool pool_;
    // What stands in for buffers and baked clips that the method does not have.
    Buffer nothing_;
    GpuBakedClips nothingBaked_;
};

/// Instances that a page holds: bounded by the largest buffer's range and by 32-bit vertex numbers.
/// Throws std::runtime_error where not even one fits.
uint32_t instancesPerPage(const SkinPlan& plan);

}  // namespace sinew
