// The view that pictures, benchmarks and a fresh window start with.
#pragma once

#include "renderer/camera.h"
#include "skinning/animation/bounds.h"

namespace sinew {

/// Three-quarter view of a whole crowd, from higher the more there are. `bounds` is of one
/// instance, object space.
Camera crowdCamera(const Box& bounds, uint32_t instanceCount, float aspect);

}  // namespace sinew
