// Materials, and what a draw's surface has.
#ifndef SINEW_SHARED_MATERIAL_H
#define SINEW_SHARED_MATERIAL_H

#include "shaders/shared/types.h"

SINEW_SHARED_BEGIN

// What a draw's surface has; a specialization constant of the stages that draw it.
#define SINEW_DRAW_TEXTURES 31u  // bit SINEW_TEXTURE_*: the material has that texture
#define SINEW_DRAW_FLAT 32u      // the file has no normals: shade by the triangle's own
#define SINEW_DRAW_COLORS 64u    // the primitive has vertex colours
#define SINEW_DRAW_MASK 128u     // cut away below alphaCutoff
#define SINEW_DRAW_BLEND 256u    // keep alpha
#define SINEW_DRAW_UNLIT 512u
#define SINEW_DRAW_CULL 1024u      // drop back faces in the fragment stage, see Winding
#define SINEW_DRAW_MIRRORED 2048u  // front faces are clockwise
#define SINEW_DRAW_CHANGING 4096u  // the winding of front faces differs from triangle to triangle

// A material: binding 0 of set 2, its textures in the bindings that follow.
#define SINEW_TEXTURE_BASE_COLOR 0
#define SINEW_TEXTURE_METALLIC_ROUGHNESS 1
#define SINEW_TEXTURE_NORMAL 2
#define SINEW_TEXTURE_OCCLUSION 3
#define SINEW_TEXTURE_EMISSIVE 4
#define SINEW_TEXTURE_COUNT 5

struct TextureConstants {
    vec4 matrix;  // two columns: image position from uv
    vec2 offset;  // added to it
    uint uvSet;
    uint pad0;
};
SINEW_SIZE(TextureConstants, 32);

struct MaterialConstants {
    vec4 baseColor;
    vec3 emissive;
    float metallic;
    float roughness;
    float normalScale;
    float occlusionStrength;
    float alphaCutoff;
    TextureConstants textures[SINEW_TEXTURE_COUNT];
};
SINEW_SIZE(MaterialConstants, 208);

SINEW_SHARED_END
#endif
