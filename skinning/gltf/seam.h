// Vertices that need two tangents: copies along the seams of a generated tangent space.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "skinning/model.h"

namespace sinew::gltf {

/// Gives each vertex the tangent of its first corner. A vertex whose corners differ gets a copy for
/// every further tangent, numbered from tangents.size() on, and `corners` then name the copies.
/// Returns the vertex that each copy is of, with its tangent in `copyTangents`.
std::vector<uint32_t> shareTangents(std::span<const glm::vec4> ofCorners,
                                    std::span<uint32_t> corners, std::span<glm::vec4> tangents,
                                    std::vector<glm::vec4>& copyTangents);

/// Consecutive vertices of Geometry, and copies of some that are to follow them.
struct VertexRun {
    uint32_t first = 0;
    uint32_t count = 0;
    std::vector<uint32_t> copyOf;         // vertices within the run
    std::vector<glm::vec4> copyTangents;  // of copyOf
};

/// Puts the copies of each run behind its vertices: moves every vertex array, and sets `first` and
/// `count` of the runs to include the copies.
void insertCopies(std::span<VertexRun> runs, Geometry& geometry);

}  // namespace sinew::gltf
