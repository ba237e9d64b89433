// Bindings, constants and vertices of other engines' skinning kernels (shaders/peers).
#ifndef SINEW_SHARED_PEERS_H
#define SINEW_SHARED_PEERS_H

#include "shaders/shared/types.h"

#ifdef __cplusplus
namespace sinew::gpu {
using glm::ivec4;
#endif

#define SINEW_PEER_PALETTES 0
#define SINEW_PEER_IN 1
#define SINEW_PEER_OUT 7
#define SINEW_PEER_BINDING_COUNT 12

#define SINEW_PEER_WICKED_GROUP 64
#define SINEW_PEER_GODOT_GROUP 64
#define SINEW_PEER_O3DE_GROUP 256
#define SINEW_PEER_UNITY_GROUP 64
#define SINEW_PEER_KHRONOS_GROUP 64
#define SINEW_PEER_COPY_GROUP 64

// Specialization constants of copy.comp.glsl: 32-bit words that it reads and writes per vertex.
#define SINEW_PEER_WORDS_READ 0
#define SINEW_PEER_WORDS_WRITTEN 1

// One dispatch skins a mesh or a primitive of one instance.
struct PeerConstants {
    uint firstVertex;
    uint vertexCount;
    uint firstOut;    // output index of vertex 0 of the instance
    uint firstEntry;  // palette entry 0 of the instance
    vec4 boxLow;      // bounds of quantized positions
    vec4 boxSize;
};
SINEW_SIZE(PeerConstants, 48);

// Push constants of copy.comp.glsl. With WIDE, a vertex is a block of four vertices.
struct CopyConstants {
    uint firstVertex;
    uint vertexCount;
    uint verticesAnInstance;
    uint instanceCount;
    uint instanceTile;  // instances per thread
};
SINEW_SIZE(CopyConstants, 20);

struct PeerFloat3 {
    float x;
    float y;
    float z;
};
SINEW_SIZE(PeerFloat3, 12);

struct PeerUnityVertex {
    float position[3];
    float normal[3];
    float tangent[4];
};
SINEW_SIZE(PeerUnityVertex, 40);

struct PeerUnityInfluences {
    vec4 weights;
    ivec4 joints;
};
SINEW_SIZE(PeerUnityInfluences, 32);

struct PeerKhronosVertex {
    float position[3];
    float normal[3];
    float uv[2];
    float tangent[4];
};
SINEW_SIZE(PeerKhronosVertex, 48);

#ifdef __cplusplus
}  // namespace sinew::gpu
#endif
#endif
