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

// 1.3 GB at 40 bytes each. Larger models should be split.
inline constexpr size_t kMaxMorphDeltas = size_t{1} << 25;

/// A node's range in Pose::morphWeights.
struct MorphRange {
    uint32_t first = 0;
    uint32_t count = 0;
};

/// Normals and tangents are stored with unit length. Deltas are divided by the length in the file,
/// which keeps the direction of the sum.
struct MorphBase {
    std::vector<float> normalScales;   // 1 / length in the file; empty: generated normals
    std::vector<float> tangentScales;  // 1 / length in the file; empty: generated tangents
};

/// Returns an upper bound of a primitive's deltas. An accessor without a buffer view counts its
/// sparse elements. Throws on accessors that do not fit.
uint64_t mostMorphDeltas(const Document& document, const tinygltf::Primitive& primitive,
                         const std::string& path, size_t vertexCount);

/// Appends the nonzero deltas of a run to `deltas`, vertex-major, and writes the number per vertex
/// to `counts`. The accessors have `elementCount` elements.
void readMorphs(const Document& document, const tinygltf::Primitive& primitive,
                const std::string& path, size_t elementCount, const NamedVertices& vertices,
                MorphRange range, const MorphBase& base, std::span<uint32_t> counts,
                std::vector<MorphDelta>& deltas);

/// Returns the weights of the node or the mesh, or 0. Throws if their number is not `targetCount`.
std::vector<float> restWeights(const Document& document, size_t node, size_t targetCount);

/// Returns extras.targetNames. A missing name becomes "target N".
std::vector<std::string> targetNames(const Document& document, size_t mesh, size_t targetCount);

}  // namespace sinew::gltf
