// Skinning in the formats of the Khronos Vulkan Tutorial: interleaved fp32 position, normal,
// texture coordinates and tangent, four u32 joints, four fp32 weights, 4x4 palettes. The output
// vertex has the format of the input vertex and a copy of its texture coordinates. The matrices are
// blended, then applied once; normals use the 3x3 part as it is. One dispatch skins one mesh of an
// instance.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shaders/peers/peer.glsl"

layout(local_size_x = SINEW_PEER_KHRONOS_GROUP) in;

PEER_STREAM(SINEW_PEER_PALETTES, restrict readonly, mat4, palettes);
PEER_READ(0, PeerKhronosVertex, vertices);
PEER_READ(1, uvec4, joints);
PEER_READ(2, vec4, weights);
PEER_WRITE(0, PeerKhronosVertex, skinned);

void main() {
    uint vertex = peerVertex();
    if (vertex == PEER_NO_VERTEX) return;
    PeerKhronosVertex v = vertices[vertex];
    uvec4 entries = peer.firstEntry + joints[vertex];
    vec4 four = weights[vertex];
    mat4 m = palettes[entries.x] * four.x + palettes[entries.y] * four.y +
             palettes[entries.z] * four.z + palettes[entries.w] * four.w;

    vec3 p = (vec4(v.position[0], v.position[1], v.position[2], 1.0) * m).xyz;
    vec3 n = normalize((vec4(v.normal[0], v.normal[1], v.normal[2], 0.0) * m).xyz);
    vec3 t = normalize((vec4(v.tangent[0], v.tangent[1], v.tangent[2], 0.0) * m).xyz);
    skinned[peer.firstOut + vertex] =
        PeerKhronosVertex(float[3](p.x, p.y, p.z), float[3](n.x, n.y, n.z), v.uv,
                          float[4](t.x, t.y, t.z, v.tangent[3]));
}
