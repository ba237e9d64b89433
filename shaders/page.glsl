// The buffers of one page of instances, as every stage sees them (set 1), and the constants that
// say how to walk them.
#ifndef SINEW_PAGE_GLSL
#define SINEW_PAGE_GLSL

#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/layout.h"
#include "shaders/shared/packing.h"

#ifndef SINEW_PAGE_SET
#define SINEW_PAGE_SET 1
#endif

#define PAGE_BUFFER(slot, access, type, buffer_name, member)                                \
    layout(set = SINEW_PAGE_SET, binding = slot, std430) access buffer buffer_name##Block { \
        type member[];                                                                      \
    }

PAGE_BUFFER(SINEW_BINDING_VERTICES, readonly, StaticVertex, Vertices, vertices);
PAGE_BUFFER(SINEW_BINDING_INFLUENCE_OFFSETS, readonly, uint, InfluenceOffsets, influenceOffsets);
PAGE_BUFFER(SINEW_BINDING_INFLUENCES, readonly, uint, Influences, influences);
PAGE_BUFFER(SINEW_BINDING_BINDS, readonly, BindEntry, Binds, binds);
PAGE_BUFFER(SINEW_BINDING_POSES, readonly, Affine, Poses, objectFromJoint);
PAGE_BUFFER(SINEW_BINDING_MORPH_OFFSETS, readonly, uint, MorphOffsets, morphOffsets);
PAGE_BUFFER(SINEW_BINDING_MORPH_DELTAS, readonly, MorphEntry, MorphDeltas, morphDeltas);
PAGE_BUFFER(SINEW_BINDING_MORPH_WEIGHTS, readonly, float, MorphWeights, morphWeights);
PAGE_BUFFER(SINEW_BINDING_INSTANCES, readonly, Affine, Instances, worldFromObject);
PAGE_BUFFER(SINEW_BINDING_UVS, readonly, vec2, Uvs, uvs);
PAGE_BUFFER(SINEW_BINDING_JOINT_COLORS, readonly, uint, JointColors, jointColors);
PAGE_BUFFER(SINEW_BINDING_COLORS, readonly, uvec2, Colors, colors);
PAGE_BUFFER(SINEW_BINDING_PARENTS, readonly, int, Parents, parents);
PAGE_BUFFER(SINEW_BINDING_BOXES, readonly, BoxEntry, Boxes, boxes);

PAGE_BUFFER(SINEW_BINDING_BAKED_STATES, readonly, BakedState, BakedStates, bakedStates);
PAGE_BUFFER(SINEW_BINDING_COMPARED, readonly, SkinnedVertex, Compared, compared);

// Written by one step and read by the others: a stage defines its own access before it includes
// this. One buffer has the layout that kPaletteFormat or kOutput says, so it is declared once each.
#ifndef PALETTE_ACCESS
#define PALETTE_ACCESS readonly
#endif
#ifndef SKINNED_ACCESS
#define SKINNED_ACCESS readonly
#endif
PAGE_BUFFER(SINEW_BINDING_PALETTES, PALETTE_ACCESS, Affine, Palettes, palettes);
PAGE_BUFFER(SINEW_BINDING_PALETTES, PALETTE_ACCESS, mat4, MatrixPalettes, matrixPalettes);
PAGE_BUFFER(SINEW_BINDING_PALETTES, PALETTE_ACCESS, uvec2, HalfPalettes, halfPalettes);
PAGE_BUFFER(SINEW_BINDING_PALETTES, PALETTE_ACCESS, vec4, DualPalettes, dualPalettes);
PAGE_BUFFER(SINEW_BINDING_NORMAL_PALETTES, PALETTE_ACCESS, float, NormalPalettes, normalPalettes);
PAGE_BUFFER(SINEW_BINDING_SKINNED, SKINNED_ACCESS, SkinnedVertex, Skinned, skinned);
PAGE_BUFFER(SINEW_BINDING_SKINNED, SKINNED_ACCESS, CompactVertex, SkinnedCompact, skinnedCompact);

// The frame before, for motion vectors.
PAGE_BUFFER(SINEW_BINDING_PREVIOUS_PALETTES, readonly, Affine, PreviousPalettes, previousPalettes);
PAGE_BUFFER(SINEW_BINDING_PREVIOUS_PALETTES, readonly, mat4, PreviousMatrixPalettes,
            previousMatrixPalettes);
PAGE_BUFFER(SINEW_BINDING_PREVIOUS_PALETTES, readonly, uvec2, PreviousHalfPalettes,
            previousHalfPalettes);
PAGE_BUFFER(SINEW_BINDING_PREVIOUS_PALETTES, readonly, vec4, PreviousDualPalettes,
            previousDualPalettes);
PAGE_BUFFER(SINEW_BINDING_PREVIOUS_SKINNED, readonly, SkinnedVertex, PreviousSkinned,
            previousSkinned);
PAGE_BUFFER(SINEW_BINDING_PREVIOUS_SKINNED, readonly, CompactVertex, PreviousSkinnedCompact,
            previousSkinnedCompact);
PAGE_BUFFER(SINEW_BINDING_PREVIOUS_MORPH_WEIGHTS, readonly, float, PreviousMorphWeights,
            previousMorphWeights);
PAGE_BUFFER(SINEW_BINDING_PREVIOUS_BOXES, readonly, BoxEntry, PreviousBoxes, previousBoxes);
PAGE_BUFFER(SINEW_BINDING_PREVIOUS_BAKED_STATES, readonly, BakedState, PreviousBakedStates,
            previousBakedStates);

// Which of the two a read means; constant wherever it is passed.
const uint kNow = 0;
const uint kBefore = 1;

#endif
