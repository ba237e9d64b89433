// Generated normals.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>

namespace sinew::gltf {

/// Writes smooth normals, weighted by triangle area. Vertices without a triangle get +z. `indices`:
/// a triangle list. `normals` has the size of `positions`.
void generateNormals(std::span<const glm::vec3> positions, std::span<const uint32_t> indices,
                     std::span<glm::vec3> normals);

/// Returns a unit vector perpendicular to the unit vector `normal`.
glm::vec3 perpendicularTo(const glm::vec3& normal);

}  // namespace sinew::gltf
