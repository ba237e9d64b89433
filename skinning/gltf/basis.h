// Normals and tangents for primitives whose file has none.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>

namespace sinew::gltf {

/// Smooth normals, each triangle weighted by its area; vertices of no triangle get +z.
/// `indices` is a triangle list; `normals` has as many entries as `positions`.
void generateNormals(std::span<const glm::vec3> positions, std::span<const uint32_t> indices,
                     std::span<glm::vec3> normals);

/// Tangents along +u of `uvs`, made perpendicular to the normal (Lengyel, "Foundations of Game
/// Engine Development", volume 2, section 7.5), w the sign of the bitangent. Where the uvs span
/// nothing, any perpendicular.
void generateTangents(std::span<const glm::vec3> positions, std::span<const glm::vec3> normals,
                      std::span<const glm::vec2> uvs, std::span<const uint32_t> indices,
                      std::span<glm::vec4> tangents);

/// Some unit vector perpendicular to the unit vector `normal`.
glm::vec3 perpendicularTo(const glm::vec3& normal);

}  // namespace sinew::gltf
