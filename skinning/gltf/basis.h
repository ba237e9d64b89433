// Computes normals for primitives without them, and perpendicular vectors.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>

namespace sinew::gltf {

/// Computes smooth vertex normals, weighted by triangle area. A vertex without triangles gets +z.
/// `indices`: a triangle list. `normals` has the size of `positions`.
void generateNormals(std::span<const glm::vec3> positions, std::span<const uint32_t> indices,
                     std::span<glm::vec3> normals);

/// Returns a unit vector that is perpendicular to `normal`, which has unit length.
glm::vec3 perpendicularTo(const glm::vec3& normal);

}  // namespace sinew::gltf
