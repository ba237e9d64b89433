// Reads of the current or, for motion vectors, the previous frame. `time` is constant at each call.
#ifndef SINEW_TIMES_GLSL
#define SINEW_TIMES_GLSL

#include "shaders/shared/passes.h"

// Set of the skinning buffers. Passes have the view in set 0; kernels have one set.
#ifndef BUFFER_SET
#define BUFFER_SET 1
#endif

const uint kNow = 0;
const uint kBefore = 1;
#ifdef MOTION
#define AT(time, now, before) ((time) == kNow ? (now) : (before))
#else
#define AT(time, now, before) (now)
#endif

#endif
