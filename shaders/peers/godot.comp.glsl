// After Godot: positions fp32x3, normal and tangent octahedral in 2 x unorm16 beside each other,
// four u16 joints and four unorm16 weights; writes fp32x3 and the two directions; palette 3x4.
// The matrices are blended first; normals go by the raw 3x3. Octahedral coordinates are cut off,
// not rounded, when they are written; the tangent's sign is the half of the range that its y lies
// in.
// One dispatch a primitive ("surface") of each instance.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/types.h"
#include "shaders/peers/peer.glsl"

layout(local_size_x = SINEW_PEER_GODOT_GROUP) in;

PEER_STREAM(SINEW_PEER_PALETTES, restrict readonly, Affine, palettes);
PEER_READ(0, PeerFloat3, positions);
PEER_READ(1, uvec2, directions);
PEER_READ(2, uvec4, influences);  // two words of joints, two of weights
PEER_WRITE(0, PeerFloat3, skinnedPositions);
PEER_WRITE(1, uvec2, skinnedDirections);

/// Coordinates in [-1, 1].
vec3 directionAt(vec2 p) {
    float z = 1.0 - abs(p.x) - abs(p.y);
    float fold = max(-z, 0.0);
    return normalize(vec3(p.x + (p.x >= 0.0 ? -fold : fold), p.y + (p.y >= 0.0 ? -fold : fold), z));
}

/// Coordinates in [0, 1].
vec2 placeOf(vec3 d) {
    d /= abs(d.x) + abs(d.y) + abs(d.z);
    vec2 folded = vec2(d.x >= 0.0 ? 1.0 : -1.0, d.y >= 0.0 ? 1.0 : -1.0) * (1.0 - abs(d.yx));
    return (d.z >= 0.0 ? d.xy : folded) * 0.5 + 0.5;
}

uint cutOff(vec2 place) {
    uvec2 bits = uvec2(clamp(place * 65535.0, 0.0, 65535.0));
    return bits.x | (bits.y << 16);
}

void main() {
    uint vertex = peerVertex();
    if (vertex == PEER_NO_VERTEX) return;
    uvec2 stored = directions[vertex];
    vec3 normal = directionAt(unpackUnorm2x16(stored.x) * 2.0 - 1.0);
    vec2 signedPlace = unpackUnorm2x16(stored.y) * 2.0 - 1.0;
    vec3 tangent = directionAt(vec2(signedPlace.x, abs(signedPlace.y) * 2.0 - 1.0));

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
    vec2 place = placeOf(normalize(vec4(tangent, 0.0) * m));
    // Never in the middle of the range, where there is no sign.
    float farHalf = max(place.y * 0.5 + 0.5, 0.5 + 2.0 / 65535.0);
    place.y = signedPlace.y >= 0.0 ? farHalf : 1.0 - farHalf;
    skinnedDirections[index] =
        uvec2(cutOff(placeOf(normalize(vec4(normal, 0.0) * m))), cutOff(place));
}
