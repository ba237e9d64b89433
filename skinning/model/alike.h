// Finds vertices of a model that look the same.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/model.h"

namespace sinew {

/// Vertices that triangles use, by primitive. Shared vertices are listed once per primitive.
struct PrimitiveVertices {
    std::vector<uint32_t> vertices;  // model vertices, ascending within a primitive
    std::vector<uint32_t> firstOf;   // by primitive: index into `vertices`; one more at the end
    std::vector<uint32_t> indices;   // Geometry::indices as indices into `vertices`
};
PrimitiveVertices primitiveVertices(const Model& model);

/// Vertices in the draws of one instance; shared vertices count once per primitive.
uint64_t drawnVertices(const Model& model);

/// Maps each entry to the first of its primitive that looks the same in any pose: equal position,
/// influences, morph deltas and colour, and equal texture coordinates, normals and tangents if
/// shading uses them. Files whose triangles share no vertex have many.
std::vector<uint32_t> firstAlike(const Model& model, const PrimitiveVertices& entries);

/// Maps each entry to the first of its wedge: as firstAlike(), but normals and tangents may differ.
/// Textures and colours are continuous within a wedge. With a normal texture, mirrored sides are
/// separate wedges.
std::vector<uint32_t> firstOfWedge(const Model& model, const PrimitiveVertices& entries);

}  // namespace sinew
