// The poses of a frame: steps 3 and 4, once, for all who read them. That is the way that is shown, the
// way that it is compared with, compact vertices and the overlays.
#pragma once

#include <memory>

#include "skinning/animation/bounds.h"
#include "skinning/animation/crowd.h"
#include "skinning/gpu/buffers.h"
#include "skinning/gpu/walk.h"

namespace sinew {

/// A run of instances.
struct PageRange {
    uint32_t firstInstance = 0;
    uint32_t instanceCount = 0;

    bool contains(uint32_t instance) const { return instance - firstInstance < instanceCount; }
    /// The part of a list of all instances that is of these.
    template <typename T>
    std::span<T> of(std::span<T> all) const {
        return all.subspan(firstInstance, instanceCount);
    }
};
/// Runs of at most `mostPerPage`.
std::vector<PageRange> cutIntoPages(uint32_t instanceCount, uint32_t mostPerPage);

/// Move-only.
class Poses {
public:
    /// `rows`: those of all ways that are posed together; buffers are made for WrittenBy::pose.
    /// The crowd outlives them.
    static Poses create(const Device& device, Crowd& crowd, std::span<const PageRange> pages,
                        std::span<const BufferRow> rows, bool motion);

    /// Who reads what in a frame.
    struct Wanted {
        bool onGpu = false;  // poses and weights in upload memory
        bool onCpu = false;  // and where the CPU reads them fast
        bool boxes = false;
        float largestEntry = 0.0f;  // of a palette, in the format of any way; 0: any
        bool displaced = false;     // a test wants to see wrong vertices
    };
    /// Samples, poses and bounds every instance once, in one loop; `requests` has one for each.
    /// Throws OutOfRange.
    void animate(std::span<const PoseRequest> requests, uint32_t phase, const Wanted& wanted,
                 FrameStatistics& statistics);

    /// Of one page, as the last animate() left them on the CPU; objectFromJoint and weights where
    /// Wanted::onCpu, boxes where Wanted::boxes.
    std::span<const gpu::Affine> objectFromJoint(const PageRange& page) const;
    std::span<const float> morphWeights(const PageRange& page) const;
    std::span<const Box> boxes(const PageRange& page) const;

    std::span<const PageRange> pages() const { return pages_; }
    const PageBuffers& buffers(size_t page) const { return buffers_[page]; }
    const BindBoxes& bindBoxes() const { return crowd_->bindBoxes(); }

private:
    Crowd* crowd_ = nullptr;
    std::vector<PageRange> pages_;
    std::vector<PageBuffers> buffers_;
    std::vector<gpu::Affine> objectFromJoint_;
    std::vector<float> weights_;
    std::vector<Box> boxes_;
};

}  // namespace sinew
