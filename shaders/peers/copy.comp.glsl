// Measures an upper bound of the throughput of skinning kernels: copies as many bytes as a kernel
// reads and writes, with coalesced access. Every output depends on every input, so the compiler
// removes no load. A thread reads a mesh vertex once for several instances, like skin.comp.glsl.
// With WIDE, a `vertex` is a block of four vertices.
#version 460
#extension GL_GOOGLE_include_directive : require
#define PEER_CONSTANTS CopyConstants
#include "shaders/peers/peer.glsl"
#ifdef WIDE
#define WORD uvec4
#else
#define WORD uint
#endif

layout(local_size_x = SINEW_PEER_COPY_GROUP) in;
layout(constant_id = SINEW_PEER_WORDS_READ) const uint kWordsRead = 1;
layout(constant_id = SINEW_PEER_WORDS_WRITTEN) const uint kWordsWritten = 1;

PEER_READ(0, WORD, source);
PEER_WRITE(0, WORD, copied);

void main() {
    uint vertex = peerVertex();
    if (vertex == PEER_NO_VERTEX) return;
    uint stride = peer.verticesAnInstance;
    WORD all = WORD(0);
    for (uint i = 0; i < kWordsRead; ++i) all ^= source[i * stride + vertex];
    uint first = gl_WorkGroupID.y * peer.instanceTile;
    uint end = min(first + peer.instanceTile, peer.instanceCount);
    for (uint instance = first; instance < end; ++instance) {
        uint offset = instance * stride * kWordsWritten + vertex;
        for (uint i = 0; i < kWordsWritten; ++i) copied[offset + i * stride] = all + i;
    }
}
