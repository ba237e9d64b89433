// Computes vertex normals from triangles.
#include "skinning/gltf/basis.h"

#include <cmath>
#include <vector>

namespace sinew::gltf {

glm::vec3 perpendicularTo(const glm::vec3& normal) {
    const glm::vec3 axis = std::abs(normal.x) < 0.8f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0);
    return glm::normalize(axis - normal * glm::dot(normal, axis));
}

void generateNormals(std::span<const glm::vec3> positions, std::span<const uint32_t> indices,
                     std::span<glm::vec3> normals) {
    std::vector<glm::dvec3> sums(positions.size(), glm::dvec3(0.0));
    for (size_t i = 0; i + 2 < indices.size(); i += 3) {
        const glm::dvec3 a(positions[indices[i]]);
        const glm::dvec3 b(positions[indices[i + 1]]);
        const glm::dvec3 c(positions[indices[i + 2]]);
        const glm::dvec3 area = glm::cross(b - a, c - a);
        for (size_t corner = 0; corner < 3; ++corner) sums[indices[i + corner]] += area;
    }
    for (size_t v = 0; v < sums.size(); ++v) {
        const double length = glm::length(sums[v]);
        normals[v] = length > 0 ? glm::vec3(sums[v] / length) : glm::vec3(0, 0, 1);
    }
}

}  // namespace sinew::gltf
