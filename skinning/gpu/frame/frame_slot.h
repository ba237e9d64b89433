// The resources of a frame in flight, and the statistics of the frame that used them.
#pragma once

#include "shaders/shared/culling.h"
#include "skinning/gpu/frame/frame_settings.h"
#include "skinning/gpu/frame/record.h"

namespace sinew {

/// The work of a frame: how many instances and vertices it processed. Counts of culled crowds are
/// known when the GPU has finished the frame.
class FrameCounts {
public:
    /// Before submission; adds counts that need no readback to `statistics`.
    void setCrowds(std::span<const CrowdNow> shown, const FrameSettings& settings, Moment moment,
                   FrameStatistics& statistics);
    /// After the frame has finished: adds sums over all crowds to `statistics`.
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
    std::vector<Counted> counted_;  // one a shown crowd
    uint32_t cameraPasses_ = 1;     // forward, and a prepass
    uint32_t cascades_ = 0;
    float ratePixels_ = 0;
};

/// Move-only.
struct FrameSlot {
    static FrameSlot create(const Device& device, const DescriptorPool& pool,
                            const PassLayouts& layouts);
    /// The GPU has finished the frame of the slot. Replaces `newest` if that frame is newer.
    /// `lastSpanEnd`: the end of the frame before on the GPU.
    void collect(FrameStatistics& newest, std::optional<uint64_t>& lastSpanEnd) const;

    Buffer view;  // gpu::ViewConstants
    VkDescriptorSet viewSet = VK_NULL_HANDLE;
    /// With the top-level structure of the slot's last traced frame. Only traced frames bind it, so
    /// no other frame refers to a structure that was freed. Null without ray queries.
    VkDescriptorSet tracedSet = VK_NULL_HANDLE;
    GpuTimer timer;
    InvocationCounter invocations;
    DescriptorArena descriptors;
    FrameStatistics statistics;
    FrameCounts counts;
};

/// Writes the shadow map into the view sets, and transitions it to the layout that they name:
/// frames without cascades leave it so. No frame in flight reads the sets.
void bindShadowMap(const Device& device, const ShadowPass& pass, std::span<const FrameSlot> slots);

/// Writes the top-level structure into the traced set of a slot that no frame in flight uses.
void bindTopLevel(const Device& device, const FrameSlot& slot, VkAccelerationStructureKHR top);

}  // namespace sinew
