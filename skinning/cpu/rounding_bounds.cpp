// Adds the errors of rounding to the bounds that need it.
#include <algorithm>
#include <cmath>

#include "skinning/cpu/blend_bounds.h"
#include "skinning/cpu/rounding.h"

namespace sinew {

uint32_t accountForRounding(const ReferenceVertices& reference, std::span<const VertexBound> usual,
                            const std::function<std::vector<VertexBound>()>& worst,
                            std::span<VertexBound> bounds) {
    const auto count = static_cast<uint32_t>(bounds.size());
    std::vector<VertexBound> most;  // once it is needed
    const auto of = [&](uint32_t v) -> const VertexBound& {
        if (most.empty()) most = worst();
        return most[v];
    };
    const auto isFull = [](double share, double degrees) {
        return degrees <= kRoom * kFullDegrees / std::min(share / kFullShare, 1.0);
    };
    const auto widened = [](double bound, double by, double unbounded, double nothing) {
        return by < nothing ? std::min(bound + by, unbounded) : unbounded;
    };
    const double room = kRoom * kFullPosition * reference.extent;
    uint32_t first = count;
    for (uint32_t v = 0; v < count; ++v) {
        VertexBound& bound = bounds[v];
        if (!isFull(reference.normalShares[v], usual[v].normalDegrees)) {
            bound.normalDegrees = widened(bound.normalDegrees, of(v).normalDegrees, 180.0, 180.0);
        }
        if (!isFull(reference.tangentShares[v], usual[v].tangentDegrees)) {
            bound.tangentDegrees =
                widened(bound.tangentDegrees, of(v).tangentDegrees, 180.0, 180.0);
        }
        if (usual[v].position <= room) continue;
        const bool wasBounded = std::isfinite(bound.position);
        bound.position =
            widened(bound.position, of(v).position, reference::kUnbounded, reference.extent);
        if (wasBounded && !std::isfinite(bound.position)) first = std::min(first, v);
    }
    return first;
}

}  // namespace sinew
