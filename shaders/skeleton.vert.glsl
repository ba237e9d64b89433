// Skeleton overlay: a line from each joint to its parent.
#version 460
#include "shaders/shared/kernel.h"
#include "shaders/view.glsl"
#include "shaders/placement.glsl"

layout(set = 1, binding = 0) readonly buffer Parents { int parents[]; };
layout(set = 1, binding = 1) readonly buffer Poses { Affine objectFromJoint[]; };

layout(push_constant) uniform Constants {
    SkinConstants skin;
};
layout(location = 0) out vec3 tint;

vec3 jointOrigin(uint instance, uint joint) {
    Affine pose = objectFromJoint[instance * skin.jointCount + joint];
    return vec3(pose[0].w, pose[1].w, pose[2].w);
}

void main() {
    uint instance = uint(gl_InstanceIndex);
    uint joint = uint(gl_VertexIndex) >> 1;
    bool atParent = (gl_VertexIndex & 1) != 0;
    int parent = parents[joint];  // negative: root, whose line has length 0
    vec3 p = jointOrigin(instance, atParent && parent >= 0 ? uint(parent) : joint);
    gl_Position = view.clipFromWorld * vec4(worldPoint(instance, p), 1.0);
    tint = atParent ? vec3(1.0, 0.55, 0.10) : vec3(1.0, 0.93, 0.55);
}
