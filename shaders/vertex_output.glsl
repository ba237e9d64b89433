// What the skin step leaves of a vertex: SkinnedVertex or, in the instance's box, CompactVertex.
#ifndef SINEW_VERTEX_OUTPUT_GLSL
#define SINEW_VERTEX_OUTPUT_GLSL

#include "shaders/skinning.glsl"

SkinnedVertex packFull(ObjectVertex v) {
    return SkinnedVertex(v.position.x, v.position.y, v.position.z, packUnit(v.normal),
                         packTangent(v.tangent.xyz, v.tangent.w));
}

ObjectVertex unpackFull(SkinnedVertex v) {
    return ObjectVertex(vec3(v.x, v.y, v.z), unpackUnit(v.normal), unpackTangent(v.tangent));
}

CompactVertex packInBox(BoxEntry box, ObjectVertex v) {
    vec3 low = vec3(box.low[0], box.low[1], box.low[2]);
    vec3 size = vec3(box.high[0], box.high[1], box.high[2]) - low;
    return packCompact((v.position - low) / max(size, vec3(1e-30)), v.normal, v.tangent.xyz,
                       v.tangent.w);
}

vec3 positionInBox(BoxEntry box, CompactVertex v) {
    vec3 low = vec3(box.low[0], box.low[1], box.low[2]);
    vec3 high = vec3(box.high[0], box.high[1], box.high[2]);
    precise vec3 position = mix(low, high, unpackCompactPosition(v));
    return position;
}

ObjectVertex unpackInBox(BoxEntry box, CompactVertex v) {
    return ObjectVertex(positionInBox(box, v), unpackCompactNormal(v), unpackCompactTangent(v));
}

#endif
