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

#define SINEW_MAX_CASCADES 6

// Bindings of set 1 in vertex stages of passes. Bindings 0 to 8 depend on the vertex source
// (shaders/vertex_source.glsl) or on the lines that are drawn.
#define SINEW_PASS_UVS 9
#define SINEW_PASS_COLORS 10
#define SINEW_PASS_JOINT_COLORS 11
#define SINEW_PASS_PLACEMENTS 12
#define SINEW_PASS_COMPARED 13  // vertices of the compared method
#define SINEW_PASS_PREVIOUS 14  // the first of 3 with the previous frame's data
#define SINEW_PASS_CAPTURED 17
#define SINEW_PASS_BINDING_COUNT 18

// 20 bytes: position, oct-encoded normal, oct-encoded tangent with its sign (packing.h). In bind
// space it is what skinning reads, and influences stand apart: 4 bytes each, as many as the vertex
// has. In object space it is what skinning writes once and every pass reads.
struct PackedVertex {
    float x;
    float y;
    float z;
    uint normal;
    uint tangent;
};
SINEW_SIZE(PackedVertex, 20);

// Push constants of skin_plain.comp.glsl.
struct PlainConstants {
    uint vertexCount;    // vertices an instance
    uint bindBits;       // an influence is entry + (weight << bindBits)
    uint paletteStride;  // entries from one instance's palette to the next's
    uint firstEntry;     // where the first instance's palette begins
    uint firstOut;       // where its vertices are written
};
SINEW_SIZE(PlainConstants, 20);

// The same in 12 bytes (packing.h): the position in a box, 16 bits a coordinate, then 48 bits of
// directions. The box is that of the mesh in bind space, and of the instance in object space.
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

struct Placement {
    Affine worldFromObject;
    vec4 before;  // origin in the preceding frame, world space; w is unused
};
SINEW_SIZE(Placement, 64);

struct MorphEntry {
    uint weight;  // index into the instance's morph weights
    float position[3];
    float normal[3];
    float tangent[3];
};
SINEW_SIZE(MorphEntry, 40);

// What one instance plays in a frame. A clip is its index; all ones is the rest pose. Times and the
// weight are floats, so that a request costs no precision: at 10 s a time is exact to a
// microsecond. Weights of layers are shares of SINEW_REQUEST_FULL_WEIGHT.
#define SINEW_REQUEST_CLIP_BITS 13
#define SINEW_REQUEST_WEIGHT_BITS 18
#define SINEW_REQUEST_FULL_WEIGHT 262143u  // all ones
#define SINEW_REQUEST_LAYER_MASK 26     // where these begin in `clips`: 3 bits, 0: the whole body,
#define SINEW_REQUEST_ADDITIVE_MASK 29  // else 1 + the mask's index
struct PoseRequest {
    float seconds;       // in the base clip
    float otherSeconds;  // in the other one
    float otherWeight;   // of the other one's pose, blended over the base; 0: there is none
    uint clips;          // base | other << SINEW_REQUEST_CLIP_BITS | masks
    float layerSeconds;
    float additiveSeconds;
    uint layer;     // clip | weight << SINEW_REQUEST_CLIP_BITS; weight 0: there is none. Blended
                    // over both by its mask
    uint additive;  // likewise; its difference from its first pose is added to all that
};
SINEW_SIZE(PoseRequest, 32);

// A joint as poses on the GPU find it: its parent, and what it is where no clip says otherwise.
// Behind the last joint is an entry whose masks are those of morph weights.
#define SINEW_NO_PARENT ~0u
struct JointEntry {
    float translation[3];
    float rotation[4];  // x y z w
    float scale[3];
    uint parent;
    uint masks;  // the joint's share of each mask, 8 bits each
};
SINEW_SIZE(JointEntry, 48);

