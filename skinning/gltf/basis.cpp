// Normals from triangles, tangents from uvs.
#include "skinning/gltf/basis.h"

#include <cmath>
#include <vector>

namespace sinew::gltf {

namespace {

constexpr float kTiny = 1e-30f;  // squared lengths below this have no direction in float

}  // namespace

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

void generateTangents(std::span<const glm::vec3> positions, std::span<const glm::vec3> normals,
                      std::span<const glm::vec2> uvs, std::span<const uint32_t> indices,
                      std::span<glm::vec4> tangents) {
    std::vector<glm::vec3> alongU(positions.size(), glm::vec3(0));
    std::vector<glm::vec3> alongV(positions.size(), glm::vec3(0));
    for (size_t i = 0; i + 2 < indices.size(); i += 3) {
        const uint32_t a = indices[i], b = indices[i + 1], c = indices[i + 2];
        const glm::vec3 e1 = positions[b] - positions[a], e2 = positions[c] - positions[a];
        const glm::vec2 d1 = uvs[b] - uvs[a], d2 = uvs[c] - uvs[a];
        const float area = d1.x * d2.y - d2.x * d1.y;
        if (std::abs(area) < kTiny) continue;
        const float sign = area < 0 ? -1.0f : 1.0f;  // weighting by area cancels its division
        const glm::vec3 u = (e1 * d2.y - e2 * d1.y) * sign;
        const glm::vec3 v = (e2 * d1.x - e1 * d2.x) * sign;
        for (const uint32_t corner : {a, b, c}) {
            alongU[corner] += u;
            alongV[corner] += v;
        }
    }
    for (size_t i = 0; i < tangents.size(); ++i) {
        const glm::vec3& n = normals[i];
        const glm::vec3 t = alongU[i] - n * glm::dot(n, alongU[i]);
        const float squared = glm::dot(t, t);
        const bool known = std::isfinite(squared) && squared > kTiny;
        const glm::vec3 unit = known ? t / std::sqrt(squared) : perpendicularTo(n);
        const float sign = glm::dot(glm::cross(n, unit), alongV[i]) < 0 ? -1.0f : 1.0f;
        tangents[i] = glm::vec4(unit, sign);
    }
}

}  // namespace sinew::gltf
