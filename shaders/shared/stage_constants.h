// The specialization constants of kernels and of vertex stages, for C++ (SkinVariant) and GLSL (variant.glsl):
// SINEW_STAGE_CONSTANT(constant_id, member in C++, name in GLSL, default). Identifiers count from 0.
SINEW_STAGE_CONSTANT(0, influenceCount, kInfluenceCount, 0)  // a vertex; 0: varies
SINEW_STAGE_CONSTANT(1, morphs, kMorphs, 0)
SINEW_STAGE_CONSTANT(2, blend, kBlend, SINEW_BLEND_LINEAR)
SINEW_STAGE_CONSTANT(3, influenceFormat, kInfluenceFormat, SINEW_INFLUENCES_SPLIT32)
SINEW_STAGE_CONSTANT(4, paletteFormat, kPaletteFormat, SINEW_PALETTE_AFFINE)
SINEW_STAGE_CONSTANT(5, normals, kNormals, SINEW_NORMALS_COFACTOR)
SINEW_STAGE_CONSTANT(6, output, kOutput, SINEW_OUTPUT_FULL)
SINEW_STAGE_CONSTANT(7, stretched, kStretched, 0)  // dual quaternions of the model carry scale and shear
// 16-byte words of one uniform range; 16 KiB is what every device offers.
SINEW_STAGE_CONSTANT(8, uniformWords, kUniformWords, 1024)
SINEW_STAGE_CONSTANT(9, clips, kClips, 0)    // SINEW_CLIPS_*: what poses on the GPU have to sample
SINEW_STAGE_CONSTANT(10, culled, kCulled, 0)  // SINEW_CULLED_*: instances are those of a list
// Palettes in a storage buffer are fetched as texels: faster if a device loads lane by lane.
SINEW_STAGE_CONSTANT(11, paletteTexels, kPaletteTexels, 0)
SINEW_STAGE_CONSTANT(12, meshFormat, kMeshFormat, SINEW_MESH_FP32)
SINEW_STAGE_CONSTANT(13, levels, kLevels, 0)  // 0: all instances are in full detail
SINEW_STAGE_CONSTANT(14, rates, kRates, 0)    // 0: all instances are posed in every frame
SINEW_STAGE_CONSTANT(15, cullBy, kCullBy, SINEW_CULL_BY_CLIPS)  // SINEW_CULL_BY_*, of culling kernels
