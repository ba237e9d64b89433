// Workgroup counts of dispatches, for C++ and GLSL.
#ifndef SINEW_SHARED_GROUPS_H
#define SINEW_SHARED_GROUPS_H

#include "shaders/shared/kernel.h"

SINEW_SHARED_BEGIN

/// Returns the workgroup count of a dispatch with `threads` threads for each `tile` instances.
SINEW_FUNCTION uint groupsOf(uint threads, uint tile, uint instances) {
    uint tiles = (instances + tile - 1) / tile;
    return (tiles * threads + SINEW_KERNEL_GROUP - 1) / SINEW_KERNEL_GROUP;
}

SINEW_SHARED_END
#endif
