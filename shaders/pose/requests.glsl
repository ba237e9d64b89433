// Returns the pose request of an instance. The including shader declares the buffers `requests` and
// `playback`.
#ifndef SINEW_REQUESTS_GLSL
#define SINEW_REQUESTS_GLSL

#include "shaders/shared/instance.h"
#include "shaders/shared/playback.h"

PoseRequest requestOf(uint instance) {
    Playback played = playback[0];
    if (played.requests == SINEW_REQUESTS_IN_BUFFER) return requests[instance];
    return requestOf(played, instance);
}

#endif
