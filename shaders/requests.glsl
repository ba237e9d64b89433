// What an instance plays: its request in memory, or the one that the page's playback stands for.
#ifndef SINEW_REQUESTS_GLSL
#define SINEW_REQUESTS_GLSL

#include "shaders/streams.glsl"
#include "shaders/shared/playback.h"

CROWD_STREAM(SINEW_BINDING_REQUESTS, readonly, PoseRequest, Requests, requests);
CROWD_STREAM(SINEW_BINDING_PLAYBACK, readonly, Playback, Playbacks, playback);

PoseRequest requestOf(uint instance) {
    Playback played = playback[0];
    if (played.requests == SINEW_REQUESTS_GIVEN) return requests[instance];
    return requestOf(played, instance);
}

#endif
