// Sampling and blending what a request names.
#include "skinning/animation/pose_request.h"

#include "skinning/animation/blend.h"
#include "skinning/animation/sample.h"

namespace sinew {

namespace {

// Assignment between poses of one size copies into what is there.
void samplePose(const Model& model, const ClipMoment& moment, Pose& pose) {
    pose.joints = model.skeleton.rest;
    pose.morphWeights = model.restMorphWeights;
    if (moment.clip != kRestPose) sampleClip(model.clips[moment.clip], moment.seconds, pose);
}

MaskedWeight maskedWeight(const Model& model, const LayerMoment& layer) {
    return {layer.weight, layer.mask == kWholeBody ? nullptr : &model.masks.at(layer.mask - 1)};
}

void addLayers(const Model& model, const PoseRequest& request, Pose& pose, PoseScratch& scratch) {
    if (const LayerMoment layer = layerOf(request); layer.weight > 0) {
        samplePose(model, layer.moment, scratch.other);
        blendPose(pose, scratch.other, maskedWeight(model, layer));
    }
    if (const LayerMoment added = additiveOf(request); added.weight > 0) {
        samplePose(model, {added.moment.clip, 0.0f}, scratch.first);
        samplePose(model, added.moment, scratch.other);
        addDifference(pose, scratch.first, scratch.other, maskedWeight(model, added));
    }
}

}  // namespace

void localPose(const Model& model, const PoseRequest& request, Pose& pose, PoseScratch& scratch) {
    samplePose(model, baseOf(request), pose);
    if (request.otherWeight != 0) {
        samplePose(model, otherOf(request), scratch.other);
        blendPose(pose, scratch.other, request.otherWeight);
    }
    if (hasLayers(request)) addLayers(model, request, pose, scratch);
}

}  // namespace sinew
