// A mesh in the format of shaders/skin/skin_plain.comp.glsl.
#pragma once

#include <cstdint>
#include <vector>

#include "shaders/shared/vertex.h"
#include "skinning/model.h"

namespace sinew {

/// A packed mesh. Its vertices are in the model's order, so Geometry::influenceOffsets is valid for
/// it.
struct PlainMesh {
    std::vector<gpu::PackedVertex> vertices;  // 20 bytes each, octahedral directions
    std::vector<uint32_t> influences;         // bind + (weight << bindBits)
    uint32_t bindBits = 0;                    // bits of the largest bind index
};

/// Push constants of shaders/skin/skin_plain.comp.glsl, where each member is described.
struct PlainConstants {
    uint32_t vertexCount = 0, bindBits = 0, paletteStride = 0, firstEntry = 0, firstOut = 0;
};
static_assert(sizeof(PlainConstants) == 20);

/// Packs the geometry of `model`. The integer weights of a vertex sum to exactly ~0u >> bindBits,
/// so shaders need no division.
PlainMesh packPlainMesh(const Model& model);

}  // namespace sinew
