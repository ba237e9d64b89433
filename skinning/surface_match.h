// How far two surfaces over the same vertices are apart, in any pose.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace sinew {

using Positions = std::vector<glm::vec3>;  // of all vertices, in one pose

/// A point of a triangle: (1 - u - v) of its first corner, u of the second, v of the third.
struct SurfacePoint {
    uint32_t triangle = 0;
    float u = 0.0f;
    float v = 0.0f;
};

/// Where a point of one surface lies on the other one.
struct SurfaceMatch {
    SurfacePoint from;
    SurfacePoint to;
};

/// Cuts the surface `from` into pieces, each a triangle whose corners are matched with points of
/// ONE triangle of `to`, near them in all of `poses`. In every pose, a piece and its image are both
/// what their corners span, so that no point of `from` is farther from `to` than the farthest of
/// the matched points are (farthestMatch): a bound in every pose, whichever the points were chosen
/// by. Pieces are cut until their corners are nearer than `tolerance`, or than the farthest vertex
/// of `from` is. Both surfaces are index lists over the vertices of `poses`, of which there is at
/// least one; `to` has at least one triangle.
std::vector<SurfaceMatch> matchSurfaces(std::span<const uint32_t> from,
                                        std::span<const uint32_t> to,
                                        std::span<const Positions> poses, float tolerance = 0.0f);

/// How far a vertex is from a triangle of vertices: from its point that is nearest in all of
/// `poses` together, in the pose in which that is farthest.
float distanceToTriangle(uint32_t vertex, const std::array<uint32_t, 3>& triangle,
                         std::span<const Positions> poses);

/// How far matched points are apart in a pose, at the most.
float farthestMatch(std::span<const SurfaceMatch> matches, std::span<const uint32_t> from,
                    std::span<const uint32_t> to, const Positions& pose);

}  // namespace sinew
