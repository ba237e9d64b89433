// Step 5, palette: joint local-to-object times inverse bind matrix, for every instance, in the format
// that the skin step reads. One thread a palette entry; a page's entries are one flat list,
// instance-major.
#version 460
#define MESH_SET 0
#include "shaders/matrices.glsl"
#include "shaders/work.glsl"

MESH_STREAM(SINEW_BINDING_BINDS, BindEntry, Binds, binds);
CROWD_STREAM(SINEW_BINDING_POSES, readonly, Affine, Poses, objectFromJoint);
// One buffer, which has the layout that kPaletteFormat says: declared once each.
CROWD_STREAM(SINEW_BINDING_PALETTES, writeonly, Affine, Palettes, palettes);
CROWD_STREAM(SINEW_BINDING_PALETTES, writeonly, mat4, MatrixPalettes, matrixPalettes);
CROWD_STREAM(SINEW_BINDING_PALETTES, writeonly, uvec2, HalfPalettes, halfPalettes);
CROWD_STREAM(SINEW_BINDING_PALETTES, writeonly, vec4, DualPalettes, dualPalettes);
CROWD_STREAM(SINEW_BINDING_NORMAL_PALETTES, writeonly, float, NormalPalettes, normalPalettes);

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

void store(uint entry, Affine m) {
    uint index = entry;
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
        storeNormal(entry, inverseTranspose(carriesNormals));
    }
}

void main() {
    uint index = threadIndex();
    if (index >= listedCount() * skin.bindCount) return;
    uint place = index / skin.bindCount;
    uint entry = index - place * skin.bindCount;
    uint instance = posedAt(place);
    BindEntry bind = binds[entry];
    Affine joint = objectFromJoint[instance * skin.jointCount + bind.joint];
    store(instance * skin.paletteStride + entry, product(joint, bind.jointFromBind));
}
