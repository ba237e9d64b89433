// Appends vertices to the geometry of test models.
#pragma once

#include <vector>

#include "skinning/model.h"

namespace sinew::test {

/// Appends a vertex without uvs and morph deltas; the caller may add them.
inline void addVertex(Geometry& geometry, const glm::vec3& position,
                      const std::vector<Influence>& influences, const glm::vec3& normal = {0, 0, 1},
                      const glm::vec4& tangent = {1, 0, 0, 1}) {
    geometry.positions.push_back(position);
    geometry.normals.push_back(normal);
    geometry.tangents.push_back(tangent);
    if (geometry.influenceOffsets.empty()) geometry.influenceOffsets = {0};
    geometry.influences.insert(geometry.influences.end(), influences.begin(), influences.end());
    geometry.influenceOffsets.push_back(static_cast<uint32_t>(geometry.influences.size()));
}

/// Appends vertex `v` of `from` to `to`, with its uvs and morph deltas.
inline void copyVertex(const Geometry& from, uint32_t v, Geometry& to) {
    const auto part = [v](const auto& all, const std::vector<uint32_t>& offsets) {
        return std::vector(all.begin() + offsets[v], all.begin() + offsets[v + 1]);
    };
    addVertex(to, from.positions[v], part(from.influences, from.influenceOffsets), from.normals[v],
              from.tangents[v]);
    to.uvSets.resize(from.uvSets.size());
    for (size_t set = 0; set < from.uvSets.size(); ++set) {
        to.uvSets[set].push_back(from.uvSets[set][v]);
    }
    if (from.morphOffsets.empty()) return;
    if (to.morphOffsets.empty()) to.morphOffsets = {0};
    for (const MorphDelta& delta : part(from.morphDeltas, from.morphOffsets)) {
        to.morphDeltas.push_back(delta);
    }
    to.morphOffsets.push_back(static_cast<uint32_t>(to.morphDeltas.size()));
}

}  // namespace sinew::test
