// The poses of a crowd group, which all its methods and overlays share, and the placements of its
// instances.
#pragma once

#include <memory>

#include "skinning/animation/placement.h"
#include "skinning/animation/pose_request.h"
#include "skinning/bounds/bounds.h"
#include "skinning/gpu/crowd/buffers.h"
#include "skinning/gpu/crowd/moment.h"
#include "skinning/gpu/frame/steps.h"

namespace sinew {

class Crowd;

/// Splits the instances into ranges of at most `most` instances.
std::vector<InstanceRange> rangesOf(uint32_t instanceCount, uint32_t most);

/// Move-only.
class Poses {
public:
    /// `wanted` has the rows of WrittenBy::cpuPose of all crowds of the group. `worldFromObject`:
    /// placements of the range without root motion. The crowd must outlive the poses. Throws
    /// VulkanError (out of device memory).
    static Poses create(const Device& device, const CrowdBuffers::Wanted& wanted, Crowd& crowd,
                        std::vector<gpu::Affine> worldFromObject);

    /// Writes placements with root motion. `anchors` has one entry per instance of the range, or
    /// none. Writes nothing while no instance moves.
    void writePlacements(std::span<const Anchor> anchors, Moment moment);

    /// The results of animate() that a frame needs.
    struct Wanted {
        bool onGpu = false;  // poses and weights in upload memory
        bool onCpu = false;  // poses and weights in cached memory
        bool boxes = false;
        float largestEntry = 0.0f;  // limit of palette entries in the crowds' formats; 0: none
        bool displaced = false;     // for tests: wrong poses
        const std::vector<uint32_t>* listed = nullptr;  // instances to pose; null: all
    };
    /// Samples and poses instances and computes their boxes. `requests` has one entry per instance
    /// of the range. Throws OutOfRange.
    void animate(std::span<const PoseRequest> requests, uint32_t phase, const Wanted& wanted,
                 FrameStatistics& statistics);

    /// Return results of the last animate() on the CPU: joints and weights with Wanted::onCpu,
    /// boxes with Wanted::boxes.
    std::span<const gpu::Affine> objectFromJoint() const { return objectFromJoint_; }
    std::span<const float> morphWeights() const { return weights_; }
    std::span<const Box> boxes() const { return boxes_; }

    /// Return the placements without root motion, and the root motion of this frame (may be empty).
    std::span<const gpu::Affine> worldFromObject() const { return worldFromObject_; }
    std::span<const Anchor> anchors() const { return anchors_; }

    const InstanceRange& range() const { return range_; }
    const std::shared_ptr<const CrowdBuffers>& buffers() const { return buffers_; }
    const BindBoxes& bindBoxes() const;

private:
    Crowd* crowd_ = nullptr;
    InstanceRange range_;
    std::shared_ptr<const CrowdBuffers> buffers_;
    std::vector<gpu::Affine> worldFromObject_;  // without root motion
    std::vector<Anchor> anchors_;               // this frame's
    std::vector<glm::vec3> origins_;            // the previous frame's, world space
    uint32_t placementFramesLeft_ = kPhases;    // frames that still write all placements
    std::vector<gpu::Affine> objectFromJoint_;
    std::vector<float> weights_;
    std::vector<Box> boxes_;
};

}  // namespace sinew
