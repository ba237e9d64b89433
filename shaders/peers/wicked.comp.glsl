// Skinning in Wicked Engine's formats. Reads u16x4 positions in the mesh's box (w: wind), s8x4
// normals and tangents, four influences of 20-bit joint and 12-bit weight, 3x4 palettes. Writes
// fp32x4 positions, s8x4 normals and tangents. Each influence's matrix transforms the vertex, and
// the weighted results are summed until the weights reach 1. Weights are truncated and not
// renormalised; normals use the 3x3 part as it is. One dispatch skins one mesh of an instance.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/types.h"
#include "shaders/peers/peer.glsl"

layout(local_size_x = SINEW_PEER_WICKED_GROUP) in;

PEER_STREAM(SINEW_PEER_PALETTES, restrict readonly, Affine, palettes);
PEER_READ(0, uvec2, positions);
PEER_READ(1, uint, normals);
PEER_READ(2, uint, tangents);
PEER_READ(3, uvec4, influences);
PEER_WRITE(0, vec4, skinnedPositions);
PEER_WRITE(1, uint, skinnedNormals);
PEER_WRITE(2, uint, skinnedTangents);

void main() {
    uint vertex = peerVertex();
    if (vertex == PEER_NO_VERTEX) return;
    uvec2 stored = positions[vertex];
    vec4 inBox = vec4(unpackUnorm2x16(stored.x), unpackUnorm2x16(stored.y));
    vec4 position = vec4(peer.boxLow.xyz + inBox.xyz * peer.boxSize.xyz, 1.0);
    vec4 normal = vec4(unpackSnorm4x8(normals[vertex]).xyz, 0.0);
    vec4 storedTangent = unpackSnorm4x8(tangents[vertex]);
    vec4 tangent = vec4(storedTangent.xyz, 0.0);
    uvec4 four = influences[vertex];

    vec3 sumOfPositions = vec3(0.0);
    vec3 sumOfNormals = vec3(0.0);
    vec3 sumOfTangents = vec3(0.0);
    float sumOfWeights = 0.0;
    for (uint i = 0; i < 4 && sumOfWeights < 1.0; ++i) {
        Affine m = palettes[peer.firstEntry + (four[i] & 0xfffffu)];
        float weight = float(four[i] >> 20) / 4095.0;
        sumOfPositions += weight * (position * m);
        sumOfNormals += weight * (normal * m);
        sumOfTangents += weight * (tangent * m);
        sumOfWeights += weight;
    }

    uint index = peer.firstOut + vertex;
    skinnedPositions[index] = vec4(sumOfPositions, inBox.w);
    skinnedNormals[index] = packSnorm4x8(vec4(normalize(sumOfNormals), 0.0));
    skinnedTangents[index] = packSnorm4x8(vec4(normalize(sumOfTangents), storedTangent.w));
}
