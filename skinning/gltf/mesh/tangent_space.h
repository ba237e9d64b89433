// Computes tangents for normal maps, as MikkTSpace defines them.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>

namespace sinew::gltf {

/// Computes one tangent per corner of a triangle list. Corners at one vertex may get different
/// tangents, such as at seams of mirrored uvs. Normal maps are baked with this tangent space, so
/// shading needs the same space. Source: Mikkelsen, "Simulation of Wrinkled Surfaces Revisited",
/// 2008, as in its published implementation, angular threshold 180 degrees. O(n log n),
/// deterministic.
///
/// `normals` have unit length. Vertices with equal positions, normals and uvs count as one. xyz of
/// a tangent has unit length and is perpendicular to the normal; bitangent = cross(normal, tangent)
/// * w. A corner without any uv area around it gets the x axis and w = 1.
void generateCornerTangents(std::span<const glm::vec3> positions,
                            std::span<const glm::vec3> normals, std::span<const glm::vec2> uvs,
                            std::span<const uint32_t> triangles,
                            std::span<glm::vec4> cornerTangents);

}  // namespace sinew::gltf
