// Bounds of the distance from the reference that float arithmetic alone causes.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "skinning/animation/pose_request.h"
#include "skinning/model.h"
#include "skinning/reference/format_bounds.h"
#include "skinning/reference/reference.h"

namespace sinew {

/// Relative to the extent. A position with a larger bound counts as unbounded.
inline constexpr double kLargestRounding = 1e-3;

struct PoseRounding {
    /// Errors of a joint matrix. x: independent errors of ancestors; y: errors of the same sign.
    struct Joint {
        glm::dvec2 linear{0.0};  // the 3x3's error, as a factor of lengths
        glm::dvec2 translation{0.0};
    };
    struct Entry {
        Joint joint;
        /// Sums of the absolute values of the product's terms, for its own rounding.
        glm::dmat4 sizes{0.0};
    };
    std::vector<Entry> entries;
    std::vector<double> morphSizes;  // sums of the absolute values of each weight's terms
};

PoseRounding poseRounding(const Model& model, const PoseRequest& request);

/// Returns that of a palette interpolated between stored ones. `sizes`: sums of absolute terms.
PoseRounding storedRounding(const ReferencePose& sizes);

/// Widens `bounds` = formatBounds(model, pose, reference, settings) if rounding exceeds full
/// precision. A position whose rounding exceeds kLargestRounding becomes unbounded. Returns the
/// first such vertex, or bounds.size().
uint32_t accountForRounding(const Model& model, const ReferencePose& pose,
                            const SkinSettings& settings, const PoseRounding& rounding,
                            const ReferenceVertices& reference, std::span<VertexBound> bounds);

}  // namespace sinew
