// Where the instances of a crowd stand.
#pragma once

#include <span>

#include "shaders/shared/layout.h"
#include "skinning/animation/bounds.h"

namespace sinew {

/// Writes worldFromObject for every instance: a grid about as wide as deep, centred on the origin,
/// every other row shifted by half a place, facing +Z, feet (the box's lowest point) on y = 0.
/// One instance stands at the origin. `scatter`: the seed by which each of several is turned and
/// placed a little differently; 0: none is.
void placeCrowd(const Box& bounds, std::span<gpu::Affine> worldFromObject, uint32_t scatter = 0);

/// Where root motion brings an instance: `anchor` is in object space.
gpu::Affine moved(const gpu::Affine& worldFromObject, const glm::vec3& anchor);

/// The box around what root motion has moved instances by; at the origin where there are none.
Box reachOf(std::span<const glm::vec3> anchors);

/// A world-space box around all of `instanceCount` placed instances, which were moved within
/// `reach`.
Box crowdBounds(const Box& bounds, uint32_t instanceCount, const Box& reach = {},
                uint32_t scatter = 0);

}  // namespace sinew
