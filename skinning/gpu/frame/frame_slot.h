// The resources of a frame in flight, and the statistics of the frame that last used them.
#pragma once

#include "shaders/shared/culling.h"
#include "skinning/gpu/crowd/buffers.h"
#include "skinning/gpu/frame/frame_settings.h"
#include "skinning/gpu/frame/record.h"

namespace sinew {

/// The work of a frame: how many instances and vertices it processed. Counts of culled crowds are
/// known when the GPU has finished the frame.
class FrameCounts {
public:
    /// Call it before submission. Adds the counts that need no readback to `statistics`.
    void setCrowds(std::span<const CrowdNow> shown, const FrameSettings& settings, Moment moment,
                   FrameStatistics& statistics);
    /// Call it when the GPU has finished the frame. Adds sums over all crowds to `statistics`.
    void addTo(FrameStatistics& statistics) const;

private:
    struct Counted {
        std::shared_ptr<const Buffer> counts;  // null: the crowd is not culled
        uint32_t instances = 0;
        std::array<gpu::LevelEntry, SINEW_MAX_LEVELS> levels{};
        uint32_t levelCount = 1;
        bool passesSkin = false;
        bool rated = false;
        VertexBytes vertexBytes;
    };
    std::vector<Counted> counted_;  // one per shown crowd
    uint32_t cameraPasses_ = 1;     // 1: forward pass; 2: prepass too
    uint32_t cascades_ = 0;
    float ratePixels_ = 0;
};

/// Move-only.
struct FrameSlot {
    static FrameSlot create(const Device& device, const DescriptorPool& pool,
                            const PassLayouts& layouts);
    /// Call it when the GPU has finished the slot's frame. Replaces `newest` if that frame is
    /// newer. `lastSpanEnd` is the GPU timestamp at the end of the preceding frame; collect()
    /// updates it.
    void collect(FrameStatistics& newest, std::optional<uint64_t>& lastSpanEnd) const;

    Buffer view;  // gpu::ViewConstants
    VkDescriptorSet viewSet = VK_NULL_HANDLE;
    /// The view set with the top-level structure of the slot's last traced frame. Only traced
    /// frames bind it, so no other frame refers to a structure that was freed. Null without ray
    /// queries.
    VkDescriptorSet tracedSet = VK_NULL_HANDLE;
    GpuTimer timer;
    InvocationCounter invocations;
    DescriptorArena descriptors;
    FrameStatistics statistics;
    FrameCounts counts;
};

/// Writes the shadow map into the view sets, and transitions it to the layout that they name,
/// because frames without cascades do not. No frame in flight may read the sets.
void bindShadowMap(const Device& device, const ShadowPass& pass, std::span<const FrameSlot> slots);

/// Writes the top-level structure into the traced set of a slot that no frame in flight uses.
void bindTopLevel(const Device& device, const FrameSlot& slot, VkAccelerationStructureKHR top);

}  // namespace sinew
