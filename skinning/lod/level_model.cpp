// Creates a model with only the vertices and triangles of a level.
#include <fmt/format.h>

#include <map>
#include <stdexcept>

#include "skinning/lod/levels.h"
#include "skinning/model/gather.h"

namespace sinew {
namespace {

/// The vertices of a primitive that a level uses. Copies of vertices at tangent seams are last.
struct Kept {
    std::vector<uint32_t> vertices;
    std::vector<uint32_t> tangentCopies;
};

/// A tangent-seam copy takes the place of its original vertex if the level uses the copy but not
/// the original.
Kept keptOf(const Primitive& primitive, const std::vector<uint8_t>& lastOf, uint32_t level) {
    const auto copies = static_cast<uint32_t>(primitive.tangentCopies.size());
    const uint32_t ofFile = primitive.vertexCount - copies;
    constexpr uint32_t kNone = ~0u;
    std::vector<uint32_t> keptIndexOf(ofFile, kNone);
    Kept kept;
    for (uint32_t v = 0; v < ofFile; ++v) {
        if (lastOf[primitive.firstVertex + v] < level) continue;
        keptIndexOf[v] = static_cast<uint32_t>(kept.vertices.size());
        kept.vertices.push_back(primitive.firstVertex + v);
    }
    std::vector<uint32_t> left;
    for (uint32_t c = 0; c < copies; ++c) {
        const uint32_t vertex = primitive.firstVertex + ofFile + c;
        if (lastOf[vertex] < level) continue;
        uint32_t& keptIndex = keptIndexOf[primitive.tangentCopies[c]];
        if (keptIndex == kNone) {
            keptIndex = static_cast<uint32_t>(kept.vertices.size());
            kept.vertices.push_back(vertex);
        } else {
            kept.tangentCopies.push_back(keptIndex);
            left.push_back(vertex);
        }
    }
    kept.vertices.insert(kept.vertices.end(), left.begin(), left.end());
    return kept;
}

}  // namespace

Model atLevel(const Model& model, const Levels& levels, uint32_t level) {
    if (level == 0) return model;
    if (level > levels.coarser.size()) {
        throw std::runtime_error(
            fmt::format("{} has no level of detail {}; the coarsest level is {}", model.name, level,
                        levels.coarser.size()));
    }
    const Level& chosen = levels.coarser[level - 1];
    Model result = model;
    result.primitives.clear();
    Geometry& geometry = result.geometry;
    geometry.indices.clear();
    std::vector<uint32_t> from;  // new vertex -> old vertex
    std::vector<uint32_t> newVertex(geometry.vertexCount());
    // Primitives of the result, by the first vertex in the model. Primitives that share vertices
    // have one entry.
    std::map<uint32_t, Primitive> runs;
    uint32_t firstIndex = 0;
    for (size_t i = 0; i < model.primitives.size(); ++i) {
        if (chosen.indexCount[i] == 0) continue;
        Primitive primitive = model.primitives[i];
        const auto [run, isNew] = runs.try_emplace(primitive.firstVertex);
        if (isNew) {
            const Kept kept = keptOf(primitive, levels.lastOf, level);
            run->second.firstVertex = static_cast<uint32_t>(from.size());
            run->second.vertexCount = static_cast<uint32_t>(kept.vertices.size());
            run->second.tangentCopies = kept.tangentCopies;
            for (const uint32_t v : kept.vertices) {
                newVertex[v] = static_cast<uint32_t>(from.size());
                from.push_back(v);
            }
        }
        primitive.firstVertex = run->second.firstVertex;
        primitive.vertexCount = run->second.vertexCount;
        primitive.tangentCopies = run->second.tangentCopies;
        primitive.fileVertices.clear();
        primitive.firstIndex = static_cast<uint32_t>(geometry.indices.size());
        primitive.indexCount = chosen.indexCount[i];
        for (uint32_t k = 0; k < primitive.indexCount; ++k) {
            geometry.indices.push_back(newVertex[chosen.indices[firstIndex + k]]);
        }
        firstIndex += primitive.indexCount;
        result.primitives.push_back(std::move(primitive));
    }
    gather(geometry, from);
    return result;
}

}  // namespace sinew
