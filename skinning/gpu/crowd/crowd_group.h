// Crowds of the same instances, one per method: the shown method and, in a comparison, the other
// method. The crowds share poses and placements.
#pragma once

#include "shaders/shared/culling.h"
#include "skinning/animation/playback.h"
#include "skinning/gpu/crowd/skinned_crowd.h"
#include "skinning/gpu/pose/poses.h"

namespace sinew {

class Scene;

/// Selects the vertices of a group that are captured: none; those of any crowd, when a Capture asks
/// for them; or those of the second crowd in each frame, for the difference view.
enum class Captured : uint8_t { none, any, second };

/// Move-only.
struct CrowdGroup {
    /// All demands have the same instance count. `worldFromObject` has the placements; if it is
    /// empty, layOutCrowd() places the instances. If vertices are captured, one group's vertices
    /// fit one buffer.
    struct Wanted {
        Scene& scene;
        std::span<const CrowdDemand> demands;
        Captured captured = Captured::none;
        std::vector<gpu::Affine> worldFromObject;
    };
    /// Creates the groups of a model's instances: several if the buffers of all instances exceed
    /// the device's descriptor range. Throws VulkanError (out of device memory) that names the
    /// buffer that did not fit.
    static std::vector<CrowdGroup> create(Wanted wanted);

    const InstanceRange& range() const { return poses.range(); }
    /// Sets the views for which culled crowds are posed, skinned and drawn in this frame. Call it
    /// before animate().
    void setViews(const gpu::CullViews& culledBy, uint32_t phase);

    /// animate() samples and poses once, then does the CPU work of each crowd. It adds times to
    /// `statistics`. `requests` has one element per instance of the range, or none if
    /// the GPU poses all crowds and `onGpu` has a playback. Throws OutOfRange.
    struct Shown {
        bool skeleton = false;
        bool boxes = false;
    };
    void animate(std::span<const PoseRequest> requests, const gpu::Playback& onGpu, uint32_t phase,
                 const Shown& shown, FrameStatistics& statistics);

    Poses poses;
    std::vector<SkinnedCrowd> crowds;
    // Culling on the CPU: bounds, views, and visible instances.
    std::vector<Box> boxesToCullBy;
    gpu::CullViews views{};
    std::vector<uint32_t> listed;
    Buffer compared;  // captured vertices of the second crowd
};

/// Calls CrowdGroup::animate() for all groups of a model. `requests` has one element per instance
/// of the model; if it is empty, requests follow from `playback`. If only the GPU reads requests,
/// the CPU time does not grow with the number of instances.
class GroupAnimator {
public:
    void animate(std::span<CrowdGroup> groups, const Playback& playback,
                 std::span<const PoseRequest> requests, uint32_t phase,
                 const CrowdGroup::Shown& shown, FrameStatistics& statistics);

private:
    std::vector<PoseRequest> requests_;  // computed from a playback
};

/// A crowd to create: the instances of one model, skinned by one method.
struct WantedCrowd {
    Scene& scene;
    CrowdDemand demand;
    bool traced = false;  // shadows are traced: there is an acceleration structure per instance
};
/// Throws VulkanError (out of device memory) if the crowds together exceed the memory budget. Call
/// it before the crowds are created, because some systems grant more memory than they have.
void requireMemory(std::span<const WantedCrowd> crowds);
/// Returns the average bytes per instance of all crowds. BufferSums::budget is the sum over all
/// crowds.
BufferSums averageOf(std::span<const WantedCrowd> crowds);

/// Returns how many instances fit in memory: in nine tenths of what the device's budget leaves when
/// the current crowds (`crowdBytes`) are freed. The result is at least 1 and at most a million.
uint32_t maxInstances(const Device& device, const BufferSums& sums, uint64_t crowdBytes);

/// Returns the memory that a crowd needs, with its poses and acceleration structures.
BufferSums sumsOf(const WantedCrowd& crowd);

}  // namespace sinew
