// Morph targets as sparse per-vertex lists.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "skinning/gltf/file/document.h"
#include "skinning/gltf/mesh/named_vertices.h"
#include "skinning/model.h"

namespace sinew::gltf {

// Limit of the deltas in a model: 1.3 GB, at 40 bytes each.
inline constexpr size_t kMaxMorphDeltas = size_t{1} << 25;

/// A node's range in Pose::morphWeights.
struct MorphRange {
    uint32_t first = 0;
    uint32_t count = 0;
};

/// Scales for the deltas of normals and tangents. The import normalizes the normals and tangents of
/// the base mesh. It divides a delta by the same length, so that the sum of both keeps its
/// direction.
struct MorphBase {
    std::vector<float> normalScales;   // 1 / length in the file; empty: generated normals
    std::vector<float> tangentScales;  // 1 / length in the file; empty: generated tangents
};

/// Returns an upper bound of a primitive's deltas. An accessor without a buffer view counts only
/// its sparse elements. Throws on invalid accessors.
uint64_t mostMorphDeltas(const Document& document, const tinygltf::Primitive& primitive,
                         const std::string& path, size_t vertexCount);

/// Appends the nonzero deltas of a run to `deltas`, sorted by vertex, and writes the number per
/// vertex to `counts`. The accessors have `elementCount` elements.
void readMorphs(const Document& document, const tinygltf::Primitive& primitive,
                const std::string& path, size_t elementCount, const NamedVertices& vertices,
                MorphRange range, const MorphBase& base, std::span<uint32_t> counts,
                std::vector<MorphDelta>& deltas);

/// Returns the rest weights of a node's morph targets: those of the node, otherwise of its mesh,
/// otherwise 0. Throws if their number is not `targetCount`.
std::vector<float> restWeights(const Document& document, size_t node, size_t targetCount);

/// Returns the names of a mesh's morph targets, from extras.targetNames. A missing name becomes
/// "target N".
std::vector<std::string> targetNames(const Document& document, size_t mesh, size_t targetCount);

}  // namespace sinew::gltf