// Clips on the GPU are words (skinning/animation/clip_words.h lays them). The first two say where
// the rest pose's morph weights begin and how many clips there are; then comes where each clip's
// table begins, the rest pose's last. A table has a word for each joint, then one for each morph
// weight: where tracks begin, and which of them there are. A joint's tracks stand behind each other
// in this order; 0: the rest pose holds.
#define SINEW_CLIPS_REST_WEIGHTS 0
#define SINEW_CLIPS_COUNT 1
#define SINEW_CLIPS_TABLES 2
#define SINEW_TRACK_TRANSLATION 1u
#define SINEW_TRACK_ROTATION 2u
#define SINEW_TRACK_SCALE 4u
#define SINEW_TRACK_BITS 3
struct ClipTrack {
    uint firstTime;  // words from the beginning of all clips
    uint keys;       // how many | interpolation << SINEW_TRACK_KEY_BITS
    uint firstValue;
    uint width;  // floats from a value to the next
};
SINEW_SIZE(ClipTrack, 16);
#define SINEW_TRACK_WORDS 4
#define SINEW_TRACK_KEY_BITS 30
// Of packed clips: two words before a clip's table say where the clip's moments begin, floats, and
// how many there are. A key is at one of them. Its value is an integer times a power of two for
// each part; of rotations one part is left out, which is positive. Or values are floats.
struct PackedTrack {
    uint moments;     // the first of keys that follow each other; else where 16-bit numbers begin,
                      // counted in 16 bits
    uint keys;        // how many | bits above it, SINEW_PACKED_*
    uint firstValue;  // words from the beginning of all clips
    float step;
    uint lowest;  // of two parts, 16 bits each, signed
    uint lowestLast;
};
SINEW_SIZE(PackedTrack, 24);
#define SINEW_PACKED_TRACK_WORDS 6
#define SINEW_PACKED_KEY_BITS 16
#define SINEW_PACKED_INTERPOLATION 16  // where these begin in `keys`: 2 bits
#define SINEW_PACKED_LISTED 18         // 1 bit: moments are listed
#define SINEW_PACKED_DROPPED 19        // 2 bits: the part of a rotation that is left out
#define SINEW_PACKED_BITS 21           // 5 bits: of a part; SINEW_PACKED_FLOATS: floats
#define SINEW_PACKED_FLOATS 31u
#define SINEW_STEP 0u
#define SINEW_LINEAR 1u
#define SINEW_CUBIC_SPLINE 2u

// Boxes of binds on the GPU are words too: how many entries, the rounding of a coordinate, how many
// clips, and where arcs begin; then the entries, behind them the morph targets that entries name, and
// for dual quaternions the arcs of each clip, of the rest pose, and of anything: boxes of 6 words.
#define SINEW_BIND_BOXES_FIRST 4
#define SINEW_ARC_WORDS 6
#define SINEW_BIND_BOX_WORDS 9   // low, high, bind, where its morph targets begin, and how many
#define SINEW_MORPH_BOX_WORDS 7  // weight, low, high

// Where an instance is in baked clips: `frame` + `mix` of the clip that plays, and of the one that
// fades out with weight `fade`.
struct BakedState {
    uint frame;
    float mix;
    uint otherFrame;
    float otherMix;
    float fade;
};
SINEW_SIZE(BakedState, 20);

// What an instance fills, object space; for the bounds overlay, and the frame of compact vertices.
struct BoxEntry {
    float low[3];
    float high[3];
};
SINEW_SIZE(BoxEntry, 24);

// Between two moments of a clip no vertex gets farther than this, object units.
struct ClipMovement {
    float least;
    float perSecond;  // of the time between them, beside the least
};

/// What culling knows of a clip.
struct ClipEntry {
    BoxEntry box;  // in which it stays
    ClipMovement movement;
    float coarse;  // how far formats may put a vertex out of the box of its pose, object units; the
                   // same for all clips
};
SINEW_SIZE(ClipEntry, 36);

// The last pose of an instance, with update rates (shaders/rate.glsl).
struct HeldPose {
    PoseRequest request;
    uint frame;  // CullViews::frame in which it was posed; 0: never
};
SINEW_SIZE(HeldPose, 36);
#define SINEW_MOST_RATE 3u  // every 8th frame

