// Materials, and the draw flags of surfaces.
#ifndef SINEW_SHARED_MATERIAL_H
#define SINEW_SHARED_MATERIAL_H

#include "shaders/shared/types.h"

SINEW_SHARED_BEGIN

// Draw flags: bits of the specialization constant kDrawFlags of the stages that draw surfaces.
#define SINEW_DRAW_TEXTURES 31u  // one bit per texture of the material (1 << SINEW_TEXTURE_*)
#define SINEW_DRAW_FLAT 32u      // no vertex normals: use the triangle's normal
#define SINEW_DRAW_COLORS 64u
#define SINEW_DRAW_MASK 128u   // alpha test with alphaCutoff
#define SINEW_DRAW_BLEND 256u  // the material blends: output alpha
#define SINEW_DRAW_UNLIT 512u
#define SINEW_DRAW_CULL 1024u      // discard back faces in the fragment stage
#define SINEW_DRAW_MIRRORED 2048u  // front faces are clockwise
#define SINEW_DRAW_CHANGING 4096u  // winding varies between triangles, see Winding
#define SINEW_DRAW_EDGES 8192u     // wireframe: lines of one colour
#define SINEW_DRAW_DIM 16384u      // wireframe: the surface below the lines
#define SINEW_DRAW_SHADOWED 32768u  // the sun has a shadow map, or its shadows are traced

// Texture slots. In set 2, binding 0 has MaterialConstants, and binding 1 + slot has the texture.
#define SINEW_TEXTURE_BASE_COLOR 0
#define SINEW_TEXTURE_METALLIC_ROUGHNESS 1
#define SINEW_TEXTURE_NORMAL 2
#define SINEW_TEXTURE_OCCLUSION 3
#define SINEW_TEXTURE_EMISSIVE 4
#define SINEW_TEXTURE_COUNT 5

struct TextureConstants {
    vec4 matrix;  // 2x2 matrix for uv, by columns
    vec2 offset;
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
