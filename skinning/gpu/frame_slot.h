// The work of a frame: how many instances and vertices it processed. Counts of culled crowds are
// known when the GPU has finished the frame.
#pragma once

#include "shaders/shared/culling.h"
#include "skinning/gpu/frame_settings.h"
#include "skinning/gpu/record.h"

namespace sinew {

class FrameWork {
public:
    /// Of a frame that is recorded; adds what is known already to `statistics`.
    void note(std::span<const CrowdNow> shown, const FrameSettings& settings, Moment moment,
              FrameStatistics& statistics);
    /// The frame has finished: sums over all crowds. Crowds without culling count all instances.
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

}  // namespace sinew
