// Around a frozen culling camera: the edges of the box by which each instance was judged, in a colour
// for who draws it.
#version 460
#include "shaders/shared/culling.h"
#include "shaders/shared/instance.h"
#include "shaders/shared/view.h"
#include "shaders/view.glsl"
#include "shaders/box_edges.glsl"
#include "shaders/placement.glsl"
#include "shaders/shared/colormap.h"
#include "shaders/shared/playback.h"

layout(set = 1, binding = 0) readonly buffer ClipEntries { ClipEntry clipEntries[]; };
layout(set = 1, binding = 1) readonly buffer Boxes { BoxEntry boxes[]; };
layout(set = 1, binding = 2) readonly buffer Requests { PoseRequest requests[]; };
layout(set = 1, binding = 3) readonly buffer Playbacks { Playback playback[]; };
layout(set = 1, binding = 4) readonly buffer Seen { uint seen[]; };

#include "shaders/cull_boxes.glsl"
#include "shaders/requests.glsl"

layout(location = 0) out vec3 tint;

/// Who draws an instance of which cull.comp left this word.
uint judgementOf(uint word) {
    if ((word >> SINEW_LIST_CAMERA & 1u) != 0) return SINEW_JUDGED_IN_VIEW;
    uint cascades = bitfieldExtract(word, SINEW_LIST_CASCADE, SINEW_MAX_CASCADES);
    return cascades != 0 ? SINEW_JUDGED_SHADOW : SINEW_JUDGED_CULLED;
}

void main() {
    uint instance = uint(gl_InstanceIndex);
    uint word = seen[instance];
    bool byPose = (word >> SINEW_SEEN_BY_POSE & 1u) != 0;
    Box box = worldBox(byPose ? boxOfPose(instance) : boxBeforePose(requestOf(instance)),
                       placements[instance].worldFromObject);
    vec3 p = box.center + (2.0 * cornerOfEdge(uint(gl_VertexIndex)) - 1.0) * box.reach;
    gl_Position = view.clipFromWorld * vec4(p, 1.0);
    tint = judgedColor(judgementOf(word));
}
