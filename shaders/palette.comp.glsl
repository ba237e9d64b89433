// Step 5, palette: joint local-to-object times inverse bind matrix, for every instance.
// One thread a palette entry; the page's entries are one flat list, instance-major.
#version 460
#define SINEW_PAGE_SET 0
#define PALETTE_ACCESS writeonly
#include "shaders/page.glsl"

layout(local_size_x = 64) in;
layout(push_constant) uniform Constants {
    SkinConstants skin;
};

void main() {
    // Rows of workgroups: a page may need more than one dimension's limit allows.
    uint row = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    uint index = gl_GlobalInvocationID.y * row + gl_GlobalInvocationID.x;
    if (index >= skin.instanceCount * skin.bindCount) return;
    uint instance = index / skin.bindCount;
    BindEntry bind = binds[index - instance * skin.bindCount];
    Affine joint = objectFromJoint[instance * skin.jointCount + bind.joint];

    // Row r of the product of two affine matrices: the 3x4 rows times the right-hand rows, plus the
    // translation in the fourth column.
    Affine product;
    for (int r = 0; r < 3; ++r) {
        product[r] = joint[r].x * bind.jointFromBind[0] + joint[r].y * bind.jointFromBind[1] +
                     joint[r].z * bind.jointFromBind[2] + vec4(0.0, 0.0, 0.0, joint[r].w);
    }
    palettes[index] = product;
}
