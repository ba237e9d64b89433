// Forward pass, vertex stage. With DEPTH_ONLY, it is the depth prepass of surfaces whose depth
// needs no fragment stage.
#version 460
#include "shaders/shared/material.h"
#include "shaders/shared/passes.h"
#include "shaders/shared/vertex.h"
#include "shaders/shared/view.h"
#include "shaders/draw/view.glsl"
#include "shaders/draw/drawn_instance.glsl"
#include "shaders/skin/vertex_source.glsl"
#include "shaders/draw/placement.glsl"

// The depths of the prepass and of the forward pass must be bit-identical.
invariant gl_Position;

#ifdef DEPTH_ONLY

void main() {
    uint instance = drawnInstance();
    vec3 world = worldPoint(instance, fetchVertex(uint(gl_VertexIndex), instance).position);
    precise vec4 now = view.clipFromWorld * vec4(world, 1.0);
    gl_Position = now;
}

#else

#include "shaders/draw/attributes.glsl"
#include "shaders/shared/colormap.h"

layout(location = 0) out vec3 worldPosition;
layout(location = 1) out vec3 worldNormal;
layout(location = 2) out vec4 worldTangent;
layout(location = 3) out vec4 color;
layout(location = 4) out vec4 uvBaseColorAndMetallicRoughness;
layout(location = 5) out vec4 uvNormalAndOcclusion;
layout(location = 6) out vec2 uvEmissive;
layout(location = 9) flat out uint mirrored;  // 1: the blended matrix mirrors
#ifdef MOTION
layout(location = 7) out vec3 clipNow;  // x y w
layout(location = 8) out vec3 clipBefore;
#endif

// rgb: joint colour; a: 1 if the w of the mesh vertex's tangent is positive, otherwise 0.
layout(set = 1, binding = SINEW_PASS_VERTEX_MARKS) readonly buffer VertexMarks { uint vertexMarks[]; };
layout(set = 1, binding = SINEW_PASS_COMPARED) readonly buffer Compared { PackedVertex compared[]; };

/// Returns the vertex colour, or the colour of the data that the view mode shows.
vec4 shownColor(uint vertexIndex, uint instance, vec3 position) {
    if (kView == SINEW_VIEW_WEIGHTS) return unpackUnorm4x8(vertexMarks[vertexIndex]);
    if (kView == SINEW_VIEW_LEVELS) return vec4(levelColor(drawnLevel()), 1.0);
    if (kView == SINEW_VIEW_RATES) return vec4(rateColor(drawnRate()), 1.0);
    if (kView == SINEW_VIEW_UV) return vec4(uvs[vertexIndex], 0.0, 1.0);
    if (kView == SINEW_VIEW_DIFFERENCE) {
        PackedVertex other = compared[instance * skin.vertexCount + vertexIndex];
        float apart = distance(position, vec3(other.x, other.y, other.z));
        return vec4(differenceColor(differenceScale(apart / view.extent)), 1.0);
    }
    vec4 authored = vertexColor(vertexIndex);
    if (kView == SINEW_VIEW_BASE_COLOR) return authored;
    return authored * vec4(instanceTint(instance), 1.0);
}

void main() {
    uint vertexIndex = uint(gl_VertexIndex);
    uint instance = drawnInstance();
    ObjectVertex v = fetchVertex(vertexIndex, instance);
    worldPosition = worldPoint(instance, v.position);
    worldNormal = worldDirection(instance, v.normal);
    worldTangent = vec4(worldDirection(instance, v.tangent.xyz), v.tangent.w);
    mirrored = uint((v.tangent.w > 0.0) != (vertexMarks[vertexIndex] >> 24 != 0u));
    color = shownColor(vertexIndex, instance, v.position);
    uvBaseColorAndMetallicRoughness =
        vec4(imagePosition(vertexIndex, SINEW_TEXTURE_BASE_COLOR),
             imagePosition(vertexIndex, SINEW_TEXTURE_METALLIC_ROUGHNESS));
    uvNormalAndOcclusion = vec4(imagePosition(vertexIndex, SINEW_TEXTURE_NORMAL),
                                imagePosition(vertexIndex, SINEW_TEXTURE_OCCLUSION));
    uvEmissive = imagePosition(vertexIndex, SINEW_TEXTURE_EMISSIVE);
    // With `precise`, a point that does not move has bit-identical positions in both frames.
    precise vec4 now = view.clipFromWorld * vec4(worldPosition, 1.0);
    gl_Position = now;
#ifdef MOTION
    vec3 worldBefore = previousWorldPoint(instance, fetchPreviousPosition(vertexIndex, instance));
    precise vec4 before = view.previousClipFromWorld * vec4(worldBefore, 1.0);
    clipNow = now.xyw;
    clipBefore = before.xyw;
#endif
}

#endif
