// Winding order of a primitive's triangles after skinning.
#pragma once

#include <vector>

#include "renderer/passes/batch.h"
#include "skinning/model.h"

namespace sinew {

/// Returns the winding of each element of Model::primitives. An odd number of negative scales from
/// the root to the joint makes triangles clockwise, as glTF requires. Winding::changing: the
/// winding differs between vertices, or scale keys can flip it.
std::vector<Winding> primitiveWindings(const Model& model);

}  // namespace sinew
