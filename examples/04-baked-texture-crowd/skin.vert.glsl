// Skins a vertex of an instance: reads two baked frames of its clip, and blends them linearly.
#version 460
#extension GL_EXT_samplerless_texture_functions : require  // texelFetch without a sampler

layout(constant_id = 0) const bool kShadowPass = false;  // position only

struct Clip {
    uint firstRow;
    uint frameCount;
    float durationSeconds;
};
struct Instance {
    float x, z;  // on the ground
    float phaseSeconds;
    uint clip;
};

layout(set = 0, binding = 1) uniform View {
    mat4 clipFromWorld;
    mat4 shadowFromWorld;  // clip space of the light
    vec4 ground;           // xyz: middle, w: half of a side
};
layout(set = 1, binding = 0, std430) restrict readonly buffer InfluenceOffsets {
    uint influenceOffsets[];  // [v], [v + 1]: begin and end of vertex v's influences
};
layout(set = 1, binding = 1, std430) restrict readonly buffer Influences {
    uint influences[];  // palette entry | weight << entryBits
};
layout(set = 1, binding = 2, std430) restrict readonly buffer Clips {
    Clip clips[];
};
layout(set = 1, binding = 3, std430) restrict readonly buffer Instances {
    Instance instances[];
};
layout(set = 1, binding = 4) uniform texture2D bakedFrames;  // a row per frame, 3 texels per entry
layout(push_constant) uniform Constants {
    float seconds;
    uint entryBits;  // number of bits of the palette entry in an influence
};

layout(location = 0) in vec3 bindPosition;
layout(location = 1) in vec2 bindNormal;  // octahedral, VK_FORMAT_R16G16_SNORM
layout(location = 0) out vec3 normal;
layout(location = 1) out vec3 shadowPosition;
layout(location = 2) out vec3 albedo;
layout(location = 3) out vec2 groundPosition;

/// The rows of the baked frames before and after a time.
struct FramePair {
    uint row, nextRow;
    float blend;  // [0, 1): share of the next row
};

/// After the last frame of a clip comes its first frame. The next row belongs to another clip, so a
/// linear sampler would blend with a wrong pose.
FramePair framePair(Clip clip, float time) {
    float position = fract(time / clip.durationSeconds) * float(clip.frameCount);
    uint frame = min(uint(position), clip.frameCount - 1);  // fract() can round up to 1
    uint next = frame + 1 == clip.frameCount ? 0 : frame + 1;
    return FramePair(clip.firstRow + frame, clip.firstRow + next, position - float(frame));
}

mat3x4 bakedMatrix(uint entry, uint row) {
    ivec2 at = ivec2(entry * 3, row);
    return mat3x4(texelFetch(bakedFrames, at, 0), texelFetch(bakedFrames, at + ivec2(1, 0), 0),
                  texelFetch(bakedFrames, at + ivec2(2, 0), 0));
}

/// The weighted sum of the palette entries. The weights of a vertex sum to exactly 1.
mat3x4 blendedMatrix(uint vertex, FramePair frames) {
    float weightOfOne = 1.0 / float(~0u >> entryBits);
    mat3x4 sum = mat3x4(0.0);
    for (uint i = influenceOffsets[vertex]; i < influenceOffsets[vertex + 1]; ++i) {
        uint entry = bitfieldExtract(influences[i], 0, int(entryBits));
        float weight = float(influences[i] >> entryBits) * weightOfOne;
        sum += bakedMatrix(entry, frames.row) * (weight * (1.0 - frames.blend));
        sum += bakedMatrix(entry, frames.nextRow) * (weight * frames.blend);
    }
    return sum;
}

vec2 signNotZero(vec2 p) {
    return vec2(p.x >= 0.0 ? 1.0 : -1.0, p.y >= 0.0 ? 1.0 : -1.0);
}

vec3 unitFromOctahedral(vec2 p) {
    float z = 1.0 - abs(p.x) - abs(p.y);
    return normalize(vec3(p - signNotZero(p) * max(-z, 0.0), z));
}

/// Normals transform by the cofactor matrix: the inverse transpose times the determinant. The
/// determinant's sign is removed, or a mirroring matrix would flip the normal.
vec3 transformNormal(mat3 rows, vec3 n) {
    mat3 c = mat3(cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1]));
    return (dot(rows[0], c[0]) < 0.0 ? -1.0 : 1.0) * (n * c);
}

void main() {
    Instance instance = instances[gl_InstanceIndex];
    FramePair frames = framePair(clips[instance.clip], seconds + instance.phaseSeconds);
    mat3x4 m = blendedMatrix(gl_VertexIndex, frames);
    vec3 position = vec4(bindPosition, 1.0) * m;  // m stores rows, so the vector is on the left
    vec4 world = vec4(position + vec3(instance.x, 0.0, instance.z), 1.0);
    gl_Position = (kShadowPass ? shadowFromWorld : clipFromWorld) * world;
    if (kShadowPass) return;
    mat3 rows = mat3(m[0].xyz, m[1].xyz, m[2].xyz);
    normal = transformNormal(rows, unitFromOctahedral(bindNormal));
    shadowPosition = vec3(shadowFromWorld * world);
    albedo = vec3(0.4, 0.5, 0.6);
    groundPosition = vec2(0.0);
}
