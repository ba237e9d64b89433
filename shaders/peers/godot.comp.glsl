// Skinning in Godot's formats. Reads fp32x3 positions, octahedral normals and tangents (2 x unorm16
// each), u16x4 joints, unorm16x4 weights, 3x4 palettes. Writes positions, normals and tangents. The
// matrices are blended, then applied once; normals use the 3x3 part as it is. Octahedral
// coordinates are truncated, not rounded. The y of a tangent also stores the bitangent's sign: it
// is in the upper half of the unorm range, or mirrored in the lower half if the sign is negative.
// One dispatch skins one primitive ("surface" in Godot) of an instance.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/types.h"
#include "shaders/peers/peer.glsl"

layout(local_size_x = SINEW_PEER_GODOT_GROUP) in;

PEER_STREAM(SINEW_PEER_PALETTES, restrict readonly, Affine, palettes);
PEER_READ(0, PeerFloat3, positions);
PEER_READ(1, uvec2, directions);
PEER_READ(2, uvec4, influences);  // xy: joints, zw: weights
PEER_WRITE(0, PeerFloat3, skinnedPositions);
PEER_WRITE(1, uvec2, skinnedDirections);

/// Returns the unit vector of octahedral coordinates in [-1, 1].
vec3 directionAt(vec2 p) {
    float z = 1.0 - abs(p.x) - abs(p.y);
    float fold = max(-z, 0.0);
    return normalize(vec3(p.x + (p.x >= 0.0 ? -fold : fold), p.y + (p.y >= 0.0 ? -fold : fold), z));
}

/// Returns the octahedral coordinates of `d`, in [0, 1].
vec2 octOf(vec3 d) {
    d /= abs(d.x) + abs(d.y) + abs(d.z);
    vec2 folded = vec2(d.x >= 0.0 ? 1.0 : -1.0, d.y >= 0.0 ? 1.0 : -1.0) * (1.0 - abs(d.yx));
    return (d.z >= 0.0 ? d.xy : folded) * 0.5 + 0.5;
}

uint cutOff(vec2 oct) {
    uvec2 bits = uvec2(clamp(oct * 65535.0, 0.0, 65535.0));
    return bits.x | (bits.y << 16);
}

void main() {
    uint vertex = peerVertex();
    if (vertex == PEER_NO_VERTEX) return;
    uvec2 stored = directions[vertex];
    vec3 normal = directionAt(unpackUnorm2x16(stored.x) * 2.0 - 1.0);
    vec2 signedOct = unpackUnorm2x16(stored.y) * 2.0 - 1.0;
    vec3 tangent = directionAt(vec2(signedOct.x, abs(signedOct.y) * 2.0 - 1.0));

    uvec4 skin = influences[vertex];
    uvec4 entries = peer.firstEntry + uvec4(skin.x & 0xffffu, skin.x >> 16,  //
                                            skin.y & 0xffffu, skin.y >> 16);
    vec4 weights = vec4(unpackUnorm2x16(skin.z), unpackUnorm2x16(skin.w));
    Affine m = palettes[entries.x] * weights.x;
    m += palettes[entries.y] * weights.y;
    m += palettes[entries.z] * weights.z;
    m += palettes[entries.w] * weights.w;

    uint index = peer.firstOut + vertex;
    skinnedPositions[index] = floatsOf(vec4(vectorOf(positions[vertex]), 1.0) * m);
    vec2 oct = octOf(normalize(vec4(tangent, 0.0) * m));
    // The half of the unorm range in which y lies is the sign. So y stays two steps away from the
    // middle, where truncation could move y to the other half.
    float farHalf = max(oct.y * 0.5 + 0.5, 0.5 + 2.0 / 65535.0);
    oct.y = signedOct.y >= 0.0 ? farHalf : 1.0 - farHalf;
    skinnedDirections[index] =
        uvec2(cutOff(octOf(normalize(vec4(normal, 0.0) * m))), cutOff(oct));
}
