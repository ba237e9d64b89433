// A triangle mesh: positions and indices, nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "assets/math/vector.h"

namespace sinew::assets {

using Triangle = std::array<std::uint32_t, 3>;

struct Mesh {
    std::vector<Vec3> positions;
    std::vector<Triangle> triangles;  // counter-clockwise seen from outside
};

/// For each triangle the neighbour across edge i -> i + 1, or -1 at a border. The mesh is a
/// manifold.
std::vector<std::array<int, 3>> triangleNeighbours(const std::vector<Triangle>& triangles);

/// `half` and its mirror image, joined where x is exactly 0.
Mesh mirrored(const Mesh& half);

/// Smooth normals of every vertex, weighted by the angle of its triangles.
std::vector<Vec3> vertexNormals(const Mesh& mesh);

}  // namespace sinew::assets
