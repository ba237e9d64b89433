// Which vertices of a model are alike.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/model.h"

namespace sinew {

/// Of each vertex the first one that no picture tells from it, in any pose: of the same primitive,
/// with the same position, influences, morph deltas, colour, and those texture coordinates, normals
/// and tangents that are shaded with. A file whose triangles share no vertex has many of them.
std::vector<uint32_t> firstAlike(const Model& model);

/// Of each vertex the first one of its wedge: normals and tangents may differ, and nothing else
/// of what firstAlike compares. Textures and colours go on from one vertex of a wedge to another;
/// the sides that they are mirrored to are two wedges where a material has a normal texture.
std::vector<uint32_t> firstOfWedge(const Model& model);

}  // namespace sinew
