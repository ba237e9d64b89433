// Orders triangles so that they are drawn faster.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/lod/levels.h"
#include "skinning/model.h"

namespace sinew {

/// Returns the model's indices. Within each primitive, triangles are ordered for vertex caches
/// (meshoptimizer), and for opaque materials also against overdraw in the bind pose. Blended
/// primitives keep the file's order, because the image depends on it.
std::vector<uint32_t> trianglesInOrder(const Model& model);
std::vector<uint32_t> trianglesInOrder(const Model& model, const Level& level);

}  // namespace sinew
