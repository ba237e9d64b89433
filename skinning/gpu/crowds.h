// The crowds of a frame: the way of skinning that is shown and, while two are compared, the other
// one. Both have the same poses and are cut into the same pages.
#pragma once

#include "renderer/capture_pass.h"
#include "skinning/animation/playback.h"
#include "skinning/gpu/scene.h"
#include "skinning/gpu/skinned_crowd.h"

namespace sinew {

struct Crowds {
    /// What of a crowd is captured: nothing; a page at a time, by a Capture; or, beside the frame,
    /// the vertices of the second way, which the difference view reads.
    enum class Captured : uint8_t { none, pages, secondWay };
    /// Of a model. All demands have one instance count. `worldFromObject`: where each stands;
    /// nothing: as placeCrowd has them. A page's vertices fit a buffer where they are captured.
    struct Wanted {
        Scene& scene;
        std::span<const CrowdDemand> demands;
        Captured captured = Captured::none;
        std::vector<gpu::Affine> worldFromObject;
    };
    /// Throws VulkanError (out of device memory) naming the buffer that did not fit.
    static Crowds create(CrowdLayouts& layouts, Wanted wanted);

    /// Steps 3 and 4 once, then what each technique does on the CPU. Times are added to those in
    /// `statistics`. `requests`: one an instance. Throws OutOfRange.
    struct Shown {
        bool skeleton = false;
        bool boxes = false;
    };
    void animate(std::span<const PoseRequest> requests, uint32_t phase, const Shown& shown,
                 FrameStatistics& statistics);
    /// The same with the requests that `playback` makes. Where nothing on the CPU reads them they
    /// are made on the GPU alone, and nothing here grows with the number of instances.
    void animate(const Playback& playback, uint32_t phase, const Shown& shown,
                 FrameStatistics& statistics);

    /// What the passes of the frame see, before animate(): culled ways pose, skin and draw no more.
    void see(const gpu::CullViews& seen, uint32_t phase);

    bool empty() const { return ways.empty(); }
    std::vector<CrowdDemand> demands() const;

    Poses poses;
    std::vector<SkinnedCrowd> ways;
    // Of culled ways that the CPU works for: by what is culled, what passes see in this frame, and
    // whom that leaves, by page.
    std::vector<Box> boxesToCullBy;
    gpu::CullViews views{};
    std::vector<std::vector<uint32_t>> listed;
    // One a page: the second way's vertices as its passes would get them.
    std::vector<CapturePass::Vertices> compared;
    std::vector<VkBuffer> comparedBuffers;

private:
    bool readsRequests() const;
    void animate(std::span<const PoseRequest> requests, const gpu::Playback& onGpu, uint32_t phase,
                 const Shown& shown, FrameStatistics& statistics);
    void cullBy(std::span<const Box> boxes);
    void list(std::span<const PoseRequest> requests);

    std::vector<PoseRequest> requests_;  // that a playback made
};

/// A crowd of one way.
struct WantedCrowd {
    Scene& scene;
    CrowdDemand demand;
};
/// Of crowds that are there together. Throws VulkanError (out of device memory) before anything is
/// made: some systems promise memory that they cannot give.
void requireMemory(std::span<const WantedCrowd> crowds);
/// Of an instance of them, on average; rooms are those of all.
BufferSums averageOf(std::span<const WantedCrowd> crowds);

/// How many instances the device has memory for: nine tenths of what its budget leaves when
/// `crowdBytes` that present crowds hold are freed; at least 1 and at most a million.
uint32_t maxInstances(const Device& device, const BufferSums& sums, uint64_t crowdBytes);

/// What a crowd takes, poses included.
BufferSums sumsOf(Scene& scene, const CrowdDemand& demand);

}  // namespace sinew
