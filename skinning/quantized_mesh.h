// Vertices in 12 bytes before they are skinned (MeshFormat::quantized).
#pragma once

#include <vector>

#include "shaders/shared/vertex.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

constexpr uint32_t meshVertexBytes(MeshFormat format) {
    return format == MeshFormat::quantized ? sizeof(gpu::CompactVertex) : sizeof(gpu::PackedVertex);
}

/// What is stored, in the order of the model. Positions lie in meshBox().
std::vector<gpu::CompactVertex> quantizedVertices(const Geometry& geometry);

/// The model with the positions, normals and tangents that are stored.
Model asQuantized(const Model& model);

}  // namespace sinew
