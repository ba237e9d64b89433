// Bounds the distance between two surfaces that use the same vertices, in any pose.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace sinew {

using Positions = std::vector<glm::vec3>;  // by vertex, in one pose

/// A point of a triangle: (1 - u - v) times its first corner, u times the second and v times the
/// third.
struct SurfacePoint {
    uint32_t triangle = 0;
    float u = 0.0f;
    float v = 0.0f;
};

/// A point of one surface, and the matching point of the other surface.
struct SurfaceMatch {
    SurfacePoint from;
    SurfacePoint to;
};

/// Cuts the surface `from` into triangular pieces. The three corners of a piece are matched with
/// points of ONE triangle of `to` that are near them in all of `poses`. In every pose, a piece and
/// its image in that triangle are spanned by their corners. So farthestMatch() bounds the distance
/// of `from` from `to`, in other poses as well. Pieces are cut until the distance of their matches
/// is at most `tolerance`, or at most the distance of the farthest vertex of `from`. Both surfaces
/// are lists of indices of vertices in `poses`; `poses` and `to` must not be empty.
std::vector<SurfaceMatch> matchSurfaces(std::span<const uint32_t> from,
                                        std::span<const uint32_t> to,
                                        std::span<const Positions> poses, float tolerance = 0.0f);

/// Returns the distance of a vertex from a triangle, in the pose where it is largest. The point of
/// the triangle is the nearest one over all of `poses` together.
float distanceToTriangle(uint32_t vertex, const std::array<uint32_t, 3>& triangle,
                         std::span<const Positions> poses);

/// Returns the largest distance between matched points in a pose.
float farthestMatch(std::span<const SurfaceMatch> matches, std::span<const uint32_t> from,
                    std::span<const uint32_t> to, const Positions& pose);

}  // namespace sinew
