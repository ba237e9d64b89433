// What tests ask of surfaces: how far apart two are, and whether one is closed.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "skinning/lod/surface_match.h"

namespace sinew::test {

/// Squared, by another way than surface_match.cpp goes: the plane where the foot is inside of the
/// triangle, else the nearest edge.
inline double squaredDistance(const glm::dvec3& p, const std::array<glm::dvec3, 3>& corners) {
    double nearest = 1e30;
    bool inside = true;
    const glm::dvec3 n = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
    for (int c = 0; c < 3; ++c) {
        const glm::dvec3 a = corners[c], edge = corners[(c + 1) % 3] - a;
        const double length = glm::dot(edge, edge);
        const double share =
            length > 0 ? std::clamp(glm::dot(p - a, edge) / length, 0.0, 1.0) : 0.0;
        const glm::dvec3 off = p - a - share * edge;
        nearest = std::min(nearest, glm::dot(off, off));
        inside = inside && glm::dot(glm::cross(n, edge), p - a) >= 0;
    }
    if (!inside || glm::dot(n, n) == 0) return nearest;
    const double height = glm::dot(p - corners[0], n);
    return std::min(nearest, height * height / glm::dot(n, n));
}

/// How far random points of `from` are from `to`, at the most: never more than what is true.
inline double sampledDistance(const std::vector<uint32_t>& from, const std::vector<uint32_t>& to,
                              const Positions& pose, int samples, uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> share(0, 1);
    double farthest = 0;
    for (int i = 0; i < samples; ++i) {
        const size_t t = random() % (from.size() / 3) * 3;
        double u = share(random), v = share(random);
        if (u + v > 1) u = 1 - u, v = 1 - v;
        if (i % 3 == 0) u = v = 0;
        const glm::dvec3 p = (1 - u - v) * glm::dvec3(pose[from[t]]) +
                             u * glm::dvec3(pose[from[t + 1]]) + v * glm::dvec3(pose[from[t + 2]]);
        double nearest = 1e30;
        for (size_t other = 0; other < to.size(); other += 3) {
            nearest = std::min(nearest, squaredDistance(p, {pose[to[other]], pose[to[other + 1]],
                                                            pose[to[other + 2]]}));
        }
        farthest = std::max(farthest, std::sqrt(nearest));
    }
    return farthest;
}

inline double bothWays(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b,
                       const Positions& pose, int samples, uint32_t seed) {
    return std::max(sampledDistance(a, b, pose, samples, seed),
                    sampledDistance(b, a, pose, samples, seed));
}

/// Edges of one triangle, by the places of their ends.
inline size_t openEdges(const std::vector<uint32_t>& indices, const Positions& rest) {
    using Place = std::array<float, 3>;
    std::map<std::pair<Place, Place>, int> triangles;
    const auto place = [&](uint32_t v) { return Place{rest[v].x, rest[v].y, rest[v].z}; };
    for (size_t t = 0; t < indices.size(); t += 3) {
        for (size_t c = 0; c < 3; ++c) {
            ++triangles[std::minmax(place(indices[t + c]), place(indices[t + (c + 1) % 3]))];
        }
    }
    return static_cast<size_t>(std::count_if(triangles.begin(), triangles.end(),
                                             [](const auto& edge) { return edge.second == 1; }));
}

}  // namespace sinew::test
