// Steps 3 and 4, sample and pose: one thread an instance samples what the request names, blends, and
// walks the hierarchy. Parents come before their children, and what a thread reads back it wrote
// itself, so that neither a barrier nor a limit to the number of joints is needed.
#version 460
#define MESH_SET 0
#include "shaders/clips.glsl"

MESH_STREAM(SINEW_BINDING_JOINTS, JointEntry, Joints, joints);
CROWD_STREAM(SINEW_BINDING_REQUESTS, readonly, PoseRequest, Requests, requests);
CROWD_STREAM(SINEW_BINDING_POSES, , Affine, Poses, objectFromJoint);
CROWD_STREAM(SINEW_BINDING_MORPH_WEIGHTS, writeonly, float, MorphWeights, morphWeights);

layout(local_size_x = 64) in;
layout(push_constant) uniform Constants {
    SkinConstants skin;
};

Transform restOf(JointEntry joint) {
    return Transform(vec3(joint.translation[0], joint.translation[1], joint.translation[2]),
                     vec4(joint.rotation[0], joint.rotation[1], joint.rotation[2],
                          joint.rotation[3]),
                     vec3(joint.scale[0], joint.scale[1], joint.scale[2]));
}

void main() {
    uint row = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    uint instance = gl_GlobalInvocationID.y * row + gl_GlobalInvocationID.x;
    if (instance >= skin.instanceCount) return;
    PoseRequest request = requests[instance];
    const uint kClipMask = (1u << SINEW_REQUEST_CLIP_BITS) - 1u;
    Player base = playerOf(request.clips & kClipMask, request.seconds);
    Player other = playerOf(request.clips >> SINEW_REQUEST_CLIP_BITS & kClipMask,
                            request.otherSeconds);
    bool fades = request.otherWeight != 0.0;

    uint first = instance * skin.jointCount;
    Affine before;  // the matrix of the joint before: mostly the parent's
    for (uint j = 0; j < skin.jointCount; ++j) {
        JointEntry joint = joints[j];
        Transform rest = restOf(joint);
        Transform local = rest;
        sampleJoint(base, j, local);
        if (fades) {
            sampleJoint(other, j, rest);
            local = blended(local, rest, request.otherWeight);
        }
        Affine matrix = affineFrom(local);
        if (joint.parent != SINEW_NO_PARENT) {
            if (joint.parent + 1 != j) before = objectFromJoint[first + joint.parent];
            matrix = product(before, matrix);
        }
        objectFromJoint[first + j] = matrix;
        before = matrix;
    }
    if (kMorphs == 0) return;
    for (uint w = 0; w < skin.weightCount; ++w) {
        float weight = sampleWeight(base, skin.jointCount, w);
        if (fades) {
            float faded = sampleWeight(other, skin.jointCount, w);
            weight = weight * (1.0 - request.otherWeight) + faded * request.otherWeight;
        }
        morphWeights[instance * skin.weightCount + w] = weight;
    }
}
