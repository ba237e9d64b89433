// The box that an instance is judged by before it is posed: that of what its request names, at its
// place.
#ifndef SINEW_CLIP_BOXES_GLSL
#define SINEW_CLIP_BOXES_GLSL

#include "shaders/streams.glsl"

MESH_STREAM(SINEW_BINDING_CLIP_BOXES, BoxEntry, ClipBoxes, clipBoxes);

struct Box {
    vec3 center;
    vec3 reach;
    vec3 largest;  // of the terms that coordinates are sums of
};

/// ClipBoxes::of; behind the clips' boxes are those of the rest pose and of anything.
BoxEntry objectBox(PoseRequest request) {
    uint rest = clipBoxes.length() - 2;
    bool layered = (request.layer | request.additive) >> SINEW_REQUEST_CLIP_BITS != 0;
    bool blends = request.otherWeight != 0.0 || layered;
    uint clip = bitfieldExtract(request.clips, 0, SINEW_REQUEST_CLIP_BITS);
    return clipBoxes[blends ? rest + 1 : min(clip, rest)];
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
