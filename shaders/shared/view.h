// Constants of a frame's view (camera, light, cascades) and view modes.
#ifndef SINEW_SHARED_VIEW_H
#define SINEW_SHARED_VIEW_H

#include "shaders/shared/types.h"

SINEW_SHARED_BEGIN

#define SINEW_MAX_CASCADES 6

// Push constants of a draw, after SkinConstants.
struct DrawConstants {
    uint cascade;  // shadow pass only
};
SINEW_SIZE(DrawConstants, 4);

#define SINEW_VIEW_SHADED 0u
#define SINEW_VIEW_NORMALS 1u
#define SINEW_VIEW_WEIGHTS 2u
#define SINEW_VIEW_CASCADES 3u
#define SINEW_VIEW_LEVELS 4u
#define SINEW_VIEW_RATES 5u
#define SINEW_VIEW_MOTION 6u
#define SINEW_VIEW_BASE_COLOR 7u
#define SINEW_VIEW_ROUGHNESS 8u
#define SINEW_VIEW_METALLIC 9u
#define SINEW_VIEW_OCCLUSION 10u
#define SINEW_VIEW_UV 11u          // TEXCOORD_0
#define SINEW_VIEW_DIFFERENCE 12u  // distance from the compared method's vertices
#define SINEW_VIEW_COUNT 13u

// The uniform buffer in binding 0 of set 0.
struct ViewConstants {
    mat4 clipFromWorld;
    mat4 worldFromClip;
    mat4 previousClipFromWorld;
    // Transforms from the clip space of a frozen culling camera. Its depth 0 is behind the crowd,
    // not at infinity.
    mat4 worldFromFrozen;
    mat4 cascadeFromWorld[SINEW_MAX_CASCADES];        // to shadow-map uv and depth, [0, 1]
    vec4 cascadeTexel[(SINEW_MAX_CASCADES + 3) / 4];  // world size of a texel: [c / 4][c % 4]
    vec3 cameraPosition;                              // world
    uint cascadeCount;
    vec3 lightDirection;  // world, towards the light
    float extent;         // character size; the unit of SINEW_VIEW_DIFFERENCE
    vec3 groundCenter;    // world
    float groundRadius;   // distance at which the ground has faded out
    vec2 targetSize;      // pixels
    float exposure;
    uint shown;        // SINEW_VIEW_*, for shaders without kView
    float sunTangent;  // tan(angle / 2) of the sun for traced shadows; 0: hard shadows
    float rayOffset;   // distance from a surface to the origin of its shadow ray, world units
};
SINEW_SIZE(ViewConstants, 744);

SINEW_SHARED_END
#endif
