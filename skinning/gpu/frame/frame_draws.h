// The draws of a frame: crowds, lines over them, and blended surfaces from back to front.
#pragma once

#include "skinning/gpu/crowd/crowd_now.h"
#include "skinning/gpu/crowd/moment.h"
#include "skinning/gpu/frame/frame_input.h"
#include "skinning/gpu/frame/steps.h"

namespace sinew {

struct FrameModel;

/// Reuses its memory in every frame. The returned spans are valid until the next fill().
class FrameDraws {
public:
    void fill(std::span<const FrameModel> models, const FrameInput& input, Moment moment,
              FrameStatistics& statistics);
    /// Fills only lines(), for the shown method.
    void fillLines(std::span<const FrameModel> models, const FrameSettings& settings,
                   Moment moment);

    std::span<const CrowdNow> shown() const { return shown_; }
    std::span<const CrowdNow> compared() const { return compared_; }
    std::span<const DrawnCrowd> drawn() const { return drawn_; }
    std::span<const Lines> lines() const { return lines_; }
    std::span<const BlendedDraw> blended() const { return blended_; }

private:
    void fillCrowds(std::span<const FrameModel> models, const FrameInput& input, Moment moment);
    void addDrawn(std::span<const CrowdNow> crowds, const VkRect2D& scissor, Moment moment);
    /// Sorts the blended draws of all crowds from back to front. Returns the CPU time of other
    /// threads, ms.
    double sortBlended(std::span<const FrameModel> models, const FrameInput& input, Moment moment);
    struct BlendedCrowd {
        const SkinnedCrowd& crowd;
        uint32_t drawn = 0;  // index into drawn_
        std::span<const uint32_t> surfaces;
        std::span<const glm::vec3> middles;  // for all instances of the model
    };
    void addBlended(const BlendedCrowd& blended, const glm::vec3& camera, Moment moment);

    std::vector<CrowdNow> shown_, compared_;
    std::vector<DrawnCrowd> drawn_;
    std::vector<Lines> lines_;
    Batch skeletonAlone_;
    struct Blended {
        float squaredDistance = 0;  // from the camera
        uint32_t order = 0;         // at equal distances
        BlendedDraw draw;
    };
    std::vector<Blended> blendedOrder_;
    std::vector<BlendedDraw> blended_;
    // Scratch memory for the model whose surfaces are being sorted.
    std::vector<PoseRequest> requests_;
    std::vector<gpu::Affine> placements_;
};

}  // namespace sinew
