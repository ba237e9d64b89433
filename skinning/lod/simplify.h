// Simplifies a mesh whose vertices move. The remaining vertices are not changed.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "skinning/lod/surface_match.h"

namespace sinew {

/// Collapses edges onto one of their ends; the cheapest collapse is first. Returns the triangles at
/// each of `targets` (descending numbers of triangles). If a target cannot be reached, fewer lists
/// are returned. The cost is the squared distance from the planes of all triangles that the vertex
/// represents. It uses quadrics of Garland and Heckbert ("Surface Simplification Using Quadric
/// Error Metrics", 1997), one per pose, and is the largest over all poses. So a region that bends
/// in any pose keeps its vertices. DeCoro and Rusinkiewicz sum over poses ("Pose-independent
/// Simplification of Articulated Meshes", 2005).
///
/// Vertices with the same position in all poses collapse together. A wedge is the vertices of one
/// position whose textures and colours are continuous (firstOfWedge() in alike.h). After a
/// collapse, a corner of a triangle gets a vertex of the wedge that continues its wedge along the
/// edge. So seams and borders of primitives collapse on both sides or not at all. If the edge has
/// the wedge of a vertex but not the vertex itself, the corner gets the vertex with the nearest
/// normal. So triangles need not share vertices. `wedges` and `normals` have an element per vertex.
/// Triangles keep their order, and none flips in any of `poses`.
std::vector<std::vector<uint32_t>> simplify(std::span<const uint32_t> indices,
                                            std::span<const uint32_t> wedges,
                                            std::span<const glm::vec3> normals,
                                            std::span<const Positions> poses,
                                            std::span<const size_t> targets);

}  // namespace sinew
