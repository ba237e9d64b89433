// Bounding boxes for culling: clip bounds before posing, posed bounds after. The including shader
// declares the buffers `clipEntries` and `boxes`.
#ifndef SINEW_CULL_BOXES_GLSL
#define SINEW_CULL_BOXES_GLSL

#include "shaders/shared/instance.h"
#include "shaders/cull/rate.glsl"

struct Box {
    vec3 center;
    vec3 reach;
    // Per axis, the sum of the magnitudes of the terms of a corner's coordinate. It bounds the
    // rounding error of this coordinate.
    vec3 largest;
};

/// Returns the index of the rest pose's entry. The next entry bounds every request.
uint restEntry() { return clipEntries.length() - 2; }
uint clipOf(PoseRequest request) {
    return min(bitfieldExtract(request.clips, 0, SINEW_REQUEST_CLIP_BITS), restEntry());
}
/// Returns a box that contains every vertex of the requested pose, like ClipBoxes::of().
BoxEntry boxBeforePose(PoseRequest request) {
    return clipEntries[blends(request) ? restEntry() + 1 : clipOf(request)].box;
}
/// Returns the bounds of the instance's last pose, which can be of an earlier frame.
BoxEntry boxOfPose(uint instance) {
    BoxEntry box = boxes[instance];
    float coarse = clipEntries[restEntry()].coarse;
    for (uint axis = 0; axis < 3; ++axis) {
        box.low[axis] -= coarse;
        box.high[axis] += coarse;
    }
    return box;
}

Box worldBox(BoxEntry box, Affine worldFromObject) {
    vec3 low = vec3(box.low[0], box.low[1], box.low[2]);
    vec3 high = vec3(box.high[0], box.high[1], box.high[2]);
    vec3 center = 0.5 * low + 0.5 * high;
    Affine sizes =
        Affine(abs(worldFromObject[0]), abs(worldFromObject[1]), abs(worldFromObject[2]));
    vec3 reach = vec4(high - center, 0.0) * sizes;
    return Box(vec4(center, 1.0) * worldFromObject, reach,
               vec4(abs(center), 1.0) * sizes + reach);
}

#endif
