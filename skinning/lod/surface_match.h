// Bounds the distance between two surfaces over the same vertices, in any pose.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace sinew {

using Positions = std::vector<glm::vec3>;  // by vertex, in one pose

/// A point of a triangle: (1 - u - v) of its first corner, u of the second, v of the third.
struct SurfacePoint {
    uint32_t triangle = 0;
    float u = 0.0f;
    float v = 0.0f;
};

/// A point of one surface, and its match on the other.
struct SurfaceMatch {
    SurfacePoint from;
    SurfacePoint to;
};

/// Cuts the surface `from` into triangular pieces. The corners of a piece match points of ONE
/// triangle of `to` that are near them in all of `poses`. In every pose, corners span a piece and
/// its image, so farthestMatch() bounds the distance of `from` from `to`, also in other poses.
/// Pieces are cut until their corners are within `tolerance`, or within the distance of the
/// farthest vertex of `from`. Both surfaces are index lists over the vertices of `poses`; `poses`
/// and `to` are not empty.
std::vector<SurfaceMatch> matchSurfaces(std::span<const uint32_t> from,
                                        std::span<const uint32_t> to,
                                        std::span<const Positions> poses, float tolerance = 0.0f);

/// Distance of a vertex from its nearest point in all of `poses` together, in the pose with the
/// largest distance.
float distanceToTriangle(uint32_t vertex, const std::array<uint32_t, 3>& triangle,
                         std::span<const Positions> poses);

/// The largest distance of matched points in a pose.
float farthestMatch(std::span<const SurfaceMatch> matches, std::span<const uint32_t> from,
                    std::span<const uint32_t> to, const Positions& pose);

}  // namespace sinew
