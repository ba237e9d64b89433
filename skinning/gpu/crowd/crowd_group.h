// Crowds over the same instances: the shown method and, while two are compared, the other one. They
// share poses and placements.
#pragma once

#include "renderer/capture_pass.h"
#include "shaders/shared/culling.h"
#include "skinning/animation/playback.h"
#include "skinning/bounds/frustum.h"
#include "skinning/gpu/crowd/scene.h"
#include "skinning/gpu/crowd/skinned_crowd.h"
#include "skinning/gpu/pose/poses.h"

namespace sinew {

/// The vertices of a group that are captured: none; those of any crowd, by a Capture; or in each
/// frame those of the second crowd, for the difference view.
enum class Captured : uint8_t { none, any, second };

/// Move-only.
struct CrowdGroup {
    /// All demands have one instance count. `worldFromObject`: the placements; empty: those of
    /// layOutCrowd. If vertices are captured, those of a group fit a buffer.
    struct Wanted {
        Scene& scene;
        std::span<const CrowdDemand> demands;
        Captured captured = Captured::none;
        std::vector<gpu::Affine> worldFromObject;
    };
    /// The groups of a model's instances: as many as their buffers need to fit the device's
    /// descriptor range. Throws VulkanError (out of device memory) naming the buffer that did not
    /// fit.
    static std::vector<CrowdGroup> create(Wanted wanted);

    const InstanceRange& range() const { return poses.range(); }
    /// The CPU reads requests: it poses, or places instances in baked clips.
    bool readsRequests() const;
    /// The views of the frame's passes, before animate(): culled crowds are posed, skinned and
    /// drawn for these.
    void setViews(const gpu::CullViews& culledBy, uint32_t phase);

    /// Samples and poses once, then the work of each crowd on the CPU. Times are added to those in
    /// `statistics`. `requests`: one an instance of the range; none if !readsRequests() and
    /// `onGpu` is a playback. Throws OutOfRange.
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

/// Sampling and poses of all groups of a model, and the work of their crowds on the CPU, as
/// CrowdGroup::animate. `requests`: one an instance of the model, or none: then they are those of
/// `playback`. If only the GPU reads them, nothing here grows with the number of instances.
class GroupAnimator {
public:
    void animate(std::span<CrowdGroup> groups, const Playback& playback,
                 std::span<const PoseRequest> requests, uint32_t phase,
                 const CrowdGroup::Shown& shown, FrameStatistics& statistics);

private:
    std::vector<PoseRequest> requests_;  // made from a playback
};

/// The instances of a model, by one method.
struct WantedCrowd {
    Scene& scene;
    CrowdDemand demand;
};
/// Throws VulkanError (out of device memory) if the crowds do not fit together, before anything is
/// created: some systems promise memory that they cannot give.
void requireMemory(std::span<const WantedCrowd> crowds);
/// The average per instance of all crowds; shared bytes are the sum over the crowds.
BufferSums averageOf(std::span<const WantedCrowd> crowds);

/// How many instances the device has memory for: nine tenths of what its budget leaves when
/// `crowdBytes` that present crowds hold are freed; at least 1 and at most a million.
uint32_t maxInstances(const Device& device, const BufferSums& sums, uint64_t crowdBytes);

/// The memory of a crowd, poses included.
BufferSums sumsOf(Scene& scene, const CrowdDemand& demand);

}  // namespace sinew
