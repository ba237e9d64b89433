// Every struct that C++ and GLSL both see, declared once. Included by both languages.
#ifndef SINEW_SHARED_LAYOUT_H
#define SINEW_SHARED_LAYOUT_H

#ifdef __cplusplus
#include <cstdint>
#include <glm/glm.hpp>

namespace sinew::gpu {
using glm::mat3x4;
using glm::mat4;
using glm::vec2;
using glm::vec3;
using glm::vec4;
using uint = uint32_t;
#define SINEW_SIZE(type, bytes) static_assert(sizeof(type) == (bytes), #type " differs from GLSL")
#else
#define SINEW_SIZE(type, bytes)
#endif

// A row-major 3x4 matrix, 48 bytes: the last row of an affine matrix is never stored or sent. In
// GLSL's and glm's words it is a mat3x4, three columns of four, so that
// `vec4(point, 1) * affine` is the transformed point and affine[r] is row r.
#ifdef __cplusplus
using Affine = mat3x4;
#else
#define Affine mat3x4
#endif

// Bindings of the set that describes one page of instances; every stage sees the same set.
#define SINEW_BINDING_VERTICES 0
#define SINEW_BINDING_INFLUENCE_OFFSETS 1
#define SINEW_BINDING_INFLUENCES 2
#define SINEW_BINDING_BINDS 3
#define SINEW_BINDING_POSES 4
#define SINEW_BINDING_PALETTES 5
#define SINEW_BINDING_SKINNED 6
#define SINEW_BINDING_MORPH_OFFSETS 7
#define SINEW_BINDING_MORPH_DELTAS 8
#define SINEW_BINDING_MORPH_WEIGHTS 9
#define SINEW_BINDING_INSTANCES 10
#define SINEW_BINDING_UVS 11
#define SINEW_BINDING_JOINT_COLORS 12
#define SINEW_BINDING_PARENTS 13
#define SINEW_BINDING_COLORS 14
#define SINEW_BINDING_BOXES 15
#define SINEW_BINDING_COUNT 16

// 20 bytes in: position, oct-encoded normal, oct-encoded tangent with its sign (packing.h).
// Influences stand apart: 4 bytes each, as many as the vertex has.
struct StaticVertex {
    float x;
    float y;
    float z;
    uint normal;
    uint tangent;
};
SINEW_SIZE(StaticVertex, 20);

// 20 bytes out: what the skin step writes once and every pass reads, in object space.
struct SkinnedVertex {
    float x;
    float y;
    float z;
    uint normal;
    uint tangent;
};
SINEW_SIZE(SkinnedVertex, 20);

// The same in 12 bytes (packing.h): the position in the instance's box, 16 bits a coordinate, then
// 48 bits of directions.
struct CompactVertex {
    uint a;  // x | y << 16
    uint b;  // z | low 16 bits of the directions << 16
    uint c;  // their high 32 bits
};
SINEW_SIZE(CompactVertex, 12);

// One palette entry's constants.
struct BindEntry {
    Affine jointFromBind;
    uint joint;
    uint pad0;
    uint pad1;
    uint pad2;
};
SINEW_SIZE(BindEntry, 64);

struct MorphEntry {
    uint weight;  // index into the instance's morph weights
    float position[3];
    float normal[3];
    float tangent[3];
};
SINEW_SIZE(MorphEntry, 40);

// What an instance fills, object space; for the bounds overlay.
struct BoxEntry {
    float low[3];
    float high[3];
};
SINEW_SIZE(BoxEntry, 24);

// Push constants of the palette and skin steps and, at offset 0, of the vertex stages.
struct SkinConstants {
    uint vertexCount;    // vertices an instance
    uint jointCount;     // joints an instance
    uint bindCount;      // palette entries an instance
    uint weightCount;    // morph weights an instance, 0 without morphs
    uint bindBits;       // an influence is bind + (weight << bindBits)
    float weightScale;   // weight = (influence >> bindBits) * weightScale
    uint instanceCount;  // instances in this page
    uint instanceTile;   // instances a thread of the skin step
    uint firstVertex;    // of this bucket, vertices ordered by influence count
    uint bucketVertices;
    uint firstInfluence;  // of this bucket
    uint influenceCount;  // a vertex, in this bucket
};
SINEW_SIZE(SkinConstants, 48);

// Constants of one draw; push constants of the vertex and fragment stages, behind SkinConstants.
struct DrawConstants {
    uint flags;    // SINEW_DRAW_*
    uint cascade;  // shadow pass only: which cascade is drawn
};
SINEW_SIZE(DrawConstants, 8);
#define SINEW_DRAW_TEXTURES 31u  // bit SINEW_TEXTURE_*: the material has that texture
#define SINEW_DRAW_FLAT 32u      // the file has no normals: shade by the triangle's own
#define SINEW_DRAW_COLORS 64u    // the primitive has vertex colours
#define SINEW_DRAW_MASK 128u     // cut away below alphaCutoff
#define SINEW_DRAW_BLEND 256u    // keep alpha
#define SINEW_DRAW_UNLIT 512u
#define SINEW_DRAW_CULL 1024u  // drop backs in the fragment stage, see Winding

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

#define SINEW_MAX_CASCADES 4
#define SINEW_VIEW_SHADED 0u
#define SINEW_VIEW_NORMALS 1u
#define SINEW_VIEW_WEIGHTS 2u

// Constants of one frame's view; binding 0 of set 0.
struct ViewConstants {
    mat4 clipFromWorld;
    mat4 worldFromClip;
    mat4 cascadeFromWorld[SINEW_MAX_CASCADES];  // to shadow-map uv and depth, [0, 1]
    vec4 cascadeTexel;                          // world size of one texel, per cascade
    vec3 cameraPosition;                        // world
    uint cascadeCount;
    vec3 lightDirection;  // world, towards the light
    uint view;            // SINEW_VIEW_*
    vec3 groundCenter;    // world
    float groundRadius;   // where the ground has faded out
    vec2 targetSize;      // pixels
    float exposure;
    float pad0;
};
SINEW_SIZE(ViewConstants, 464);

#ifdef __cplusplus
}  // namespace sinew::gpu
#endif
#endif
