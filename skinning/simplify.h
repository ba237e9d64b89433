// Fewer and fewer triangles over the vertices of a mesh that moves.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "skinning/surface_match.h"

namespace sinew {

/// Collapses edges onto one of their ends, cheapest first, and gives what is left whenever the
/// number of triangles has come down to one of `targets` (descending); fewer lists where it does
/// not get there. A collapse costs the squared distance from the planes of the triangles that the
/// vertex stood for, in all of `poses` together: Garland and Heckbert's quadrics ("Surface
/// Simplification Using Quadric Error Metrics", 1997), summed over poses as by DeCoro and
/// Rusinkiewicz ("Pose-independent Simplification of Articulated Meshes", 2005). So what is flat in
/// one pose and bends in another keeps its vertices.
///
/// Vertices of the same place in all poses go together, and each corner of a triangle gets a vertex
/// of the wedge that its own wedge goes on in: a seam goes with both of its sides or not at all,
/// and so does an edge between primitives. Where a vertex is at no side of the collapsed edge but
/// its wedge is, the corner gets the vertex whose normal is nearest; so triangles need not share
/// vertices. `wedges` has a name for the wedge of each vertex (firstOfWedge, alike.h), `normals`
/// its normal. Triangles stay in their order, and none turns over in any of `poses`.
std::vector<std::vector<uint32_t>> simplify(std::span<const uint32_t> indices,
                                            std::span<const uint32_t> wedges,
                                            std::span<const glm::vec3> normals,
                                            std::span<const Positions> poses,
                                            std::span<const size_t> targets);

}  // namespace sinew
