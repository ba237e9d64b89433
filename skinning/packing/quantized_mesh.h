// Packs unskinned vertices in 12 bytes each (MeshFormat::quantized).
#pragma once

#include <vector>

#include "shaders/shared/vertex.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

constexpr uint32_t meshVertexBytes(MeshFormat format) {
    return format == MeshFormat::quantized ? sizeof(gpu::CompactVertex) : sizeof(gpu::PackedVertex);
}

/// Returns the packed vertices in the model's order. Positions are relative to meshBox().
std::vector<gpu::CompactVertex> quantizedVertices(const Geometry& geometry);

/// Returns `model` with the positions, normals and tangents that result from packing and unpacking.
Model asQuantized(const Model& model);

}  // namespace sinew
