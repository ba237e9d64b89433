// Numbers of specialization constants, and their values.
#ifndef SINEW_SHARED_VARIANT_H
#define SINEW_SHARED_VARIANT_H

#include "shaders/shared/types.h"

SINEW_SHARED_BEGIN

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

SINEW_SHARED_END
#endif
