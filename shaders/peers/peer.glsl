// Streams, constants and vertex index of the kernels in this folder. The kernels have the data
// layouts and the arithmetic of other engines, but not their code (benchmarks/peers/kernels.cpp).
#ifndef SINEW_PEER_GLSL
#define SINEW_PEER_GLSL

#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/peers.h"

#ifndef PEER_CONSTANTS
#define PEER_CONSTANTS PeerConstants
#endif
layout(push_constant) uniform Constants {
    PEER_CONSTANTS peer;
};

#define PEER_STREAM(slot, access, type, name)                          \
    layout(set = 0, binding = slot, std430) access buffer name##Block { \
        type name[];                                                   \
    }
#define PEER_READ(stream, type, name) \
    PEER_STREAM(SINEW_PEER_IN + stream, restrict readonly, type, name)
#define PEER_WRITE(stream, type, name) \
    PEER_STREAM(SINEW_PEER_OUT + stream, restrict writeonly, type, name)

#define PEER_NO_VERTEX 0xffffffffu

uint peerVertex() {
    uint inMesh = gl_GlobalInvocationID.x;
    return inMesh < peer.vertexCount ? peer.firstVertex + inMesh : PEER_NO_VERTEX;
}

vec3 vectorOf(PeerFloat3 v) { return vec3(v.x, v.y, v.z); }
PeerFloat3 floatsOf(vec3 v) { return PeerFloat3(v.x, v.y, v.z); }

#endif
