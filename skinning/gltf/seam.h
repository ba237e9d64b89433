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

/// Puts the copies that primitives ask for behind their vertices: moves every vertex array and
/// the primitives' ranges. `copyTangents` has a list for each primitive. Indices are within their
/// primitives still.
void insertCopies(std::span<Primitive> primitives,
                  std::span<const std::vector<glm::vec4>> copyTangents, Geometry& geometry);

}  // namespace sinew::gltf
