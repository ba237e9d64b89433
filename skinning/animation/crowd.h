// Samples and poses many instances from their requests, on all cores.
#pragma once

#include <memory>
#include <span>

#include "shaders/shared/types.h"
#include "skinning/animation/listed.h"
#include "skinning/animation/pose_request.h"
#include "skinning/bounds/bounds.h"
#include "skinning/bounds/range.h"

namespace sinew {

/// Keeps one scratch pose per thread, so a frame does not allocate.
class Crowd {
public:
    explicit Crowd(const Model& model);  // the model outlives the crowd
    ~Crowd();
    Crowd(Crowd&&) noexcept;
    Crowd& operator=(Crowd&&) noexcept;

    struct Timing {
        // Wall time of one common loop, split by the threads' time in either step.
        double sampleMs = 0;
        double poseMs = 0;
        double workersMs = 0;  // CPU time of threads other than the caller
        /// Largest magnitudes by matrix column, for requireFormat().
        glm::vec4 largest{0.0f};
    };

    /// Poses one instance per request. objectFromJoint has all joints and morphWeights all weights
    /// (or none) of each instance, instance-major; both may be upload memory. objectBoxes has one
    /// box per instance as by bounds(), or none. Throws OutOfRange if a pose leaves PoseRange.
    Timing pose(std::span<const PoseRequest> requests, std::span<gpu::Affine> objectFromJoint,
                std::span<float> morphWeights, std::span<Box> objectBoxes = {}) {
        const Listed all{static_cast<uint32_t>(requests.size())};
        return pose(all, requests, objectFromJoint, morphWeights, objectBoxes);
    }
    /// As above, for the listed instances; the spans cover all instances.
    Timing pose(const Listed& listed, std::span<const PoseRequest> requests,
                std::span<gpu::Affine> objectFromJoint, std::span<float> morphWeights,
                std::span<Box> objectBoxes);

    /// Throws OutOfRange if a palette entry of these instances exceeds `largestEntry`. `largest`
    /// comes from pose(); usually it suffices without posing again.
    void requireFormat(std::span<const PoseRequest> requests, const glm::vec4& largest,
                       float largestEntry);

    /// True if neither pose() nor requireFormat() can throw, for every request.
    bool staysInRange(float largestEntry) const { return range_.holdsAlways(largestEntry); }

    /// Computes posedBounds() of each instance, object space.
    void bounds(std::span<const PoseRequest> requests, std::span<Box> objectBoxes);

    const Model& model() const { return *model_; }
    const BindBoxes& bindBoxes() const { return bindBoxes_; }

private:
    struct Scratch;
    void requireRange(const PoseRequest& request, float largestEntry);

    const Model* model_;
    PoseSampler sampler_;
    BindBoxes bindBoxes_;
    PoseRange range_;
    std::unique_ptr<Scratch> scratch_;
};

}  // namespace sinew
