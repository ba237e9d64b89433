// The buffers of a crowd: instances in pages that fit one descriptor's range.
#pragma once

#include <span>

#include "renderer/frame_ring.h"
#include "skinning/gpu/gpu_baked_clips.h"
#include "skinning/gpu/gpu_materials.h"
#include "skinning/gpu/gpu_mesh.h"
#include "skinning/gpu/technique.h"

namespace sinew {

/// Which of a crowd's buffers a frame writes, and whether those of the frame before hold its past.
struct Moment {
    uint32_t phase = 0;    // the frame's number, modulo kPhases
    bool hasPast = false;  // false: it has its own present for its past, and nothing moves
};
/// After so many frames two copies and three copies of buffers stand where they stood.
inline constexpr uint32_t kPhases = 6;
static_assert(kPhases % kFramesInFlight == 0 && kPhases % (kFramesInFlight + 1) == 0);

/// A run of instances whose palettes, poses and vertices each fit one storage-buffer descriptor
/// (maxStorageBufferRange is 128 MiB on some devices, which 450 instances of 15,000 vertices fill).
/// Dispatches and draws are per page, not per instance.
struct Page {
    uint32_t firstInstance = 0;
    uint32_t instanceCount = 0;

    Buffer instances;

    /// Written and read by the GPU alone, in queue order. Two with motion: this frame's and the
    /// one's before.
    struct Results {
        Buffer palettes;
        Buffer normalPalettes;
        Buffer skinned;
    };
    std::vector<Results> results;

    /// Written by the CPU.
    struct Uploads {
        Buffer poses;
        Buffer morphWeights;
        Buffer boxes;  // gpu::BoxEntry; for compact vertices and the bounds overlay
        Buffer bakedStates;
        Buffer skinned;  // methods of the CPU
    };
    std::vector<Uploads> uploads;

    Uploads& uploadsAt(uint32_t phase) { return uploads[phase % uploads.size()]; }
    const Results& resultsAt(uint32_t phase) const { return results[phase % results.size()]; }
};

/// All pages of one crowd, skinned in one way. Move-only; retired whole when anything changes.
class Pages {
public:
    struct Description {
        SkinChoice choice;
        bool motion = false;
        uint32_t mostPerPage = ~0u;          // instances; fewer where limits say so
        std::span<const VkBuffer> compared;  // one a page: the vertices of another method, or none
        const GpuBakedClips* baked = nullptr;  // Method::texture
    };
    /// Throws VulkanError (out of device memory) naming the buffer that did not fit, and
    /// std::runtime_error when one instance alone is larger than a descriptor can hold. The pages
    /// refer to mesh, materials and baked clips, which outlive them.
    static Pages create(const Device& device, const SetLayouts& layouts, const Model& model,
                        const GpuMesh& mesh, const GpuMaterials& materials,
                        const Description& description,
                        std::span<const gpu::Affine> worldFromObject);

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

private:
    static constexpr size_t indexOf(Moment moment) { return moment.phase * 2 + moment.hasPast; }

    std::vector<Page> pages_;
    std::array<std::vector<Batch>, 2 * kPhases> wholePages_;
    std::array<std::vector<Batch>, 2 * kPhases> runs_;
    std::vector<size_t> firstRuns_;  // of each page, and the end
    DescriptorPool pool_;
    // What stands in for buffers and baked clips that the method does not have.
    Buffer nothing_;
    GpuBakedClips nothingBaked_;
};

/// Instances a page of a crowd holds: bounded by the largest buffer's range, by 32-bit vertex
/// numbering and by what transform feedback can write. Throws std::runtime_error where not even one
/// fits.
uint32_t instancesPerPage(const Device& device, const Model& model, const SkinChoice& choice);

/// How many instances the device has memory for: nine tenths of what its budget leaves when the
/// `crowdBytes` that the present crowd holds are freed; at least 1 and at most a million.
uint32_t maxInstances(const Device& device, const Model& model, const SkinChoice& choice,
                      bool motion, uint64_t crowdBytes);

}  // namespace sinew
