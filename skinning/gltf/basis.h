// Generated normals.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>

namespace sinew::gltf {

/// Writes smooth normals, weighted by triangle area; +z without a triangle. `indices`: a triangle
/// list. `normals` has the size of `positions`.
void generateNormals(std::span<const glm::vec3> positions, std::span<const uint32_t> indices,
                     std::span<glm::vec3> normals);

/// `normal` and the result have unit length.
glm::vec3 perpendicularTo(const glm::vec3& normal);

}  // namespace sinew::gltf
