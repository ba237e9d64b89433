// Skinning in O3DE's formats. Reads streams of fp32 position, normal, tangent and bitangent, u16
// joints (the first of a pair in the high bits), fp32 weights, and 3x4 palettes. Writes position,
// normal, tangent and bitangent, and the previous position to a history stream. The matrices are
// blended, then applied once; normals use the inverse transpose of the blended 3x3. One dispatch
// skins one primitive ("sub-mesh" in O3DE) of an instance.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/types.h"
#include "shaders/peers/peer.glsl"
#include "shaders/skin/matrices.glsl"

layout(local_size_x = SINEW_PEER_O3DE_GROUP) in;

PEER_STREAM(SINEW_PEER_PALETTES, restrict readonly, Affine, palettes);
PEER_READ(0, PeerFloat3, positions);
PEER_READ(1, PeerFloat3, normals);
PEER_READ(2, vec4, tangents);
PEER_READ(3, PeerFloat3, bitangents);
PEER_READ(4, uint, joints);  // two per word
PEER_READ(5, float, weights);
PEER_STREAM(SINEW_PEER_OUT, restrict, PeerFloat3, skinnedPositions);
PEER_WRITE(1, PeerFloat3, skinnedNormals);
PEER_WRITE(2, vec4, skinnedTangents);
PEER_WRITE(3, PeerFloat3, skinnedBitangents);
PEER_WRITE(4, PeerFloat3, history);

void main() {
    uint vertex = peerVertex();
    if (vertex == PEER_NO_VERTEX) return;
    uint index = peer.firstOut + vertex;
    history[index] = skinnedPositions[index];

    Affine m = Affine(0.0);
    for (uint i = 0; i < 4; i += 2) {
        uint pair = joints[vertex * 2 + i / 2];
        m += palettes[peer.firstEntry + (pair >> 16)] * weights[vertex * 4 + i];
        m += palettes[peer.firstEntry + (pair & 0xffffu)] * weights[vertex * 4 + i + 1];
    }
    mat3 rows = linearPart(m);
    mat3 c = cofactors(rows);
    mat3 ofNormals = c * (1.0 / dot(rows[0], c[0]));

    vec4 tangent = tangents[vertex];
    skinnedPositions[index] = floatsOf(vec4(vectorOf(positions[vertex]), 1.0) * m);
    skinnedNormals[index] = floatsOf(normalize(vectorOf(normals[vertex]) * ofNormals));
    skinnedTangents[index] = vec4(normalize(tangent.xyz * rows), tangent.w);
    skinnedBitangents[index] = floatsOf(normalize(vectorOf(bitangents[vertex]) * rows));
}
