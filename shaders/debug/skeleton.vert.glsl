// Skeleton overlay: draws a bone from each joint to its parent, then a dot on each joint. Both are
// quads, because wide lines and large points are optional features of Vulkan.
#version 460
#include "shaders/shared/kernel.h"
#include "shaders/draw/view.glsl"
#include "shaders/draw/placement.glsl"

layout(set = 1, binding = 0) readonly buffer Parents { int parents[]; };
layout(set = 1, binding = 1) readonly buffer Poses { Affine objectFromJoint[]; };

layout(push_constant) uniform Constants {
    SkinConstants skin;
};
layout(location = 0) out vec3 tint;
layout(location = 1) out vec2 offset;      // pixels from the nearest point of the shape's axis
layout(location = 2) flat out vec2 radii;  // pixels; x: without the outline, y: with it

const float kRadius = 0.007;    // radius of a dot, relative to the character's size
const float kBoneWidth = 0.45;  // relative to the width of a dot
const vec3 kJointTint = vec3(1.0, 0.93, 0.55);
const vec3 kParentTint = vec3(1.0, 0.55, 0.10);

vec4 clipOrigin(uint instance, uint joint) {
    Affine pose = objectFromJoint[instance * skin.jointCount + joint];
    vec3 p = vec3(pose[0].w, pose[1].w, pose[2].w);
    return view.clipFromWorld * vec4(worldPoint(instance, p), 1.0);
}

/// Returns the radius of a dot in pixels. Distant dots are smaller, so they do not hide the
/// character.
float dotRadius(vec4 clip) {
    mat4 m = view.clipFromWorld;
    float pixelsPerUnit =
        0.5 * view.targetSize.y * length(vec3(m[0].y, m[1].y, m[2].y)) / max(clip.w, clip.z);
    return clamp(kRadius * view.extent * pixelsPerUnit, 1.0, 4.0);
}

/// clip.z / clip.w is the near plane's distance / w (renderer/passes/camera.h), so clip.z is that
/// distance.
bool isBehindNearPlane(vec4 clip) { return clip.w < clip.z; }

vec4 clippedToNearPlane(vec4 clip, vec4 other) {
    if (!isBehindNearPlane(clip)) return clip;
    return mix(clip, other, (clip.z - clip.w) / (other.w - clip.w));
}

vec2 pixelsOf(vec4 clip) { return 0.5 * view.targetSize * clip.xy / clip.w; }

vec4 movedBy(vec4 clip, vec2 pixels) {
    return vec4(clip.xy + 2.0 * pixels / view.targetSize * clip.w, clip.zw);
}

/// Returns a corner of a quad, in [-1, 1], for vertex 0 to 5 of its two triangles.
vec2 cornerOf(uint vertex) {
    uint corner = vertex < 3u ? vertex : 6u - vertex;  // corners 0 1 2 and 3 2 1
    return vec2(corner & 1u, corner >> 1) * 2.0 - 1.0;
}

void main() {
    uint instance = uint(gl_InstanceIndex);
    uint quad = uint(gl_VertexIndex) / 6u;
    uint joint = quad % skin.jointCount;
    vec2 corner = cornerOf(uint(gl_VertexIndex) % 6u);
    int parent = parents[joint];  // negative: root
    vec4 end = clipOrigin(instance, joint);
    float radius = dotRadius(end);
    float outline = clamp(0.4 * radius, 0.5, 1.25);
    radii = vec2(radius, radius + outline);
    tint = kJointTint;
    if (quad >= skin.jointCount) {
        offset = corner * radii.y;
        gl_Position = isBehindNearPlane(end) ? vec4(0.0) : movedBy(end, offset);
        return;
    }
    radii -= (1.0 - kBoneWidth) * radius;
    vec4 start = clipOrigin(instance, uint(max(parent, 0)));
    if (parent < 0 || (isBehindNearPlane(start) && isBehindNearPlane(end))) {
        offset = vec2(0.0);
        gl_Position = vec4(0.0);
        return;
    }
    vec4 from = clippedToNearPlane(start, end), to = clippedToNearPlane(end, start);
    vec2 bone = pixelsOf(to) - pixelsOf(from);
    vec2 along = length(bone) > 1e-3 ? normalize(bone) : vec2(1.0, 0.0);
    offset = vec2(0.0, corner.y * radii.y);
    bool atParent = corner.x < 0.0;
    if (atParent) tint = kParentTint;
    gl_Position = movedBy(atParent ? from : to, offset.y * vec2(-along.y, along.x));
}
