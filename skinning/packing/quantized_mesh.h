// Vertices in 12 bytes before skinning (MeshFormat::quantized).
#pragma once

#include <vector>

#include "shaders/shared/vertex.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

constexpr uint32_t meshVertexBytes(MeshFormat format) {
    return format == MeshFormat::quantized ? sizeof(gpu::CompactVertex) : sizeof(gpu::PackedVertex);
}

/// The stored vertices in the model's order; positions are relative to meshBox().
std::vector<gpu::CompactVertex> quantizedVertices(const Geometry& geometry);

/// The model with the stored positions, normals and tangents.
Model asQuantized(const Model& model);

}  // namespace sinew
