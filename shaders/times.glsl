// Reads of the current or, for motion vectors, the previous frame. `time` is constant at each call.
#ifndef SINEW_TIMES_GLSL
#define SINEW_TIMES_GLSL

#include "shaders/shared/passes.h"

// The descriptor set of the skinning buffers: 1 in passes, whose set 0 is the view. Kernels have
// one set and define 0.
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
