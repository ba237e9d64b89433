// Computes local poses from requests: sampling, blending and layers.
#pragma once

#include <vector>

#include "skinning/animation/blend.h"
#include "skinning/animation/pose_request.h"
#include "skinning/animation/sample.h"

namespace sinew {

/// Temporary poses of PoseSampler. They are reused, so a frame does not allocate memory.
struct PoseScratch {
    Pose other;
    Pose first;
};

class PoseSampler {
public:
    // `model` must outlive the sampler.
    explicit PoseSampler(const Model& model);

    void localPose(const PoseRequest& request, Pose& pose, PoseScratch& scratch) const;

private:
    void sample(const ClipMoment& moment, Pose& pose) const;
    MaskedWeight maskedWeight(const LayerMoment& layer) const;
    void addLayers(const PoseRequest& request, Pose& pose, PoseScratch& scratch) const;

    const Model* model_;
    std::vector<ClipSampler> clips_;
};

}  // namespace sinew
