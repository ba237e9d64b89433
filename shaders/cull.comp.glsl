// The step before poses: which instances each pass may see, and how finely. A thread an instance: the
// box of what its request names, at its place, against the planes of the camera and of each shadow
// cascade. No pose is needed. It leaves a mask of lists and a level of detail and, for each
// workgroup, how many instances each list takes of it at each level.
#version 460
#define MESH_SET 0
#include "shaders/clip_boxes.glsl"
#include "shaders/shared/detail.h"

MESH_STREAM(SINEW_BINDING_LEVELS, LevelEntry, Levels, levels);
CROWD_STREAM(SINEW_BINDING_INSTANCES, readonly, Placement, Instances, placements);
CROWD_STREAM(SINEW_BINDING_REQUESTS, readonly, PoseRequest, Requests, requests);
CROWD_STREAM(SINEW_BINDING_CULL_VIEWS, readonly, CullViews, Views, views);
CROWD_STREAM(SINEW_BINDING_GIVEN_LEVELS, readonly, uint, GivenLevels, givenLevels);
CROWD_STREAM(SINEW_BINDING_SEEN, , uint, Seen, seen);
CROWD_STREAM(SINEW_BINDING_SEEN_COUNTS, writeonly, uint, SeenCounts, seenCounts);

layout(local_size_x = SINEW_CULL_GROUP) in;
layout(push_constant) uniform Constants {
    SkinConstants skin;
};

shared uint counts[SINEW_SLOT_COUNT];

bool isOutside(Box box, CullPlane side) {
    float farthest = dot(side.plane, vec4(box.center, 1.0)) + dot(abs(side.plane.xyz), box.reach);
    return farthest + dot(side.slack, vec4(box.largest, 1.0)) < 0.0;
}

uint listsOf(Box box) {
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

/// The coarsest level that may be off by `share` of what is allowed.
uint coarsest(float depth, float scale, float share) {
    uint level = skin.levelCount - 1;
    while (level > 0 && !mayBeOff(levels[level].error * scale, views[0].pixels, depth, share)) {
        --level;
    }
    return level;
}

/// It stays as it was in the frame before while that is neither too coarse nor needlessly fine.
uint levelOf(uint instance, Box box) {
    if (kLevels == 0) return 0;
    if (kLevels == SINEW_LEVELS_GIVEN) return min(givenLevels[instance], skin.levelCount - 1);
    if (views[0].pixels == 0.0) return 0;
    float depth =
        nearestDepth(views[0].depth, views[0].lightDirection, box.center, length(box.reach));
    float scale = scaleOf(placements[instance].worldFromObject);
    uint before = bitfieldExtract(seen[instance], SINEW_LIST_COUNT, 3);
    return clamp(before, coarsest(depth, scale, SINEW_STICKY), coarsest(depth, scale, 1.0));
}

void main() {
    uint thread = gl_LocalInvocationIndex;
    uint instance = gl_GlobalInvocationID.x;
    uint slots = skin.levelCount * SINEW_LIST_COUNT;
    if (thread < slots) counts[thread] = 0;
    barrier();
    if (instance < skin.instanceCount) {
        Box box = worldBox(objectBox(requests[instance]), placements[instance].worldFromObject);
        uint mask = listsOf(box), level = levelOf(instance, box);
        seen[instance] = mask | level << SINEW_LIST_COUNT;
        for (uint list = 0; list < SINEW_LIST_COUNT; ++list) {
            if ((mask >> list & 1u) != 0) atomicAdd(counts[level * SINEW_LIST_COUNT + list], 1);
        }
    }
    barrier();
    if (thread < slots) seenCounts[gl_WorkGroupID.x * slots + thread] = counts[thread];
}
