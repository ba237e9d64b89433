// Bounds how far float arithmetic alone may move a vertex from the reference.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "skinning/animation/pose_request.h"
#include "skinning/model.h"
#include "skinning/reference/format_bounds.h"
#include "skinning/reference/reference.h"

namespace sinew {

/// Largest bound of a position's rounding error, relative to ReferenceVertices::extent. A larger
/// bound becomes kUnbounded.
inline constexpr double kLargestRounding = 1e-3;

/// Bounds of the rounding errors of a pose.
struct PoseRounding {
    /// Errors of a joint matrix. x assumes that the errors of its ancestors are independent; y
    /// assumes that they all have the same sign.
    struct Joint {
        glm::dvec2 linear{0.0};  // norm of the 3x3 part's error
        glm::dvec2 translation{0.0};
    };
    struct Entry {
        Joint joint;
        /// Per element, the sum of the absolute values of the terms of joint matrix times inverse
        /// bind matrix, for the rounding of this product.
        glm::dmat4 sizes{0.0};
    };
    std::vector<Entry> entries;
    /// Per morph weight, the sum of the absolute values of its terms.
    std::vector<double> morphSizes;
};

PoseRounding poseRounding(const Model& model, const PoseRequest& request);

/// Returns the rounding of a palette that is interpolated between stored palettes (method texture).
/// `sizes`: sums of the absolute values of the terms.
PoseRounding storedRounding(const ReferencePose& sizes);

/// Widens `bounds`, the result of formatBounds(model, pose, reference, settings), where rounding
/// exceeds full precision. If the rounding of a position exceeds kLargestRounding, the bound of the
/// position becomes infinite. Returns the first such vertex, or bounds.size().
uint32_t accountForRounding(const Model& model, const ReferencePose& pose,
                            const SkinSettings& settings, const PoseRounding& rounding,
                            const ReferenceVertices& reference, std::span<VertexBound> bounds);

}  // namespace sinew
