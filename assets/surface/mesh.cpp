// Triangle meshes: neighbours, the mirror image and normals.
#include "assets/surface/mesh.h"

#include <algorithm>

#include "assets/math/rotation.h"

namespace sinew::assets {

std::vector<std::array<int, 3>> triangleNeighbours(const std::vector<Triangle>& triangles) {
    struct Edge {
        std::uint32_t lo, hi;
        int triangle, side;
    };
    std::vector<Edge> edges;
    edges.reserve(triangles.size() * 3);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        for (int i = 0; i < 3; ++i) {
            const std::uint32_t a = triangles[t][i], b = triangles[t][(i + 1) % 3];
            edges.push_back({std::min(a, b), std::max(a, b), static_cast<int>(t), i});
        }
    }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        return a.lo != b.lo ? a.lo < b.lo : (a.hi != b.hi ? a.hi < b.hi : a.triangle < b.triangle);
    });
    std::vector<std::array<int, 3>> neighbours(triangles.size(), {-1, -1, -1});
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        const Edge &a = edges[i], &b = edges[i + 1];
        if (a.lo != b.lo || a.hi != b.hi) continue;
        neighbours[a.triangle][a.side] = b.triangle;
        neighbours[b.triangle][b.side] = a.triangle;
    }
    return neighbours;
}

Mesh mirrored(const Mesh& half) {
    Mesh whole = half;
    std::vector<std::uint32_t> image(half.positions.size());
    for (std::size_t v = 0; v < half.positions.size(); ++v) {
        if (half.positions[v].x == 0.0) {
            image[v] = static_cast<std::uint32_t>(v);
        } else {
            image[v] = static_cast<std::uint32_t>(whole.positions.size());
            whole.positions.push_back(mirrorX(half.positions[v]));
        }
    }
    for (const Triangle& t : half.triangles) {
        whole.triangles.push_back({image[t[0]], image[t[2]], image[t[1]]});
    }
    return whole;
}

std::vector<Vec3> vertexNormals(const Mesh& mesh) {
    std::vector<Vec3> normals(mesh.positions.size());
    for (const Triangle& t : mesh.triangles) {
        const Vec3 a = mesh.positions[t[0]], b = mesh.positions[t[1]], c = mesh.positions[t[2]];
        const Vec3 n = normalize(cross(b - a, c - a));
        for (int i = 0; i < 3; ++i) {
            const Vec3 p = mesh.positions[t[i]];
            const Vec3 u = normalize(mesh.positions[t[(i + 1) % 3]] - p),
                       v = normalize(mesh.positions[t[(i + 2) % 3]] - p);
            normals[t[i]] += n * clampedAcos(dot(u, v));
        }
    }
    for (Vec3& n : normals) n = normalize(n);
    return normals;
}

}  // namespace sinew::assets
