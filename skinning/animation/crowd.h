// Steps sample and pose for many instances: each as its request says, on all cores.
#pragma once

#include <memory>
#include <span>

#include "shaders/shared/types.h"
#include "skinning/animation/bounds.h"
#include "skinning/animation/listed.h"
#include "skinning/animation/pose_request.h"
#include "skinning/animation/range.h"

namespace sinew {

/// Samples, blends and poses instances; keeps one scratch pose a thread, so that a frame allocates
/// nothing.
class Crowd {
public:
    explicit Crowd(const Model& model);  // the model outlives the crowd
    ~Crowd();
    Crowd(Crowd&&) noexcept;
    Crowd& operator=(Crowd&&) noexcept;

    struct Timing {
        // The wall time of sampling and posing, which one loop takes together, split as the threads
        // spent their time on either.
        double sampleMs = 0;
        double poseMs = 0;
        double workersMs = 0;  // CPU time of other threads than the calling one
        /// Of all matrices, column by column: for requireFormat.
        glm::vec4 largest{0.0f};
    };

    /// Poses an instance for each request: objectFromJoint has joints entries an instance,
    /// morphWeights its weights or none, instance-major; both may be upload memory. objectBoxes:
    /// one an instance, as bounds() gives them, or none. Throws OutOfRange where a pose leaves
    /// PoseRange.
    Timing pose(std::span<const PoseRequest> requests, std::span<gpu::Affine> objectFromJoint,
                std::span<float> morphWeights, std::span<Box> objectBoxes = {}) {
        const Listed all{static_cast<uint32_t>(requests.size())};
        return pose(all, requests, objectFromJoint, morphWeights, objectBoxes);
    }
    /// The same for some of them: the spans are of all.
    Timing pose(const Listed& listed, std::span<const PoseRequest> requests,
                std::span<gpu::Affine> objectFromJoint, std::span<float> morphWeights,
                std::span<Box> objectBoxes);

    /// Throws OutOfRange where a palette entry of these instances holds more than `largestEntry`.
    /// `largest` is what pose() said of them; seldom is more than that to be looked at.
    void requireFormat(std::span<const PoseRequest> requests, const glm::vec4& largest,
                       float largestEntry);

    /// Whether neither pose() nor requireFormat() can throw, whatever is asked for.
    bool staysInRange(float largestEntry) const { return range_.holdsAlways(largestEntry); }

    /// The object-space posedBounds of the instances, as pose() poses them.
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
