// Computes the poses of many instances from their requests, on all cores.
#pragma once

#include <memory>
#include <span>

#include "shaders/shared/types.h"
#include "skinning/animation/listed.h"
#include "skinning/animation/pose_request.h"
#include "skinning/bounds/bounds.h"

namespace sinew {

/// Poses instances. It has one scratch pose per thread, so a frame does not allocate memory.
class Crowd {
public:
    // `model` must outlive the crowd.
    explicit Crowd(const Model& model);
    ~Crowd();
    Crowd(Crowd&&) noexcept;
    Crowd& operator=(Crowd&&) noexcept;

    struct Timing {
        // The sample and pose steps share one loop. The loop's wall time is divided in proportion
        // to the time that all threads spend in each step.
        double sampleMs = 0;
        double poseMs = 0;
        double workersMs = 0;  // CPU time of threads other than the caller
        /// Largest magnitude in each column of all joint matrices, the input of requireFormat().
        glm::vec4 largest{0.0f};
    };

    /// Poses one instance per request. Outputs are ordered by instance: objectFromJoint has all
    /// joints, morphWeights has all weights or is empty. objectBoxes has one box per instance, as
    /// from bounds(), or is empty. The first two spans may be upload memory. Throws OutOfRange if a
    /// pose leaves PoseRange.
    Timing pose(std::span<const PoseRequest> requests, std::span<gpu::Affine> objectFromJoint,
                std::span<float> morphWeights, std::span<Box> objectBoxes = {}) {
        const Listed all{static_cast<uint32_t>(requests.size())};
        return pose(all, requests, objectFromJoint, morphWeights, objectBoxes);
    }
    /// Poses only the listed instances. The spans have elements for all instances.
    Timing pose(const Listed& listed, std::span<const PoseRequest> requests,
                std::span<gpu::Affine> objectFromJoint, std::span<float> morphWeights,
                std::span<Box> objectBoxes);

    /// Throws OutOfRange if a palette entry of these instances exceeds `largestEntry`. `largest` is
    /// Timing::largest. Usually this value proves that no entry exceeds the limit, and the
    /// instances are not posed again.
    void requireFormat(std::span<const PoseRequest> requests, const glm::vec4& largest,
                       float largestEntry);

    /// True if pose() and requireFormat() accept every request, that is, never throw.
    bool staysInRange(float largestEntry) const;

    /// Computes the box of each posed instance in object space, with posedBounds().
    void bounds(std::span<const PoseRequest> requests, std::span<Box> objectBoxes);

    const Model& model() const { return *model_; }
    const BindBoxes& bindBoxes() const { return bindBoxes_; }

private:
    struct Sampling;
    void requireRange(const PoseRequest& request, float largestEntry);

    const Model* model_;
    BindBoxes bindBoxes_;
    std::unique_ptr<Sampling> sampling_;
};

}  // namespace sinew
