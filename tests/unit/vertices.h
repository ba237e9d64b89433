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

}  // namespace sinew::test
