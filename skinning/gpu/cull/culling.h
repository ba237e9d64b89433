// The cull step of a crowd, and its buffers: views of the passes, list ends, and the templates and
// arguments of indirect calls.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "renderer/passes/batch.h"
#include "shaders/shared/culling.h"
#include "skinning/gpu/crowd/moment.h"

namespace sinew {

class Commands;
class Kernels;
class ShaderLibrary;
class SkinnedCrowd;
struct Kernel;

/// Returns the offset of a call's arguments in the argument buffer, in bytes.
constexpr VkDeviceSize argumentOffset(uint32_t call) {
    return VkDeviceSize{call} * kArgumentBytes;
}

/// Returns the slot (index into list ends) of a level of detail in a list.
constexpr uint32_t slotOf(uint32_t level, uint32_t list) {
    return level * SINEW_LIST_COUNT + list;
}
/// The last slot of list 0. Its end covers all levels of detail.
inline constexpr uint32_t kSlotOfAll = slotOf(SINEW_MAX_LEVELS - 1, SINEW_LIST_ANY);

/// The steps of a crowd whose dispatches or draws have indirect arguments.
enum class CrowdStep : uint8_t { pose, boxes, palette, skin };
inline constexpr size_t kCrowdSteps = 4;
constexpr size_t indexOf(CrowdStep step) {
    return static_cast<size_t>(step);
}

/// Templates of all draws and dispatches of a crowd whose arguments culling writes, and the index
/// of the first template of each kind.
struct IndirectTemplates {
    static IndirectTemplates of(const SkinnedCrowd& crowd);

    /// Returns the bytes of the arguments of all `entries`.
    VkDeviceSize argumentBytes() const { return entries.size() * VkDeviceSize{kArgumentBytes}; }
    /// Returns argumentBytes() plus the bytes for single draws. Single draws exist if a surface is
    /// blended: one for each draw of each instance.
    VkDeviceSize allArgumentBytes() const {
        return argumentBytes() + VkDeviceSize{instances} * singleDraws * kArgumentBytes;
    }

    std::vector<gpu::IndirectTemplate> entries;
    std::array<uint32_t, kCrowdSteps> steps{};  // first index of each CrowdStep
    uint32_t points = 0;                        // index of the capture pass's draw
    // Index of the first draw. Draws are ordered by list (without list 0), primitive, level of
    // detail.
    uint32_t draws = 0;
    uint32_t drawsPerList = 0;
    uint32_t singleDraws = 0;  // per instance (SINEW_CALL_SINGLES); 0: no surface is blended
    uint32_t instances = 0;
};

/// The small buffers of a culled crowd. Move-only.
class Culling {
public:
    static Culling create(const Device& device, IndirectTemplates indirectTemplates);

    const IndirectTemplates& indirectTemplates() const { return indirectTemplates_; }
    /// Returns a buffer with one gpu::IndirectTemplate per call.
    const Buffer& indirectTemplateBuffer() const { return indirectTemplateBuffer_; }
    const Buffer& listEnds() const { return listEnds_; }    // SINEW_LIST_END_WORDS words
    const Buffer& arguments() const { return arguments_; }  // SINEW_ARGUMENT_WORDS per call
    const Buffer& views(uint32_t phase) const { return views_[phase % views_.size()]; }

    /// Sets the views of the passes in a frame.
    void setViews(const gpu::CullViews& views, uint32_t phase) const {
        this->views(phase).mapped<gpu::CullViews>()[0] = views;
    }
    /// Copies the header of the list ends to memory that the CPU reads when the frame has finished.
    void recordCounts(VkCommandBuffer commands, uint32_t phase) const;
    /// Returns the buffer to which recordCounts() copies SINEW_HEADER_WORDS words.
    std::shared_ptr<const Buffer> counts(uint32_t phase) const {
        return counts_[phase % counts_.size()];
    }

private:
    IndirectTemplates indirectTemplates_;
    Buffer indirectTemplateBuffer_;
    Buffer listEnds_;
    Buffer arguments_;
    std::vector<Buffer> views_;  // one for each frame in flight
    std::vector<std::shared_ptr<const Buffer>> counts_;
};

/// The kernels of one round of culling (by clip bounds, or by posed bounds).
struct CullKernels {
    /// `cullBy`: SINEW_CULL_BY_*. Call it before the frame is recorded.
    static CullKernels create(Kernels& kernels, const ShaderLibrary& shaders,
                              const SkinnedCrowd& crowd, uint32_t cullBy);

    const Kernel* cull = nullptr;
    const Kernel* lists = nullptr;
};

/// Writes visibility words from bounds and views; with update rates, also the largest error of
/// reused poses.
void recordCull(Commands& commands, const SkinnedCrowd& crowd, Moment moment, uint32_t round);
/// Writes visible lists, list ends, first vertices and indirect arguments from visibility words.
void recordLists(Commands& commands, const SkinnedCrowd& crowd, Moment moment, uint32_t round);

}  // namespace sinew
