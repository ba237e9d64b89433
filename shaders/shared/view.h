// The view of a frame: camera, light, cascades; and what is shown.
#ifndef SINEW_SHARED_VIEW_H
#define SINEW_SHARED_VIEW_H

#include "shaders/shared/types.h"

SINEW_SHARED_BEGIN

#define SINEW_MAX_CASCADES 6

// Constants of one draw; push constants of the vertex stage, behind SkinConstants.
struct DrawConstants {
    uint cascade;  // shadow pass only: which cascade is drawn
};
SINEW_SIZE(DrawConstants, 4);

#define SINEW_VIEW_SHADED 0u
#define SINEW_VIEW_NORMALS 1u
#define SINEW_VIEW_WEIGHTS 2u
#define SINEW_VIEW_CASCADES 3u    // a colour for the cascade whose shadow map a point reads
#define SINEW_VIEW_LEVELS 4u      // a colour for the level of detail
#define SINEW_VIEW_RATES 5u       // a colour for how often it is posed
#define SINEW_VIEW_MOTION 6u      // colour wheel: which way and how far since the frame before
#define SINEW_VIEW_DIFFERENCE 7u  // distance from the compared method's vertices
#define SINEW_VIEW_COUNT 8u

// Constants of one frame's view; binding 0 of set 0.
struct ViewConstants {
    mat4 clipFromWorld;
    mat4 worldFromClip;
    mat4 previousClipFromWorld;                       // of the frame before
    mat4 worldFromFrozen;                             // from clip space of a frozen culling camera,
                                                      // where 0 is the depth behind the crowd
    mat4 cascadeFromWorld[SINEW_MAX_CASCADES];        // to shadow-map uv and depth, [0, 1]
    vec4 cascadeTexel[(SINEW_MAX_CASCADES + 3) / 4];  // world size of one texel: [c / 4][c % 4]
    vec3 cameraPosition;                              // world
    uint cascadeCount;
    vec3 lightDirection;  // world, towards the light
    float extent;         // of the character: what SINEW_VIEW_DIFFERENCE is relative to
    vec3 groundCenter;    // world
    float groundRadius;   // where the ground has faded out
    vec2 targetSize;      // pixels
    float exposure;
    uint shown;  // SINEW_VIEW_*, for what has no constant of its own
};
SINEW_SIZE(ViewConstants, 736);

SINEW_SHARED_END
#endif
