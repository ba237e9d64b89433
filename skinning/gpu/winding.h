// Winding order of a primitive's triangles after skinning.
#pragma once

#include <vector>

#include "renderer/batch.h"
#include "skinning/model.h"

namespace sinew {

/// One per element of Model::primitives. Joints that mirror (an odd number of negative scales from
/// the root) make triangles clockwise, as glTF requires for negative determinants. `changing`: the
/// winding differs between vertices, or scale keys of a clip can flip it.
std::vector<Winding> primitiveWindings(const Model& model);

}  // namespace sinew
