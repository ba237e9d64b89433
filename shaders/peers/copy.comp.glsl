// The ceiling of every skinning kernel of so many bytes: reads the words of a static vertex, writes
// those of a skinned one, neighbours beside each other, and does nothing else. All that is read
// goes into all that is written, so that no compiler can leave any of it out. The static vertices
// are the same for every instance, as they are in the kernels, and a thread reads one once for
// several instances, as skin.comp.glsl does. WIDE: a thread has four neighbouring vertices, and
// reads and writes a word of each at once; for what is called a vertex below, read four.
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
        uint place = instance * stride * kWordsWritten + vertex;
        for (uint i = 0; i < kWordsWritten; ++i) copied[place + i * stride] = all + i;
    }
}
