// A Model's static half on the GPU: vertices in bucket order, influences, morphs, materials.
#pragma once

#include "renderer/resources.h"
#include "renderer/vertex_source.h"
#include "skinning/gpu/gpu_materials.h"
#include "skinning/model.h"

namespace sinew {

/// Vertices that have the same number of influences, next to each other.
struct InfluenceBucket {
    uint32_t influenceCount = 0;
    uint32_t firstVertex = 0;  // GPU order
    uint32_t vertexCount = 0;
    uint32_t firstInfluence = 0;
};

/// Influences packed for the GPU: bind in the low bits, weight above, 32 bits together. The split
/// follows the model: 68 palette entries leave 25 bits of weight, 4,096 leave 20. Weights of a
/// vertex sum to exactly the largest integer (largest remainder), so shaders need not renormalise.
/// A weight is off by at most one step: 2^-(32 - bindBits), 1e-6 up to 4,096 entries.
struct PackedInfluences {
    uint32_t bindBits = 0;
    float weightScale = 0;          // 1 / the largest weight integer
    std::vector<uint32_t> order;    // GPU vertex -> model vertex, by influence count, stable
    std::vector<uint32_t> offsets;  // GPU order, vertexCount + 1
    std::vector<uint32_t> packed;
    std::vector<InfluenceBucket> buckets;
};
PackedInfluences packInfluences(const Model& model);

/// Everything that all instances of a model share. Move-only.
struct GpuModel {
    /// Uploads and waits. `material` is the set layout of SetLayouts.
    static GpuModel create(const Device& device, const Model& model, const SetLayouts& layouts);

    Buffer vertices, influenceOffsets, influences, binds, morphOffsets, morphDeltas, uvs, colors,
        jointColors, parents, indices;
    GpuMaterials materials;
    std::vector<uint32_t> order;  // GPU vertex -> model vertex
    std::vector<InfluenceBucket> buckets;
    std::vector<Draw> draws;
    /// Filled but for the fields of one page and one bucket.
    gpu::SkinConstants constants{};
};

}  // namespace sinew
