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

}  // namespace

void localPose(const Model& model, const PoseRequest& request, Pose& pose, Pose& other) {
    samplePose(model, baseOf(request), pose);
    if (request.otherWeight == 0) return;
    samplePose(model, otherOf(request), other);
    blendPose(pose, other, request.otherWeight);
}

}  // namespace sinew
