// The step before poses: which instances each pass may see, and how finely. A thread an instance: the
// box of what its request names, at its place, against the planes of the camera and of each shadow
// cascade. No pose is needed. It leaves a mask of lists and a level of detail and, for each
// workgroup, how many instances each list takes of it at each level. It also says whose pose is made
// in this frame, and whose is still good enough.
#version 460
#define MESH_SET 0
#include "shaders/clip_boxes.glsl"
#include "shaders/requests.glsl"
#include "shaders/shared/detail.h"
#include "shaders/shared/rate.h"

MESH_STREAM(SINEW_BINDING_LEVELS, LevelEntry, Levels, levels);
CROWD_STREAM(SINEW_BINDING_INSTANCES, readonly, Placement, Instances, placements);
CROWD_STREAM(SINEW_BINDING_CULL_VIEWS, readonly, CullViews, Views, views);
CROWD_STREAM(SINEW_BINDING_GIVEN, readonly, GivenEntry, Given, given);
CROWD_STREAM(SINEW_BINDING_HELD, , HeldPose, HeldPoses, heldPoses);
CROWD_STREAM(SINEW_BINDING_SEEN, , uint, Seen, seen);
CROWD_STREAM(SINEW_BINDING_SEEN_COUNTS, writeonly, uint, SeenCounts, seenCounts);

layout(local_size_x = SINEW_CULL_GROUP) in;
layout(push_constant) uniform Constants {
    SkinConstants skin;
};
#include "shaders/seen.glsl"

shared uint counts[SINEW_SLOT_COUNT + SINEW_RATE_WORDS];

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

float depthOf(Box box) {
    return nearestDepth(views[0].depth, views[0].lightDirection, box.center, length(box.reach));
}

/// It stays as it was in the frame before while that is neither too coarse nor needlessly fine.
uint levelOf(uint instance, Box box, float scale) {
    if (kLevels == 0) return 0;
    if (kLevels == SINEW_LEVELS_GIVEN) return min(given[instance].level, skin.levelCount - 1);
    if (views[0].pixels == 0.0) return 0;
    float depth = depthOf(box);
    uint before = levelIn(seen[instance]);
    return clamp(before, coarsest(depth, scale, SINEW_STICKY), coarsest(depth, scale, 1.0));
}

/// Of somebody whom a pass may see, or who is posed all the same.
Turn turnNow(uint instance, Box box, float scale) {
    if (kRates == SINEW_RATES_GIVEN) {
        GivenEntry chosen = given[instance];
        return Turn(chosen.works, chosen.rate, chosen.off);
    }
    if (views[0].keepsAll != 0) return Turn(1, 0, 0.0);
    PoseRequest request = requestOf(instance);
    return turnOf(heldPoses[instance], request, views[0].frame, instance,
                  clipEntries[clipOf(request)].movement,
                  Sight(views[0].ratePixels, depthOf(box), scale));
}

/// The bits above the level. Counts the instance.
uint turnBits(uint instance, uint mask, Box box, float scale) {
    if (kRates == 0) return 0;
    // Whom the CPU has posed is worked for, because it took the lists with more slack.
    bool any = mask != 0 || kRates == SINEW_RATES_GIVEN;
    if (!any) return 0;
    Turn turn = turnNow(instance, box, scale);
    if (turn.works != 0) {
        atomicAdd(counts[slotCount() + SINEW_RATE_WORKED], 1);
        if (kRates == SINEW_RATES_CHOSEN) {
            heldPoses[instance] = HeldPose(requestOf(instance), views[0].frame);
        }
    }
    if (mask != 0) {
        atomicMax(counts[slotCount() + SINEW_RATE_OFF], floatBitsToUint(turn.off));
        atomicAdd(counts[slotCount() + SINEW_RATE_COUNTS + turn.rate], 1);
    }
    return turn.works << SINEW_SEEN_WORKS | turn.rate << SINEW_SEEN_RATE;
}

void main() {
    uint thread = gl_LocalInvocationIndex;
    uint instance = gl_GlobalInvocationID.x;
    if (thread < countStride()) counts[thread] = 0;
    barrier();
    if (instance < skin.instanceCount) {
        Affine there = placements[instance].worldFromObject;
        Box box = worldBox(objectBox(requestOf(instance)), there);
        float scale = scaleOf(there);
        uint mask = listsOf(box), level = levelOf(instance, box, scale);
        uint turn = turnBits(instance, mask, box, scale);
        seen[instance] = mask | level << SINEW_LIST_COUNT | turn;
        for (uint list = 0; list < SINEW_LIST_COUNT; ++list) {
            if ((mask >> list & 1u) != 0) atomicAdd(counts[slotOf(level, list)], 1);
        }
    }
    barrier();
    uint first = gl_WorkGroupID.x * countStride();
    if (thread < countStride()) seenCounts[first + thread] = counts[thread];
}
