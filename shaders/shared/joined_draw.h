// What the GPU has to know of a draw in a call that draws several models; for both languages.
#ifndef SINEW_SHARED_JOINED_DRAW_H
#define SINEW_SHARED_JOINED_DRAW_H

#include "shaders/shared/layout.h"

#ifdef __cplusplus
namespace sinew::gpu {
#endif

// Pages of the models share buffers; streams begin there where this says, in elements.
struct JoinedDraw {
    uint vertexCount;  // vertices an instance, in full detail
    uint placements;
    uint boxes;
    uint places;
    // Of its arguments, which follow from the ends of the page's lists.
    uint skinned;
    uint lists;     // the first list
    uint listRoom;  // from one list to the next: the page's instances
    uint listEnds;
    uint level;  // LOD; 0: full detail
    uint indexCount;
    uint firstIndex;
};
SINEW_SIZE(JoinedDraw, 44);

#ifdef __cplusplus
}  // namespace sinew::gpu
#endif
#endif
