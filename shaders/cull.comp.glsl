// Which instances each pass may see, and how finely. A thread an instance: its box against the planes
// of the camera and of each shadow cascade. It leaves a mask of lists and a level of detail and, for
// each workgroup, how many instances each list takes of it at each level.
//
// Before poses the box is that of what the request names, and so no pose is needed. It is also said
// whose pose is made in this frame, and whose is still good enough. After poses, whoever is in a list
// is judged once more, by the box of the pose that is drawn. Who was posed for nothing keeps the pose
// as others do, and is owed a palette.
#version 460
#include "shaders/shared/culling.h"
#include "shaders/shared/instance.h"
#include "shaders/shared/kernel.h"
#include "shaders/shared/variant.h"
#include "shaders/shared/playback.h"
#include "shaders/variant.glsl"

layout(set = 0, binding = 0) readonly buffer ClipEntries { ClipEntry clipEntries[]; };
layout(set = 0, binding = 1) readonly buffer Levels { LevelEntry levels[]; };
layout(set = 0, binding = 2) readonly buffer Requests { PoseRequest requests[]; };
layout(set = 0, binding = 3) readonly buffer Playbacks { Playback playback[]; };
layout(set = 0, binding = 4) readonly buffer Placements { Placement placements[]; };
layout(set = 0, binding = 5) readonly buffer Boxes { BoxEntry boxes[]; };
layout(set = 0, binding = 6) readonly buffer Views { CullViews views[]; };
layout(set = 0, binding = 7) buffer HeldPoses { HeldPose heldPoses[]; };
layout(set = 0, binding = 8) buffer Seen { uint seen[]; };
layout(set = 0, binding = 9) buffer SeenCounts { uint seenCounts[]; };

#include "shaders/cull_boxes.glsl"
#include "shaders/requests.glsl"
#include "shaders/detail.glsl"
#include "shaders/rate.glsl"

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

/// Of those in `judged`, the lists of passes that may see the box; and the first one.
uint listsOf(Box box, uint judged) {
    uint mask = 0;
    for (uint list = 1; list < views[0].listCount; ++list) {
        bool outside = (judged >> list & 1u) == 0;
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
    if (views[0].pixels == 0.0) return 0;
    float depth = depthOf(box);
    uint before = levelIn(seen[instance]);
    return clamp(before, coarsest(depth, scale, SINEW_STICKY), coarsest(depth, scale, 1.0));
}

/// Of somebody whom a pass may see, or who is posed all the same.
Turn turnNow(uint instance, Box box, float scale) {
    if (views[0].keepsAll != 0) return Turn(1, 0, 0.0);
    PoseRequest request = requestOf(instance);
    return turnOf(heldPoses[instance], request, views[0].frame, instance,
                  clipEntries[clipOf(request)].movement,
                  Sight(views[0].ratePixels, depthOf(box), scale));
}

/// The bits above the level. Counts the instance.
uint turnBits(uint instance, uint mask, Box box, float scale) {
    if (kRates == 0 || mask == 0) return 0;
    Turn turn = turnNow(instance, box, scale);
    if (turn.works != 0) {
        atomicAdd(counts[slotCount() + SINEW_RATE_WORKED], 1);
        heldPoses[instance] = HeldPose(requestOf(instance), views[0].frame);
    }
    atomicMax(counts[slotCount() + SINEW_RATE_OFF], floatBitsToUint(turn.off));
    atomicAdd(counts[slotCount() + SINEW_RATE_COUNTS + turn.rate], 1);
    return turn.works << SINEW_SEEN_WORKS | turn.rate << SINEW_SEEN_RATE;
}

uint judgedBeforePose(uint instance) {
    Affine there = placements[instance].worldFromObject;
    Box box = worldBox(boxBeforePose(requestOf(instance)), there);
    float scale = scaleOf(there);
    uint mask = listsOf(box, ~0u), level = levelOf(instance, box, scale);
    uint turn = turnBits(instance, mask, box, scale);
    uint owed = kRates != 0 ? owedIn(seen[instance]) : 0;
    return mask | level << SINEW_LIST_COUNT | turn | owed << SINEW_SEEN_OWED;
}

/// `word`: what was said of the instance before.
uint judgedByPose(uint instance, uint word) {
    if ((word & 1u << SINEW_LIST_ANY) == 0) return word;
    Box box = worldBox(boxOfPose(instance), placements[instance].worldFromObject);
    uint mask = listsOf(box, word);
    uint wanted = worksIn(word) | owedIn(word);
    uint works = mask != 0 ? wanted : 0, owed = wanted - works;
    if (kRates != 0 && mask != 0) {
        atomicAdd(counts[slotCount() + SINEW_RATE_WORKED], works);
        atomicAdd(counts[slotCount() + SINEW_RATE_COUNTS + rateIn(word)], 1);
    }
    return mask | levelIn(word) << SINEW_LIST_COUNT | works << SINEW_SEEN_WORKS |
           rateIn(word) << SINEW_SEEN_RATE | owed << SINEW_SEEN_OWED | 1u << SINEW_SEEN_BY_POSE;
}

void main() {
    uint thread = gl_LocalInvocationIndex, first = gl_WorkGroupID.x * countStride();
    uint instance = gl_GlobalInvocationID.x;
    if (thread < countStride()) {
        // How far kept poses are off was told before poses.
        bool told = kCullBy == SINEW_CULL_BY_POSES && thread == slotCount() + SINEW_RATE_OFF;
        counts[thread] = told ? seenCounts[first + thread] : 0;
    }
    barrier();
    if (instance < skin.instanceCount) {
        uint word = kCullBy == SINEW_CULL_BY_POSES ? judgedByPose(instance, seen[instance])
                                                   : judgedBeforePose(instance);
        seen[instance] = word;
        for (uint list = 0; list < SINEW_LIST_COUNT; ++list) {
            if ((word >> list & 1u) != 0) atomicAdd(counts[slotOf(levelIn(word), list)], 1);
        }
    }
    barrier();
    if (thread < countStride()) seenCounts[first + thread] = counts[thread];
}
