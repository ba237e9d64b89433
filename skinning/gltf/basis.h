// Normals for primitives whose file has none.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>

namespace sinew::gltf {

/// Smooth normals, each triangle weighted by its area; vertices of no triangle get +z.
/// `indices` is a triangle list; `normals` has as many entries as `positions`.
void generateNormals(std::span<const glm::vec3> positions, std::span<const uint32_t> indices,
                     std::span<glm::vec3> normals);

/// Some unit vector perpendicular to the unit vector `normal`.
glm::vec3 perpendicularTo(const glm::vec3& normal);

}  // namespace sinew::gltf
