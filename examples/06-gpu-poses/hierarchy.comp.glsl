// Walks the hierarchy: one invocation per instance multiplies the matrices of its joints, parents
// first, then writes its palette.
#version 460

layout(local_size_x = 64) in;

struct Instance {
    float x, z;   // position
    float phase;  // seconds
    uint clip;
};

layout(push_constant) uniform Constants {
    float seconds;
    uint instanceCount;
    uint jointCount;   // per instance
    uint entryCount;   // palette entries per instance
    uint vertexCount;  // per instance
    uint entryBits;    // number of bits of the palette entry in an influence
};
layout(binding = 0, std430) restrict readonly buffer Instances {
    Instance instances[];
};
layout(binding = 1, std430) restrict readonly buffer Parents {
    int parents[];  // by joint: -1, or less than the joint
};
layout(binding = 2, std430) restrict readonly buffer EntryJoints {
    uint entryJoints[];  // by palette entry
};
layout(binding = 3, std430) restrict readonly buffer InverseBindMatrices {
    mat3x4 jointFromBind[];  // by palette entry: rows
};
layout(binding = 4, std430) restrict buffer Joints {
    mat3x4 joints[];  // by instance and joint: in parent space, then in world space
};
layout(binding = 5, std430) restrict writeonly buffer Palettes {
    mat3x4 palettes[];  // by instance and entry
};

/// The product of two affine matrices that are stored as rows.
mat3x4 multiply(mat3x4 a, mat3x4 b) {
    return mat3x4(b * a[0].xyz + vec4(0.0, 0.0, 0.0, a[0].w),  //
                  b * a[1].xyz + vec4(0.0, 0.0, 0.0, a[1].w),  //
                  b * a[2].xyz + vec4(0.0, 0.0, 0.0, a[2].w));
}

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index >= instanceCount) return;
    uint first = index * jointCount;
    mat3x4 worldFromInstance = mat3x4(1.0, 0.0, 0.0, instances[index].x,  //
                                      0.0, 1.0, 0.0, 0.0,                 //
                                      0.0, 0.0, 1.0, instances[index].z);
    // Parents have smaller indices, so the parent's matrix is already in world space.
    for (uint joint = 0; joint < jointCount; ++joint) {
        int parent = parents[joint];
        mat3x4 worldFromParent = parent < 0 ? worldFromInstance : joints[first + parent];
        joints[first + joint] = multiply(worldFromParent, joints[first + joint]);
    }
    for (uint entry = 0; entry < entryCount; ++entry) {
        palettes[index * entryCount + entry] =
            multiply(joints[first + entryJoints[entry]], jointFromBind[entry]);
    }
}
