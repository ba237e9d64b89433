// Finds vertices of a model that look the same.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/model.h"

namespace sinew {

/// The vertices that triangles use, by primitive. A vertex that primitives share is listed once for
/// each of them.
struct PrimitiveVertices {
    std::vector<uint32_t> vertices;  // model vertices, ascending within a primitive
    std::vector<uint32_t> firstOf;   // by primitive: index into `vertices`; one more at the end
    std::vector<uint32_t> indices;   // Geometry::indices as indices into `vertices`
};
PrimitiveVertices primitiveVertices(const Model& model);

/// Returns the number of vertices in the draws of one instance. A vertex that primitives share
/// counts once for each of them.
uint64_t drawnVertices(const Model& model);

/// Maps each entry of PrimitiveVertices::vertices to the first entry of its primitive that looks
/// the same in any pose. Both have equal position, influences, morph deltas and colour. Texture
/// coordinates, normals and tangents are equal if shading uses them. Files whose triangles share no
/// vertex have many equal entries.
std::vector<uint32_t> firstAlike(const Model& model, const PrimitiveVertices& entries);

/// Maps each entry to the first entry of its wedge. A wedge has vertices that are alike as in
/// firstAlike(), except that normals and tangents may differ. Textures and colours are continuous
/// within a wedge. With a normal texture, sides with mirrored uvs are separate wedges.
std::vector<uint32_t> firstOfWedge(const Model& model, const PrimitiveVertices& entries);

}  // namespace sinew
