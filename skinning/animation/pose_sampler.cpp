// Computes local poses from requests.
#include "skinning/animation/pose_sampler.h"

namespace sinew {

PoseSampler::PoseSampler(const Model& model)
    : model_(&model), clips_(model.clips.begin(), model.clips.end()) {}

// Assigning a pose to another of equal size does not allocate memory.
void PoseSampler::sample(const ClipMoment& moment, Pose& pose) const {
    pose.joints = model_->skeleton.rest;
    pose.morphWeights = model_->restMorphWeights;
    if (moment.clip != kRestPose) clips_[moment.clip].sample(moment.seconds, pose);
}

MaskedWeight PoseSampler::maskedWeight(const LayerMoment& layer) const {
    return {layer.weight, layer.mask == kFullBody ? nullptr : &model_->masks.at(layer.mask - 1)};
}

void PoseSampler::addLayers(const PoseRequest& request, Pose& pose, PoseScratch& scratch) const {
    if (const LayerMoment layer = layerOf(request); layer.weight > 0) {
        sample(layer.moment, scratch.other);
        blendPose(pose, scratch.other, maskedWeight(layer));
    }
    if (const LayerMoment added = additiveOf(request); added.weight > 0) {
        sample({added.moment.clip, 0.0f}, scratch.first);
        sample(added.moment, scratch.other);
        addDifference(pose, scratch.first, scratch.other, maskedWeight(added));
    }
}

void PoseSampler::localPose(const PoseRequest& request, Pose& pose, PoseScratch& scratch) const {
    sample(baseOf(request), pose);
    if (request.otherWeight != 0) {
        sample(otherOf(request), scratch.other);
        blendPose(pose, scratch.other, request.otherWeight);
    }
    if (hasLayers(request)) addLayers(request, pose, scratch);
}

}  // namespace sinew
