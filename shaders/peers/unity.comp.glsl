// Skinning in the formats of Unity's built-in skinning: interleaved fp32 position, normal and
// tangent, four fp32 weights, four i32 joints, 4x4 palettes; fp32 output. The matrices are blended,
// then applied once; normals use the 3x3 part as it is. One dispatch skins one mesh of an instance.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shaders/peers/peer.glsl"

layout(local_size_x = SINEW_PEER_UNITY_GROUP) in;

PEER_STREAM(SINEW_PEER_PALETTES, restrict readonly, mat4, palettes);
PEER_READ(0, PeerUnityVertex, vertices);
PEER_READ(1, PeerUnityInfluences, influences);
PEER_WRITE(0, PeerUnityVertex, skinned);

void main() {
    uint vertex = peerVertex();
    if (vertex == PEER_NO_VERTEX) return;
    PeerUnityVertex v = vertices[vertex];
    PeerUnityInfluences four = influences[vertex];
    uvec4 entries = peer.firstEntry + uvec4(four.joints);
    mat4 m = palettes[entries.x] * four.weights.x;
    m += palettes[entries.y] * four.weights.y;
    m += palettes[entries.z] * four.weights.z;
    m += palettes[entries.w] * four.weights.w;

    vec3 p = (vec4(v.position[0], v.position[1], v.position[2], 1.0) * m).xyz;
    vec3 n = normalize((vec4(v.normal[0], v.normal[1], v.normal[2], 0.0) * m).xyz);
    vec3 t = normalize((vec4(v.tangent[0], v.tangent[1], v.tangent[2], 0.0) * m).xyz);
    skinned[peer.firstOut + vertex] =
        PeerUnityVertex(float[3](p.x, p.y, p.z), float[3](n.x, n.y, n.z),
                        float[4](t.x, t.y, t.z, v.tangent[3]));
}