// Culling: visible lists, each in the order of instances. Each list has space for all instances of the
// crowd. The first list is the union of all others: its instances are posed and skinned. A bit of an instance's mask says that it is in the list. Where poses are made
// now and then only, those that are posed in this frame have a list behind all others.
#define SINEW_LIST_ANY 0
#define SINEW_LIST_CAMERA 1
#define SINEW_LIST_CASCADE 2  // the first of SINEW_MAX_CASCADES
#define SINEW_LIST_COUNT 8
#define SINEW_CULL_GROUP 128  // instances of a workgroup
// A list has those of the finest level of detail first, and of each level in order. An entry is an
// instance, and above it the level that it is drawn at, and how often it is posed. What cull.comp
// says of an instance is the mask of its lists, and above it the level that it wants, whether it is
// worked for, how often it is posed, whether it has a pose but no palette of it, and whether it was
// judged by the box of its pose.
#define SINEW_MAX_LEVELS 8  // the full one included
// A coarser level of detail is taken if its error is at most this share of what is allowed, so that an
// instance at the limit does not alternate between two levels.
#define SINEW_STICKY 0.8f
#define SINEW_LEVEL_BITS 3
#define SINEW_RATE_BITS 2
#define SINEW_LISTED_BITS 20
#define SINEW_LISTED_RATE (SINEW_LISTED_BITS + SINEW_LEVEL_BITS)  // where that begins
#define SINEW_SEEN_WORKS (SINEW_LIST_COUNT + SINEW_LEVEL_BITS)
#define SINEW_SEEN_RATE (SINEW_SEEN_WORKS + 1)
#define SINEW_SEEN_OWED (SINEW_SEEN_RATE + SINEW_RATE_BITS)
#define SINEW_SEEN_BY_POSE (SINEW_SEEN_OWED + 1)
#define SINEW_SLOT_COUNT 64  // one for each level and list: level * SINEW_LIST_COUNT + list
#define SINEW_SLOT_WORKED SINEW_SLOT_COUNT  // in place of one: those that are posed in this frame
#define SINEW_VIEW_PLANES 5

// The planes around what a pass sees: inside, dot(plane, vec4(p, 1)) >= 0. `slack` is how far
// rounding may be off, for each unit of the magnitudes of a point's coordinates and of 1.
struct CullPlane {
    vec4 plane;
    vec4 slack;
};
struct CullViews {
    CullPlane planes[(SINEW_LIST_COUNT - 1) * SINEW_VIEW_PLANES];  // of each list but the first
    vec4 depth;           // dot(depth, vec4(p, 1)) is how far a point is before the camera; world
    vec3 lightDirection;  // world, towards the light
    float pixels;  // that a length of 1 may take at a depth of 1, as a share of what a level may be
                   // off; 0: nothing may be off
    uint listCount;  // lists that passes draw in this frame, the first included
    uint keepsAll;   // 1: list 0 contains all instances, and all are posed
    uint frame;      // its number, from 1
    float ratePixels;  // as `pixels`, of poses that are not of this frame
};
SINEW_SIZE(CullViews, 1168);

// A level of detail. Its vertices are the first of the mesh's: levels have them in common.
struct LevelEntry {
    float error;  // object units (skinning/levels.h)
    uint vertexCount;
};
SINEW_SIZE(LevelEntry, 8);

// The ends of a crowd's lists: first their lengths; then, by slot, where what wants a level ends in a
// list, and where what is drawn at it does: that is the same, but where vertices have too little room.
// Then how many are worked for in this frame, how far the others are off at the most, a float, and
// how many there are at each rate (SINEW_RATE_*). Last how many are posed, whoever is culled later.
#define SINEW_HEADER_WANTED 8
#define SINEW_HEADER_DRAWN 72
#define SINEW_HEADER_RATES 136
#define SINEW_HEADER_POSED 144
#define SINEW_HEADER_WORDS 148  // in whole words of 16 bytes
// Arguments of a crowd's draws and dispatches, 5 words each: those of VkDrawIndirectCommand,
// VkDrawIndexedIndirectCommand or VkDispatchIndirectCommand. CallEntry says how they follow from what a list has of a level.
#define SINEW_ARGUMENT_WORDS 5
#define SINEW_CALL_DRAW_INDEXED 0u  // a: indices, b: the first
#define SINEW_CALL_DRAW 1u          // a: vertices
// Not a call. If a model has blended surfaces, it is the last entry: lists.comp then writes
// arguments for each draw of each instance in the camera's list, after those of all calls. a: the
// first of the camera's draws in the entries; b: draws of a level; slot: levels.
#define SINEW_CALL_SINGLES 2u
#define SINEW_CALL_DISPATCH 3u  // a: threads for each tile of instances, b: instances of a tile
// With update rates: words of a crowd, and of each workgroup of cull.comp after its counts.
#define SINEW_RATE_WORKED 0
#define SINEW_RATE_OFF 1
#define SINEW_RATE_COUNTS 2
#define SINEW_RATE_WORDS 8
struct CallEntry {
    uint slot;
    uint kind;
    uint a;
    uint b;
};
SINEW_SIZE(CallEntry, 16);

