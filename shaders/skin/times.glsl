// Selects data of the current frame or, for motion vectors, of the previous frame. `time` is kNow
// or kBefore, a constant at each call.
#ifndef SINEW_TIMES_GLSL
#define SINEW_TIMES_GLSL

#include "shaders/shared/passes.h"

// The descriptor set of the skinning buffers. It is 1 in passes, where set 0 is the view. Kernels
// have only set 0, and define BUFFER_SET as 0.
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
