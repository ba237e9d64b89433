// Tangents for normal maps, as MikkTSpace defines them.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>

namespace sinew::gltf {

/// One tangent for every corner of a triangle list: corners that lie at one vertex may differ,
/// where a uv seam mirrors, and the caller splits such vertices. This is the tangent space by which
/// normal maps are baked (Mikkelsen, "Simulation of Wrinkled Surfaces Revisited", 2008, and the
/// behaviour of its published implementation, angular threshold 180 degrees), so that a normal map
/// is undone by exactly the basis that made it.
///
/// `positions`, `normals` (unit length) and `uvs` have one entry a vertex, `triangles` holds three
/// vertices a triangle, `cornerTangents` has as many entries as `triangles`. Vertices that agree in
/// all three count as one, so that it does not matter how the file shares them. xyz is unit length
/// and perpendicular to the normal; bitangent = cross(normal, tangent) * w. Corners for which no
/// triangle around them has an area in uv get x as the tangent, and w = 1.
///
/// O(n log n) in the vertices and triangles, for all values; deterministic.
void generateCornerTangents(std::span<const glm::vec3> positions,
                            std::span<const glm::vec3> normals, std::span<const glm::vec2> uvs,
                            std::span<const uint32_t> triangles,
                            std::span<glm::vec4> cornerTangents);

}  // namespace sinew::gltf
