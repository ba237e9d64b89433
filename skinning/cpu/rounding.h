// How far float arithmetic alone may move a pose and its vertices from the reference.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "skinning/animation/pose_request.h"
#include "skinning/cpu/format_bounds.h"
#include "skinning/cpu/reference.h"
#include "skinning/model.h"

namespace sinew {

/// The largest bound of a position, relative to the extent. Beyond it, the verdict is "no bound".
inline constexpr double kLargestRounding = 1e-3;

/// What float arithmetic does to a ReferencePose.
struct PoseRounding {
    /// Errors of a joint matrix, where those of its ancestors are independent (x) and where they
    /// have the same sign (y).
    struct Joint {
        glm::dvec2 linear{0.0};  // 3x3, as a factor of lengths
        glm::dvec2 translation{0.0};
    };
    /// One palette entry, joint matrix times inverse bind matrix.
    struct Entry {
        Joint joint;
        /// Sums of the absolute values of the terms of the product, for its own rounding.
        glm::dmat4 sizes{0.0};
    };
    std::vector<Entry> entries;
    std::vector<double> morphSizes;  // sums of the absolute values of the terms of each weight
};

/// The rounding of referencePose(model, request).
PoseRounding poseRounding(const Model& model, const PoseRequest& request);

/// The same where the palette is interpolated between stored ones. `sizes`: sums of the absolute
/// values of what is added up.
PoseRounding storedRounding(const ReferencePose& sizes);

/// Widens `bounds`, which are formatBounds(model, pose, reference, settings), where the bound of
/// rounding exceeds full precision. A position whose bound of rounding exceeds kLargestRounding
/// becomes unbounded. Returns the first such vertex, or bounds.size().
uint32_t accountForRounding(const Model& model, const ReferencePose& pose,
                            const SkinSettings& settings, const PoseRounding& rounding,
                            const ReferenceVertices& reference, std::span<VertexBound> bounds);

}  // namespace sinew
