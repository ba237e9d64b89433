// Palette step: computes joint matrix times inverse bind matrix, in the format that the skin step
// reads. One thread computes one palette entry of an instance that is posed in this frame.
#version 460
#include "shaders/shared/palette.h"
#include "shaders/shared/variant.h"
#include "shaders/variant.glsl"

layout(set = 0, binding = 0) readonly buffer Binds { BindEntry binds[]; };
layout(set = 0, binding = 1) readonly buffer Poses { Affine objectFromJoint[]; };
layout(set = 0, binding = 2) readonly buffer VisibleLists { uint lists[]; };
layout(set = 0, binding = 3) readonly buffer ListEnds { uint listEnds[]; };
// Binding 4 is one buffer with four declarations; kPaletteFormat and kBlend select the layout.
layout(set = 0, binding = 4) writeonly buffer Palettes { Affine palettes[]; };
layout(set = 0, binding = 4) writeonly buffer MatrixPalettes { mat4 matrixPalettes[]; };
layout(set = 0, binding = 4) writeonly buffer HalfPalettes { uvec2 halfPalettes[]; };
layout(set = 0, binding = 4) writeonly buffer DualPalettes { vec4 dualPalettes[]; };
layout(set = 0, binding = 5) writeonly buffer NormalPalettes { float normalPalettes[]; };

#include "shaders/skin/palette_entries.glsl"
#include "shaders/dispatch.glsl"

void storeNormal(uint index, mat3 rows) {
    uint word = index * 9;
    for (uint r = 0; r < 3; ++r) {
        for (uint c = 0; c < 3; ++c) normalPalettes[word + r * 3 + c] = rows[r][c];
    }
}

void storeDual(uint index, DualQuaternion q) {
    const uint words = kStretched != 0 ? 4 : 2;
    dualPalettes[index * words] = q.real;
    dualPalettes[index * words + 1] = q.dual;
    if (kStretched == 0) return;
    dualPalettes[index * words + 2] = q.diagonal;
    dualPalettes[index * words + 3] = q.shear;
}

void store(uint index, Affine m) {
    mat3 carriesNormals = linearPart(m);
    if (kBlend == SINEW_BLEND_DUAL_QUATERNION) {
        DualQuaternion q = dualQuaternionOf(m);
        storeDual(index, q);
        carriesNormals = stretchOf(q.diagonal, q.shear);
    } else if (kPaletteFormat == SINEW_PALETTE_MATRIX) {
        matrixPalettes[index] = mat4(m[0], m[1], m[2], vec4(0.0, 0.0, 0.0, 1.0));
    } else if (kPaletteFormat == SINEW_PALETTE_HALF) {
        for (uint r = 0; r < 3; ++r) {
            halfPalettes[index * 3 + r] = uvec2(packHalf2x16(m[r].xy), packHalf2x16(m[r].zw));
        }
    } else {
        palettes[index] = m;
    }
    if (kNormals == SINEW_NORMALS_INVERSE_TRANSPOSE) {
        storeNormal(index, inverseTranspose(carriesNormals));
    }
}

void main() {
    uint index = threadIndex();
    if (index >= listedCount() * skin.bindCount) return;
    uint listIndex = index / skin.bindCount;
    uint entry = index - listIndex * skin.bindCount;
    uint instance = posedAt(listIndex);
    BindEntry bind = binds[entry];
    Affine joint = objectFromJoint[instance * skin.jointCount + bind.joint];
    store(instance * skin.paletteStride + entry, product(joint, bind.jointFromBind));
}
