// The view that pictures, benchmarks and a fresh window start with.
#pragma once

#include "renderer/camera.h"
#include "skinning/animation/bounds.h"

namespace sinew {

/// Three-quarter view of all that the world-space box `crowd` holds, from higher the more instances
/// there are.
Camera crowdCamera(const Box& crowd, uint32_t instanceCount, float aspect);

/// The same of few. Of many, the view of the front rows from just above their heads: the others
/// stand behind them, as far as one sees.
Camera cameraWithin(const Box& crowd, uint32_t instanceCount, float aspect);

/// From above the middle of the world-space box `crowd`, so near that the ground in view has the
/// crowd's area.
Camera cameraAbove(const Box& crowd, float aspect);

}  // namespace sinew
