// Overlay for a frozen culling camera: draws the edges of the box that culling tested for each
// instance, in the colour of the result.
#version 460
#include "shaders/shared/culling.h"
#include "shaders/shared/instance.h"
#include "shaders/shared/view.h"
#include "shaders/draw/view.glsl"
#include "shaders/debug/box_edges.glsl"
#include "shaders/draw/placement.glsl"
#include "shaders/shared/colormap.h"
#include "shaders/shared/playback.h"

layout(set = 1, binding = 0) readonly buffer ClipEntries { ClipEntry clipEntries[]; };
layout(set = 1, binding = 1) readonly buffer Boxes { BoxEntry boxes[]; };
layout(set = 1, binding = 2) readonly buffer Requests { PoseRequest requests[]; };
layout(set = 1, binding = 3) readonly buffer Playbacks { Playback playback[]; };
layout(set = 1, binding = 4) readonly buffer Visibility { uint visibility[]; };

#include "shaders/cull/cull_boxes.glsl"
#include "shaders/pose/requests.glsl"
#include "shaders/cull/visibility.glsl"

layout(location = 0) out vec3 tint;

uint resultOf(uint word) {
    if (isInList(word, SINEW_LIST_CAMERA)) return SINEW_CULLING_IN_VIEW;
    uint cascades = bitfieldExtract(word, SINEW_LIST_CASCADE, SINEW_MAX_CASCADES);
    return cascades != 0 ? SINEW_CULLING_SHADOW : SINEW_CULLING_CULLED;
}

void main() {
    uint instance = uint(gl_InstanceIndex);
    uint word = visibility[instance];
    Box box = worldBox(isTestedByPose(word) ? boxOfPose(instance)
                                            : boxBeforePose(requestOf(instance)),
                       placements[instance].worldFromObject);
    vec3 p = box.center + (2.0 * cornerOfEdge(uint(gl_VertexIndex)) - 1.0) * box.reach;
    gl_Position = view.clipFromWorld * vec4(p, 1.0);
    tint = cullingColor(resultOf(word));
}
