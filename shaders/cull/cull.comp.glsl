// Culling, first kernel. One thread per instance tests the instance's box against the planes of the
// camera and of each shadow cascade. It writes the visibility word: lists, level of detail, update
// rate (shaders/shared/culling.h). lists.comp then compacts the words into visible lists.
//
// The first dispatch runs before the pose step and tests the box of the requested clip. With update
// rates, it also decides which instances are posed in this frame. With GPU posing, a second
// dispatch tests the listed instances again by their posed boxes. An instance that is posed and
// then culled keeps its pose, and its palette is pending: no palette was computed for the pose.
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
layout(set = 0, binding = 7) buffer LastPoses { LastPose lastPoses[]; };
layout(set = 0, binding = 8) buffer Visibility { uint visibility[]; };
layout(set = 0, binding = 9) buffer ListEnds { uint listEnds[]; };

#include "shaders/cull/cull_boxes.glsl"
#include "shaders/pose/requests.glsl"
#include "shaders/cull/detail.glsl"
#include "shaders/cull/rate.glsl"
#include "shaders/cull/visibility.glsl"

layout(local_size_x = SINEW_KERNEL_GROUP) in;
layout(push_constant) uniform Constants {
    SkinConstants skin;
};

bool isOutside(Box box, CullPlane side) {
    float farthest = dot(side.plane, vec4(box.center, 1.0)) + dot(abs(side.plane.xyz), box.reach);
    return farthest + dot(side.slack, vec4(box.largest, 1.0)) < 0.0;
}

/// Returns a bit for each list of `candidates` whose pass may see the box, and the bit of list 0 if
/// any pass does.
uint listsOf(Box box, uint candidates) {
    uint mask = 0;
    for (uint list = 1; list < views[0].listCount; ++list) {
        bool outside = !isInList(candidates, list);
        for (uint p = 0; p < SINEW_VIEW_PLANES; ++p) {
            outside = outside ||
                      isOutside(box, views[0].planes[(list - 1) * SINEW_VIEW_PLANES + p]);
        }
        if (!outside) mask |= 1u << list;
    }
    return mask != 0 || views[0].disableCulling != 0 ? mask | 1u << SINEW_LIST_ANY : 0;
}

/// Returns the coarsest level of detail whose error is at most `share` of the allowed error.
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

/// Chooses the level of detail. The previous frame's level stays until its error exceeds the limit,
/// or until a coarser level has an error of at most SINEW_STICKY times the limit.
uint levelOf(uint instance, Box box, float scale) {
    if (kLevels == 0) return 0;
    if (views[0].pixels == 0.0) return 0;
    float depth = depthOf(box);
    uint before = requestedLevelIn(visibility[instance]);
    return clamp(before, coarsest(depth, scale, SINEW_STICKY), coarsest(depth, scale, 1.0));
}

/// Decides if an instance that is in a list is posed in this frame.
Schedule scheduleNow(uint instance, Box box, float scale) {
    if (views[0].disableCulling != 0) return Schedule(1, 0, 0.0);
    PoseRequest request = requestOf(instance);
    return scheduleOf(lastPoses[instance], request, views[0].frame, instance,
                      clipEntries[clipOf(request)].movement,
                      Sight(views[0].ratePixels, depthOf(box), scale));
}

/// Returns the fields of the visibility word that belong to update rates.
uint scheduleBits(uint instance, uint mask, Box box, float scale) {
    if (kRates == 0) return 0;
    uint pending = palettePendingIn(visibility[instance]) << SINEW_VISIBILITY_PALETTE_PENDING;
    if (mask == 0) return pending;
    Schedule schedule = scheduleNow(instance, box, scale);
    if (schedule.posed != 0) {
        lastPoses[instance] = LastPose(requestOf(instance), views[0].frame);
    }
    // Positive floats have the same order as their bits, so an integer atomicMax() is correct.
    if (schedule.error > 0.0) {
        atomicMax(listEnds[SINEW_ERROR_ACCUMULATOR], floatBitsToUint(schedule.error));
    }
    return schedule.posed << SINEW_VISIBILITY_POSED | schedule.rate << SINEW_VISIBILITY_RATE |
           pending;
}

uint visibilityBeforePose(uint instance) {
    Affine there = placements[instance].worldFromObject;
    Box box = worldBox(boxBeforePose(requestOf(instance)), there);
    float scale = scaleOf(there);
    uint mask = listsOf(box, ~0u), level = levelOf(instance, box, scale);
    return mask | level << SINEW_LIST_COUNT | scheduleBits(instance, mask, box, scale);
}

/// Tests the posed box. `word` is the result of visibilityBeforePose().
uint visibilityByPose(uint instance, uint word) {
    if (!isInList(word, SINEW_LIST_ANY)) return word;
    Box box = worldBox(boxOfPose(instance), placements[instance].worldFromObject);
    uint mask = listsOf(box, word);
    uint needed = posedIn(word) | palettePendingIn(word);  // 1: the palette is older than the pose
    uint posed = mask != 0 ? needed : 0, pending = needed - posed;
    return mask | requestedLevelIn(word) << SINEW_LIST_COUNT | posed << SINEW_VISIBILITY_POSED |
           rateIn(word) << SINEW_VISIBILITY_RATE | pending << SINEW_VISIBILITY_PALETTE_PENDING |
           1u << SINEW_VISIBILITY_BY_POSE;
}

void main() {
    uint instance = gl_GlobalInvocationID.x;
    if (instance >= skin.instanceCount) return;
    visibility[instance] = kCullBy == SINEW_CULL_BY_POSES
                               ? visibilityByPose(instance, visibility[instance])
                               : visibilityBeforePose(instance);
}
