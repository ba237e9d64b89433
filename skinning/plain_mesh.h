// A mesh as shaders/skin_plain.comp.glsl reads it.
#pragma once

#include <cstdint>
#include <vector>

#include "shaders/shared/vertex.h"
#include "skinning/model.h"

namespace sinew {

/// Vertices in the order of the model; Geometry::influenceOffsets goes with it.
struct PlainMesh {
    std::vector<gpu::PackedVertex> vertices;  // 20 bytes each, octahedral directions
    std::vector<uint32_t> influences;         // bind + (weight << bindBits)
    uint32_t bindBits = 0;                    // as few as the model's binds need
};

/// The weights of a vertex sum to exactly ~0u >> bindBits, so that no shader divides by their sum.
PlainMesh packPlainMesh(const Model& model);

}  // namespace sinew
