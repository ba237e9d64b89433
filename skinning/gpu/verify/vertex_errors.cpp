// Computes the errors of one vertex against the reference.
#include "skinning/gpu/verify/vertex_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "skinning/gpu/verify/captured_vertices.h"
#include "skinning/gpu/verify/difference.h"

namespace sinew {
namespace {

double finiteError(double error) {
    return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
}

/// Returns error / allowed, or 0 if `allowed` reaches `unbounded`, which allows any error.
double over(double error, double allowed, double unbounded) {
    if (!std::isfinite(error)) return std::numeric_limits<double>::infinity();
    if (error == 0 || allowed >= unbounded) return 0;
    return error / allowed;
}

}  // namespace

double weightOf(double share) {
    return std::min(share / kFullShare, 1.0);
}

VertexErrors errorsOf(const CapturedVertices& captured, const ReferenceVertices& reference,
                      const VertexBound& bound, uint32_t vertex, bool usesNormals) {
    constexpr double kAnywhere = std::numeric_limits<double>::infinity();
    constexpr double kAnyDirection = 180.0;
    const double extent = std::max(reference.extent, std::numeric_limits<double>::min());
    const double distance =
        glm::length(glm::dvec3(captured.positions[vertex]) - reference.positions[vertex]);
    VertexErrors errors{.position = finiteError(distance / extent), .vertex = vertex};
    errors.share = over(distance, bound.position, kAnywhere);
    if (!usesNormals) return errors;
    const double normal =
        degreesBetween(glm::dvec3(captured.normals[vertex]), reference.normals[vertex]);
    const glm::dvec4 captureTangent(captured.tangents[vertex]);
    const glm::dvec4& tangent = reference.tangents[vertex];
    const double turned = degreesBetween(glm::dvec3(captureTangent), glm::dvec3(tangent));

    errors.normalDegrees = finiteError(normal * weightOf(reference.normalShares[vertex]));
    errors.tangentDegrees = finiteError(turned * weightOf(reference.tangentShares[vertex]));
    errors.share = std::max({errors.share, over(normal, bound.normalDegrees, kAnyDirection),
                             over(turned, bound.tangentDegrees, kAnyDirection)});
    // Wrong handedness counts as the opposite direction.
    const bool changes = captured.handednessOfMesh && reference.mirrored[vertex];
    if (bound.handedness && captureTangent.w != (changes ? -tangent.w : tangent.w)) {
        errors.tangentDegrees = kAnyDirection;
        errors.share = std::numeric_limits<double>::infinity();
    }
    return errors;
}

void include(VertexErrors& worst, const VertexErrors& errors) {
    if (errors.share > worst.share) {
        worst.share = errors.share;
        worst.request = errors.request;
        worst.instance = errors.instance;
        worst.vertex = errors.vertex;
    }
    worst.position = std::max(worst.position, errors.position);
    worst.normalDegrees = std::max(worst.normalDegrees, errors.normalDegrees);
    worst.tangentDegrees = std::max(worst.tangentDegrees, errors.tangentDegrees);
}

}  // namespace sinew
