// The order that triangles are drawn in.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/levels.h"
#include "skinning/model.h"

namespace sinew {

/// The model's indices, each primitive's triangles in an order in which vertices are seldom shaded
/// twice (meshoptimizer's order for vertex caches); where the material is opaque, so that what lies
/// outside is drawn before what it hides, in the bind pose. Where alpha blends, the file's order is
/// part of the picture and stays.
std::vector<uint32_t> trianglesInOrder(const Model& model);
/// The same of a level of detail.
std::vector<uint32_t> trianglesInOrder(const Model& model, const Level& level);

}  // namespace sinew
