// How a stage skins and what it draws: compiled in, so that a stage holds no more than it needs.
//
// No `if` and no loop of a vertex stage may depend on push constants and uniform buffers alone. For
// such a stage lavapipe of Mesa 22.3 makes a copy with the values put in, for every draw, and keeps
// them all: 0.37 MB a draw. What decides is a constant below, or comes from a storage buffer.
// tests/gpu/soak_test.cpp watches over it.
#ifndef SINEW_VARIANT_GLSL
#define SINEW_VARIANT_GLSL

#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/layout.h"

// The values are those of skinning/settings.h.
layout(constant_id = SINEW_CONSTANT_INFLUENCE_COUNT) const uint kInfluenceCount = 0;  // 0: varies
layout(constant_id = SINEW_CONSTANT_MORPHS) const uint kMorphs = 0;
layout(constant_id = SINEW_CONSTANT_BLEND) const uint kBlend = SINEW_BLEND_LINEAR;
layout(constant_id = SINEW_CONSTANT_INFLUENCE_FORMAT) const uint kInfluenceFormat =
    SINEW_INFLUENCES_SPLIT32;
layout(constant_id = SINEW_CONSTANT_PALETTE_FORMAT) const uint kPaletteFormat = SINEW_PALETTE_AFFINE;
layout(constant_id = SINEW_CONSTANT_NORMALS) const uint kNormals = SINEW_NORMALS_COFACTOR;
layout(constant_id = SINEW_CONSTANT_OUTPUT) const uint kOutput = SINEW_OUTPUT_FULL;
// Dual quaternions of this model carry scale and shear.
layout(constant_id = SINEW_CONSTANT_STRETCHED) const uint kStretched = 0;
// 16-byte words of one uniform range; 16 KiB is what every device offers.
layout(constant_id = SINEW_CONSTANT_UNIFORM_WORDS) const uint kUniformWords = 1024;
// SINEW_CLIPS_*: what poses on the GPU have to sample.
layout(constant_id = SINEW_CONSTANT_CLIPS) const uint kClips = 0;
// Instances are those of a list: SINEW_CULLED_*.
layout(constant_id = SINEW_CONSTANT_CULLED) const uint kCulled = 0;
// Palettes in a storage buffer are fetched as texels: quicker where a device loads lane by lane.
layout(constant_id = SINEW_CONSTANT_PALETTE_TEXELS) const uint kPaletteTexels = 0;
layout(constant_id = SINEW_CONSTANT_MESH_FORMAT) const uint kMeshFormat = SINEW_MESH_FP32;
// SINEW_LEVELS_*; 0: all in full detail.
layout(constant_id = SINEW_CONSTANT_LEVELS) const uint kLevels = 0;
// A dispatch has several items (work.glsl).
layout(constant_id = SINEW_CONSTANT_JOINED) const uint kJoined = 0;
// SINEW_RATES_*; 0: all are posed in every frame.
layout(constant_id = SINEW_CONSTANT_RATES) const uint kRates = 0;
// SINEW_CULL_BY_*, of the kernels that cull.
layout(constant_id = SINEW_CONSTANT_CULL_BY) const uint kCullBy = SINEW_CULL_BY_CLIPS;

// Of the passes that draw.
layout(constant_id = SINEW_CONSTANT_DRAW_FLAGS) const uint kDrawFlags = 0;  // SINEW_DRAW_*
layout(constant_id = SINEW_CONSTANT_VIEW) const uint kView = SINEW_VIEW_SHADED;

#endif
