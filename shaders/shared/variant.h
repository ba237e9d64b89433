// The ids of specialization constants, and their values.
#ifndef SINEW_SHARED_VARIANT_H
#define SINEW_SHARED_VARIANT_H

#include "shaders/shared/types.h"

SINEW_SHARED_BEGIN

// Specialization constants by constant_id. First come the constants of kernels and vertex stages
// (shaders/shared/stage_constants.inc), then the workgroup size of lists.comp, then the constants
// in DrawVariant (renderer/passes/batch.h).
#define SINEW_CONSTANT_WORKGROUP_SIZE 16
#define SINEW_CONSTANT_STAGE_COUNT 17
#define SINEW_CONSTANT_DRAW_FLAGS 17
#define SINEW_CONSTANT_VIEW 18
#define SINEW_CONSTANT_COUNT 19

// The order of skinned vertices of a culled crowd: by instance; or back to back in the order of
// list 0, where an instance has only the vertices of its level of detail.
#define SINEW_CULLED_STORED_BY_INSTANCE 1
#define SINEW_CULLED_STORED_BY_LIST 2
// The boxes that cull.comp tests: the boxes of clips before the pose step, posed boxes after it.
#define SINEW_CULL_BY_CLIPS 0
#define SINEW_CULL_BY_POSES 1
// Values of Blend, InfluenceFormat, MeshFormat, PaletteFormat, Normals and Output
// (skinning/settings.h).
#define SINEW_BLEND_LINEAR 0
#define SINEW_BLEND_DUAL_QUATERNION 1
#define SINEW_INFLUENCES_SPLIT32 0
#define SINEW_INFLUENCES_PACKED_FLOAT 1
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
#define SINEW_NORMALS_NONE 3
#define SINEW_OUTPUT_FULL 0
#define SINEW_OUTPUT_COMPACT 1
// Features of a model's clips. Kernels contain code only for the features that are set.
#define SINEW_CLIPS_CUBIC 1u
#define SINEW_CLIPS_SCALE 2u
#define SINEW_CLIPS_PACKED 4u

SINEW_SHARED_END
#endif