// A palette entry as a dual quaternion; without scale and shear only its first half is stored.
// The 3x3 is rotation * U, U = [u00 u01 u02; 0 u11 u12; 0 0 u22]; see Blend in skinning/settings.h.
struct DualQuaternion {
    vec4 real;      // x y z w
    vec4 dual;      // half of translation * real
    vec4 diagonal;  // u00 u11 u22, u01
    vec4 shear;     // u02 u12
};
SINEW_SIZE(DualQuaternion, 64);

// Push constants of kernels and, at offset 0, of the vertex stages.
struct SkinConstants {
    uint vertexCount;    // vertices an instance
    uint jointCount;     // joints an instance
    uint bindCount;      // palette entries an instance
    uint weightCount;    // morph weights an instance, 0 without morphs
    uint bindBits;       // an influence is bind + (weight << bindBits)
    float weightScale;   // weight = (influence >> bindBits) * weightScale
    uint instanceCount;  // instances in the crowd
    uint instanceTile;   // instances a thread of the skin step
    uint firstVertex;    // of this bucket, vertices ordered by influence count
    uint bucketVertices;
    uint firstInfluence;  // of this bucket
    uint influenceCount;  // a vertex, in this bucket
    uint levelCount;      // of the mesh
    uint paletteStride;   // entries from one instance's palette to the next's
    uint runInstances;    // vertex-uniform: instances a uniform range holds; else 0
    uint bakedTexels;     // texture: texels a frame, and frames a column of the texture
    uint bakedRows;
    uint vertexRoom;        // skinned vertices that fit the buffer, if they are not stored by instance
    BoxEntry meshBox;       // in which a mesh of 12 bytes a vertex lies
    float lastWeightScale;  // split64: of a fourth weight
};
SINEW_SIZE(SkinConstants, 100);

#define SINEW_KERNEL_GROUP 64  // threads of a workgroup of steps 3 to 6
// Workgroups of a row, where the GPU writes the arguments of a dispatch; every device allows as many.
#define SINEW_MOST_COLUMNS 65535u

// Specialization constants by constant_id. Those of a stage that skins come first
// (shaders/shared/stage_constants.h); DrawVariant (renderer/batch.h) has the others.
#define SINEW_CONSTANT_STAGE_COUNT 16
#define SINEW_CONSTANT_DRAW_FLAGS 16
#define SINEW_CONSTANT_VIEW 17
#define SINEW_CONSTANT_COUNT 18

// Where vertices lie that are skinned before the passes: by instance; or one after the other, as
// many as its level has of each instance of the first list.
#define SINEW_CULLED_BY_INSTANCE 1
#define SINEW_CULLED_BY_PLACE 2
// By what instances are culled: boxes of clips before they are posed, then those of their poses.
#define SINEW_CULL_BY_CLIPS 0
#define SINEW_CULL_BY_POSES 1
// Values of Blend, InfluenceFormat, MeshFormat, PaletteFormat, Normals and Output
// (skinning/settings.h).
#define SINEW_BLEND_LINEAR 0
#define SINEW_BLEND_DUAL_QUATERNION 1
#define SINEW_INFLUENCES_SPLIT32 0
#define SINEW_INFLUENCES_FOLK_FLOAT 1
#define SINEW_INFLUENCES_U8X4 2
#define SINEW_INFLUENCES_U16X4 3
#define SINEW_INFLUENCES_SPLIT20 4
#define SINEW_INFLUENCES_SPLIT64 5
#define SINEW_MESH_FP32 0
#define SINEW_MESH_QUANTIZED 1
#define SINEW_PALETTE_AFFINE 0
#define SINEW_PALETTE_MATRIX 1
#define SINEW_PALETTE_HALF 2
#define SINEW_NORMALS_COFACTOR 0
#define SINEW_NORMALS_RAW 1
#define SINEW_NORMALS_INVERSE_TRANSPOSE 2
#define SINEW_OUTPUT_FULL 0
#define SINEW_OUTPUT_COMPACT 1
// What clips hold beside translations and rotations between keys, and how.
#define SINEW_CLIPS_CUBIC 1u
#define SINEW_CLIPS_SCALE 2u
#define SINEW_CLIPS_PACKED 4u

// Constants of one draw; push constants of the vertex stage, behind SkinConstants.
struct DrawConstants {
    uint cascade;  // shadow pass only: which cascade is drawn
};
SINEW_SIZE(DrawConstants, 4);

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

#ifdef __cplusplus
}  // namespace sinew::gpu
#endif
#endif
