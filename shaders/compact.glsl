// Conversion of vertices to and from CompactVertex (12 bytes).
#ifndef SINEW_COMPACT_GLSL
#define SINEW_COMPACT_GLSL

#include "shaders/shared/instance.h"
#include "shaders/shared/vertex.h"
#include "shaders/shared/packing.h"
#include "shaders/skinning.glsl"

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
