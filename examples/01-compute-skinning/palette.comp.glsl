// Computes the palette of a character: one invocation per pair of joint and inverse bind matrix.
#version 460

layout(local_size_x = 64) in;

struct Bind {
    mat3x4 jointFromBind;  // rows of the inverse bind matrix
    uint joint;
};

layout(push_constant) uniform Constants {
    uint vertexCount;
    uint entryBits;
    uint entryCount;
};
layout(binding = 0, std430) restrict readonly buffer JointMatrices {
    mat3x4 objectFromJoint[];  // rows, posed
};
layout(binding = 1, std430) restrict readonly buffer Binds {
    Bind binds[];
};
layout(binding = 2, std430) restrict writeonly buffer Palette {
    mat3x4 palette[];
};

/// Multiplies affine matrices that are given by three rows. `b` is applied first.
mat3x4 product(mat3x4 a, mat3x4 b) {
    mat3x4 rows;
    for (int r = 0; r < 3; ++r) {
        rows[r] = a[r].x * b[0] + a[r].y * b[1] + a[r].z * b[2] + vec4(0.0, 0.0, 0.0, a[r].w);
    }
    return rows;
}

void main() {
    uint entry = gl_GlobalInvocationID.x;
    if (entry >= entryCount) return;
    palette[entry] = product(objectFromJoint[binds[entry].joint], binds[entry].jointFromBind);
}
