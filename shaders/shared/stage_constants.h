// Specialization constants of kernels and vertex stages (SkinVariant in C++, variant.glsl in GLSL):
// SINEW_STAGE_CONSTANT(constant_id, C++ member, GLSL name, default). The ids are consecutive.
SINEW_STAGE_CONSTANT(0, influenceCount, kInfluenceCount, 0)  // 0: not constant
SINEW_STAGE_CONSTANT(1, morphs, kMorphs, 0)
SINEW_STAGE_CONSTANT(2, blend, kBlend, SINEW_BLEND_LINEAR)
SINEW_STAGE_CONSTANT(3, influenceFormat, kInfluenceFormat, SINEW_INFLUENCES_SPLIT32)
SINEW_STAGE_CONSTANT(4, paletteFormat, kPaletteFormat, SINEW_PALETTE_AFFINE)
SINEW_STAGE_CONSTANT(5, normals, kNormals, SINEW_NORMALS_COFACTOR)
SINEW_STAGE_CONSTANT(6, output, kOutput, SINEW_OUTPUT_FULL)
SINEW_STAGE_CONSTANT(7, stretched, kStretched, 0)  // 1: dual quaternions have scale and shear
// 16-byte words of a uniform range. Every device allows 16 KiB.
SINEW_STAGE_CONSTANT(8, uniformWords, kUniformWords, 1024)
SINEW_STAGE_CONSTANT(9, clips, kClips, 0)     // SINEW_CLIPS_*
SINEW_STAGE_CONSTANT(10, culled, kCulled, 0)  // SINEW_CULLED_*; 0: no culling
// 1: palettes are read as texels (palette_texels.glsl).
SINEW_STAGE_CONSTANT(11, paletteTexels, kPaletteTexels, 0)
SINEW_STAGE_CONSTANT(12, meshFormat, kMeshFormat, SINEW_MESH_FP32)
SINEW_STAGE_CONSTANT(13, levels, kLevels, 0)  // 0: no LOD
SINEW_STAGE_CONSTANT(14, rates, kRates, 0)    // 0: no update rates
SINEW_STAGE_CONSTANT(15, cullBy, kCullBy, SINEW_CULL_BY_CLIPS)  // SINEW_CULL_BY_*
