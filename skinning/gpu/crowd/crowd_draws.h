// The batches of a crowd that the passes draw, and its overlays of lines.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "renderer/passes/batch.h"
#include "shaders/shared/passes.h"
#include "skinning/gpu/crowd/moment.h"

namespace sinew {

class GpuMaterials;
class SkinnedCrowd;

/// Batches for each moment. Move-only; mesh, materials and buffers of the crowd must outlive it.
class CrowdDraws {
public:
    /// `compared`: vertices of the compared method, or null.
    static CrowdDraws create(const Device& device, const SkinnedCrowd& crowd,
                             const GpuMaterials& materials, const Buffer* compared);

    /// batches() returns one batch or, if palettes are in uniform buffer ranges, one batch per
    /// range.
    const VertexStage& stage() const { return stage_; }
    std::span<const Batch> batches(Moment moment) const { return batches_[indexOf(moment)]; }

    /// These functions return overlays: bones, bounding boxes, and the boxes that culling tests
    /// (testedBoxes(), only if the crowd is culled).
    Lines skeletons(uint32_t phase) const;
    /// Returns the skeleton of one instance of the crowd. `batch` must outlive the result.
    Lines skeletonOf(uint32_t instance, uint32_t phase, Batch& batch) const;
    Lines boxes(uint32_t phase) const { return boxLines(*boxes_, phase); }
    Lines testedBoxes(uint32_t phase) const { return boxLines(*testedBoxes_, phase); }
    /// Returns the frustum of a frozen culling camera. The crowd must be culled.
    Lines frustum(uint32_t phase) const { return boxLines(*frustum_, phase); }

private:
    using Bound = std::array<Descriptor, SINEW_PASS_BINDING_COUNT>;
    struct Overlay {
        VertexStage stage;
        std::array<Bound, kPhases> buffers;
        std::array<Batch, kPhases> batches;
    };
    static constexpr size_t indexOf(Moment moment) { return moment.phase * 2 + moment.hasHistory; }
    template <typename Bind>
    static std::unique_ptr<Overlay> overlayOf(std::string_view source, const Batch& batch,
                                              const SkinnedCrowd& crowd, const Bind& bind);
    Lines skeletonOf(const Batch& batch) const;
    static Lines boxLines(const Overlay& overlay, uint32_t phase);

    VertexStage stage_;
    std::unique_ptr<std::array<Bound, 2 * kPhases>> buffers_;
    std::array<std::vector<Batch>, 2 * kPhases> batches_;
    std::unique_ptr<Overlay> skeletons_, boxes_, testedBoxes_, frustum_;
    uint32_t jointCount_ = 0;
};

}  // namespace sinew
