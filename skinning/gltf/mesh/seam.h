// Copies vertices whose corners have several generated tangents (tangent seams).
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "skinning/model.h"

namespace sinew::gltf {

/// Writes the tangent of each vertex's first corner to `tangents`. For each different tangent of
/// another corner, adds a copy of the vertex, numbered from tangents.size() on, and updates
/// `corners`. Returns the original vertex of each copy.
std::vector<uint32_t> shareTangents(std::span<const glm::vec4> ofCorners,
                                    std::span<uint32_t> corners, std::span<glm::vec4> tangents,
                                    std::vector<glm::vec4>& copyTangents);

struct VertexRun {
    uint32_t first = 0;
    uint32_t count = 0;
    // index of each copy's original vertex, relative to `first`
    std::vector<uint32_t> copyOf;
    std::vector<glm::vec4> copyTangents;  // parallel to copyOf
};

/// Inserts the copies of each run after the run's vertices, and updates `first` and `count`.
void insertCopies(std::span<VertexRun> runs, Geometry& geometry);

}  // namespace sinew::gltf
