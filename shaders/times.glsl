// The frame that a read refers to, and the set of the buffers of skinning. `time` is a constant at each
// call. Only stages that write motion vectors read the previous frame.
#ifndef SINEW_TIMES_GLSL
#define SINEW_TIMES_GLSL

#include "shaders/shared/passes.h"

// Passes have the view in set 0; kernels have one set.
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
