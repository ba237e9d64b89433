// Orders triangles for drawing.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/lod/levels.h"
#include "skinning/model.h"

namespace sinew {

/// The model's indices; each primitive's triangles are ordered for vertex caches (meshoptimizer).
/// Opaque materials are also ordered against overdraw in the bind pose. Blended ones keep the
/// file's order, which the image depends on.
std::vector<uint32_t> trianglesInOrder(const Model& model);
std::vector<uint32_t> trianglesInOrder(const Model& model, const Level& level);

}  // namespace sinew
