// The poses of a frame: steps 3 and 4, once, for all who read them, and where instances stand. That
// is the way that is shown, the way that it is compared with, compact vertices and the overlays.
#pragma once

#include <memory>

#include "renderer/frame_ring.h"
#include "skinning/animation/bounds.h"
#include "skinning/animation/crowd.h"
#include "skinning/animation/placement.h"
#include "skinning/gpu/buffers.h"
#include "skinning/gpu/walk.h"

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
    struct WantedBuffers {
        std::span<const PageRange> pages;
        std::span<const BufferRow> rows;
        bool motion = false;
    };
    /// `worldFromObject`: where each instance stands without root motion. The crowd outlives them.
    /// Throws VulkanError (out of device memory).
    static Poses create(const Device& device, const WantedBuffers& wanted, Crowd& crowd,
                        std::vector<gpu::Affine> worldFromObject);

    /// Puts every instance where root motion has brought it; without `anchors`, where it stands.
    /// Before the frame's steps read placements. Costs nothing while nobody moves.
    void place(std::span<const Anchor> anchors, Moment moment);

    /// Who reads what in a frame.
    struct Wanted {
        bool onGpu = false;  // poses and weights in upload memory
        bool onCpu = false;  // and where the CPU reads them fast
        bool boxes = false;
        float largestEntry = 0.0f;  // of a palette, in the format of any way; 0: any
        bool displaced = false;     // a test wants to see wrong vertices
        /// Those that are posed and bounded, by page, as numbers in it; null: all.
        const std::vector<std::vector<uint32_t>>* listed = nullptr;
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

    /// Where everybody stands without root motion, and what that adds; or nothing.
    std::span<const gpu::Affine> worldFromObject() const { return worldFromObject_; }
    std::span<const Anchor> anchors() const { return anchors_; }

    std::span<const PageRange> pages() const { return pages_; }
    const PageBuffers& buffers(size_t page) const { return buffers_[page]; }
    const BindBoxes& bindBoxes() const { return crowd_->bindBoxes(); }

private:
    Crowd* crowd_ = nullptr;
    std::vector<PageRange> pages_;
    std::vector<PageBuffers> buffers_;
    std::vector<gpu::Affine> worldFromObject_;  // without root motion
    std::vector<Anchor> anchors_;               // of this frame
    std::vector<glm::vec3> origins_;            // of the preceding frame, world space
    uint32_t framesToPlace_ = kPhases;          // until all copies have everybody standing still
    std::vector<gpu::Affine> objectFromJoint_;
    std::vector<float> weights_;
    std::vector<Box> boxes_;
};

}  // namespace sinew
