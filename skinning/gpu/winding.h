// Which way round a primitive's triangles run once joints have moved it.
#pragma once

#include <vector>

#include "renderer/batch.h"
#include "skinning/model.h"

namespace sinew {

/// One for each of Model::primitives. Joints that mirror (an odd number of negative scales from the
/// root on) turn triangles clockwise, as glTF wants it of nodes with a negative determinant.
/// Winding that differs from vertex to vertex, or that a clip's scale keys may turn, is `changing`.
std::vector<Winding> primitiveWindings(const Model& model);

}  // namespace sinew
