// Culling of a crowd: what passes see, the calls of each page, and the arguments that the GPU makes
// for them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "renderer/batch.h"
#include "skinning/animation/clip_arcs.h"
#include "skinning/animation/placement.h"
#include "skinning/gpu/techniques/technique.h"

namespace sinew {

/// What cull.comp tests boxes against: the camera's planes but the far one, which is at infinity,
/// and the four sides of each cascade. Depth does not count there: what is before a cascade's near
/// plane casts its shadow. `keepsAll`: all instances are posed and skinned, because more than the
/// passes reads them. `pixels`: how far a level of detail may be off; 0: all are wanted in full.
gpu::CullViews cullViewsOf(const gpu::ViewConstants& view, bool keepsAll, float pixels = 0);
/// How far a pose that is not of this frame may be off; 0: not at all. Frames count from 1.
void rateBy(const gpu::ViewConstants& view, float pixels, uint32_t frame, gpu::CullViews& views);
/// No views, no culling. For vertex capture.
gpu::CullViews cullViewsOfNone();

/// The instances that cull.comp puts into the first list, and perhaps some more: this rounds
/// otherwise, and so it takes twice the slack. `boxes` as boxesToCullBy gives them.
struct CullInput {
    std::span<const Box> boxes;
    std::span<const PoseRequest> requests;
    std::span<const gpu::Affine> worldFromObject;
    std::span<const Anchor> anchors;  // as moved() takes them; or none
};
void listSeen(const gpu::CullViews& views, const CullInput& input, std::vector<uint32_t>& listed);

/// How far vertices may be out of the box of their pose in formats whose numbers are coarse; a
/// length, object space.
double coarseBy(const Model& model, const BindBoxes& bindBoxes, const SkinSettings& settings);

/// The boxes of a model's clips, of the rest pose, and of anything, as a way of skinning needs
/// them: `packedBounds` by clip and for blends, as lengths, where keys are packed.
struct PackedBounds {
    std::vector<double> clips;
    double layered = 0;
};
/// `arcs`: of dual quaternions, else null.
std::vector<Box> boxesToCullBy(const ClipBoxes& boxes, const ClipArcs* arcs, const Model& model,
                               const BindBoxes& bindBoxes, const SkinSettings& settings,
                               const PackedBounds* packed);

/// Where a call's arguments are, in bytes.
constexpr VkDeviceSize argumentOffset(uint32_t call) {
    return VkDeviceSize{call} * SINEW_ARGUMENT_WORDS * sizeof(uint32_t);
}

/// All draws and dispatches of a page whose arguments culling writes, and the first of each kind.
struct PageCalls {
    /// `draws`: of each of the levels in `steps`, the full one first.
    static PageCalls of(const SkinPlan& plan, const GpuStep::CallInput& steps,
                        std::span<const std::span<const Draw>> draws);

    /// Bytes of the arguments of the entries.
    VkDeviceSize argumentBytes() const {
        return entries.size() * sizeof(uint32_t) * SINEW_ARGUMENT_WORDS;
    }
    /// Those and the arguments of the single draws of `count` instances.
    VkDeviceSize allArgumentBytes(uint32_t count) const {
        return argumentBytes() +
               VkDeviceSize{count} * singles * sizeof(uint32_t) * SINEW_ARGUMENT_WORDS;
    }

    std::vector<gpu::CallEntry> entries;
    std::array<uint32_t, kCrowdSteps> steps{};  // of dispatches and draws of the steps 3 to 6
    uint32_t points = 0;                        // of the capture pass
    uint32_t draws = 0;      // of each list but the first: each draw, at each level
    uint32_t singles = 0;    // draws of an instance, if some are blended (SINEW_CALL_SINGLES)
    uint32_t instances = 0;  // instances of the page
};

/// The sum over a copy of Culling::counts. `levels`: the vertices of each. `rated`: poses have
/// rates.
ListedInstances sumOfCounts(const Buffer& counts, std::span<const gpu::LevelEntry> levels,
                            bool rated);

/// Where nothing is culled; `vertices`: of an instance.
ListedInstances everybody(uint32_t instances, uint32_t cascades, uint64_t vertices);
void add(const ListedInstances& listed, ListedInstances& sum);

/// Beside the buffers of instances: some that are few bytes a page. Move-only.
class Culling {
public:
    static Culling create(const Device& device, std::span<const PageCalls> pages);

    /// Null: none of these.
    const Buffer* find(uint32_t binding, size_t page, uint32_t phase) const;
    /// What the passes of a frame see.
    void see(const gpu::CullViews& views, uint32_t phase);
    /// Copies the lengths of all lists to where the CPU reads them when the frame has finished.
    void recordCounts(VkCommandBuffer commands, uint32_t phase) const;
    /// That copy, SINEW_HEADER_WORDS a page; null where nothing is culled.
    std::shared_ptr<const Buffer> counts(uint32_t phase) const;

private:
    struct Page {
        Buffer calls;
        Buffer listEnds;
        Buffer arguments;
    };
    std::vector<Page> pages_;
    std::vector<Buffer> views_;  // one for each frame in flight, and of the next too
    std::vector<std::shared_ptr<const Buffer>> counts_;
};

}  // namespace sinew
