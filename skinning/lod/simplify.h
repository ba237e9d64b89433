// Simplifies a mesh that moves. Vertices stay unchanged.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "skinning/lod/surface_match.h"

namespace sinew {

/// Collapses edges onto one of their ends, cheapest first. Returns the triangles at each of
/// `targets` (descending triangle counts); fewer lists if a target is not reached. The cost is the
/// squared distance from the planes of all triangles that the vertex represents: quadrics of
/// Garland and Heckbert ("Surface Simplification Using Quadric Error Metrics", 1997), one per pose.
/// The pose with the largest cost counts; DeCoro and Rusinkiewicz sum over poses ("Pose-independent
/// Simplification of Articulated Meshes", 2005). So a region that bends in any pose keeps its
/// vertices.
///
/// Vertices with the same position in all poses collapse together. Each corner of a triangle gets a
/// vertex of the wedge that continues its own, so seams and edges between primitives collapse on
/// both sides or not at all. If only the wedge of a vertex is on the edge, the corner gets the
/// vertex with the nearest normal; so triangles need not share vertices. `wedges` and `normals` are
/// by vertex (firstOfWedge() in alike.h). Triangles keep their order, and none flips in any of
/// `poses`.
std::vector<std::vector<uint32_t>> simplify(std::span<const uint32_t> indices,
                                            std::span<const uint32_t> wedges,
                                            std::span<const glm::vec3> normals,
                                            std::span<const Positions> poses,
                                            std::span<const size_t> targets);

}  // namespace sinew
