// Morph targets as sparse per-vertex lists.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "skinning/gltf/document.h"
#include "skinning/gltf/named_vertices.h"
#include "skinning/model.h"

namespace sinew::gltf {

// 40 bytes each, so 1.3 GB: a model beyond that should be split, or its file is hostile.
inline constexpr size_t kMaxMorphDeltas = size_t{1} << 25;

/// Where the weights of one node's mesh stand in Pose::morphWeights.
struct MorphRange {
    uint32_t first = 0;
    uint32_t count = 0;
};

/// What a primitive's deltas apply to. Stored normals and tangents are unit vectors; a delta is
/// divided by the length that the file's vector had, which keeps the direction of their sum.
struct MorphBase {
    std::vector<float> normalScales;   // 1 / length in the file; empty: normals are generated
    std::vector<float> tangentScales;  // likewise
};

/// How many deltas the targets of a primitive may have. An accessor without a buffer view has as
/// many as its sparse substitution. Throws on accessors that do not fit.
uint64_t mostMorphDeltas(const Document& document, const tinygltf::Primitive& primitive,
                         const std::string& path, size_t vertexCount);

/// Appends the deltas of one run of vertices, zeros left out, to `deltas`, vertex by vertex, and
/// sets the number of each vertex in `counts`. The accessors have `elementCount` elements.
void readMorphs(const Document& document, const tinygltf::Primitive& primitive,
                const std::string& path, size_t elementCount, const NamedVertices& vertices,
                MorphRange range, const MorphBase& base, std::span<uint32_t> counts,
                std::vector<MorphDelta>& deltas);

/// The weights that `node` starts with: the node's, else the mesh's, else 0. Throws when their
/// number is not `targetCount`.
std::vector<float> restWeights(const Document& document, size_t node, size_t targetCount);

/// Names of a mesh's morph targets, from extras.targetNames; "target N" where that has none.
std::vector<std::string> targetNames(const Document& document, size_t mesh, size_t targetCount);

}  // namespace sinew::gltf
