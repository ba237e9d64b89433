// The acceleration structures of the shown crowds: one bottom-level structure per instance,
// refitted to its skinned vertices or built from them in every frame, and one top-level structure.
#pragma once

#include <optional>

#include "renderer/acceleration.h"
#include "renderer/commands.h"
#include "renderer/frame_ring.h"
#include "skinning/gpu/crowd/moment.h"
#include "skinning/gpu/frame/steps.h"
#include "skinning/gpu/trace/instance_indices.h"
#include "skinning/gpu/trace/rebuild_policy.h"
#include "skinning/gpu/trace/traceable.h"

namespace sinew {

class SkinnedCrowd;
struct CrowdNow;

/// Not copyable or movable: frames in flight refer to it.
class TracedScene {
public:
    /// Creates the structures of the crowds, which must outlive them. Throws as requireTraceable()
    /// does, and VulkanError (out of device memory).
    TracedScene(const Device& device, std::span<const CrowdNow> crowds);
    TracedScene(const TracedScene&) = delete;
    TracedScene& operator=(const TracedScene&) = delete;

    VkAccelerationStructureKHR topLevel() const { return top_.structures[0].handle.get(); }
    const TraceWork& work() const { return work_; }

    /// Creates the kernels if they do not exist. Call it before the frame is recorded.
    void prepare(Kernels& kernels, const ShaderLibrary& shaders);
    /// Reads the areas that the last frame of this frame slot measured. That frame must be
    /// finished.
    void collect(uint32_t slot);
    /// Records refits and builds of bottom-level structures, then the build of the top-level
    /// structure.
    void record(Commands& commands, Moment moment, uint32_t slot);

private:
    struct TracedCrowd {
        const SkinnedCrowd* crowd = nullptr;
        uint32_t firstInstance = 0;              // in the scene
        InstanceStructure structure;             // `vertices` or `indices` is set for each instance
        std::optional<InstanceIndices> indices;  // if InstanceStructure::byList
        StructurePool bottom;
        Buffer addresses;  // addresses of `bottom`
        /// Areas that the last frame of a frame slot measured.
        struct Growth {
            Buffer areas;                      // float per instance
            std::optional<uint32_t> measured;  // first measured instance; none: already read
            uint64_t frame = 0;                // RebuildPolicy::frame()
        };
        std::array<Growth, kFramesInFlight> growth;
        RebuildPolicy policy{0};
        const Kernel* instancesKernel = nullptr;
        const Kernel* growthKernel = nullptr;
    };
    TracedCrowd describe(const CrowdNow& now, uint32_t firstInstance) const;
    void allocate(TracedCrowd& traced) const;
    void addBuilds(TracedCrowd& traced, Moment moment);
    void recordIndices(Commands& commands, Moment moment) const;
    void recordInstances(Commands& commands, const TracedCrowd& traced, Moment moment) const;
    void recordGrowth(Commands& commands, TracedCrowd& traced, Moment moment, uint32_t slot) const;

    const Device* device_;
    std::vector<TracedCrowd> crowds_;
    Buffer instances_;  // gpu::TraceInstance
    StructureSizes topSizes_;
    StructurePool top_;
    StructureBuilds builds_;
    TraceWork work_;
    uint32_t measuredNext_ = 0;
};

}  // namespace sinew
