// The step before poses: which instances each pass may see. A thread an instance: the box of what
// its request names, at its place, against the planes of the camera and of each shadow cascade. No
// pose is needed. It leaves a mask of lists and, for each workgroup, how many instances each list
// takes of it.
#version 460
#define MESH_SET 0
#include "shaders/streams.glsl"

MESH_STREAM(SINEW_BINDING_CLIP_BOXES, BoxEntry, ClipBoxes, clipBoxes);
CROWD_STREAM(SINEW_BINDING_INSTANCES, readonly, Placement, Instances, placements);
CROWD_STREAM(SINEW_BINDING_REQUESTS, readonly, PoseRequest, Requests, requests);
CROWD_STREAM(SINEW_BINDING_CULL_VIEWS, readonly, CullViews, Views, views);
CROWD_STREAM(SINEW_BINDING_SEEN, writeonly, uint, Seen, seen);
CROWD_STREAM(SINEW_BINDING_SEEN_COUNTS, writeonly, uint, SeenCounts, seenCounts);

layout(local_size_x = SINEW_CULL_GROUP) in;
layout(push_constant) uniform Constants {
    SkinConstants skin;
};

shared uint counts[SINEW_LIST_COUNT];

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

bool isOutside(Box box, CullPlane side) {
    float farthest = dot(side.plane, vec4(box.center, 1.0)) + dot(abs(side.plane.xyz), box.reach);
    return farthest + dot(side.slack, vec4(box.largest, 1.0)) < 0.0;
}

uint listsOf(uint instance) {
    Box box = worldBox(objectBox(requests[instance]), placements[instance].worldFromObject);
    uint mask = 0;
    for (uint list = 1; list < views[0].listCount; ++list) {
        bool outside = false;
        for (uint p = 0; p < SINEW_VIEW_PLANES; ++p) {
            outside = outside ||
                      isOutside(box, views[0].planes[(list - 1) * SINEW_VIEW_PLANES + p]);
        }
        if (!outside) mask |= 1u << list;
    }
    return mask != 0 || views[0].keepsAll != 0 ? mask | 1u << SINEW_LIST_ANY : 0;
}

void main() {
    uint thread = gl_LocalInvocationIndex;
    uint instance = gl_GlobalInvocationID.x;
    if (thread < SINEW_LIST_COUNT) counts[thread] = 0;
    barrier();
    if (instance < skin.instanceCount) {
        uint mask = listsOf(instance);
        seen[instance] = mask;
        for (uint list = 0; list < SINEW_LIST_COUNT; ++list) {
            if ((mask >> list & 1u) != 0) atomicAdd(counts[list], 1);
        }
    }
    barrier();
    if (thread < SINEW_LIST_COUNT) {
        seenCounts[gl_WorkGroupID.x * SINEW_LIST_COUNT + thread] = counts[thread];
    }
}
