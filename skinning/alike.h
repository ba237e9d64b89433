// Which vertices of a model are alike.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/model.h"

namespace sinew {

/// The vertices that the triangles of each primitive name, primitive by primitive. A vertex that
/// several primitives share is listed once for each of them.
struct PrimitiveVertices {
    std::vector<uint32_t> vertices;  // model vertices, ascending within a primitive
    std::vector<uint32_t> firstOf;   // primitive -> place in `vertices`; one more at the end
    std::vector<uint32_t> indices;   // Geometry::indices as places in `vertices`
};
PrimitiveVertices primitiveVertices(const Model& model);

/// Vertices that the draws of one instance name: those that several primitives share count for
/// each.
uint64_t drawnVertices(const Model& model);

/// For each place the first one of its primitive whose vertex looks the same in any pose: with the
/// same position, influences, morph deltas, colour, and those texture coordinates, normals and
/// tangents that are shaded with. A file whose triangles share no vertex has many of them.
std::vector<uint32_t> firstAlike(const Model& model, const PrimitiveVertices& places);

/// For each place the first one of its wedge: normals and tangents may differ, and nothing else
/// of what firstAlike compares. Textures and colours go on from one vertex of a wedge to another;
/// the sides that they are mirrored to are two wedges where a material has a normal texture.
std::vector<uint32_t> firstOfWedge(const Model& model, const PrimitiveVertices& places);

}  // namespace sinew
