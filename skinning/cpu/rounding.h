// How far float arithmetic alone may move a pose and its vertices from the reference.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "skinning/cpu/format_bounds.h"
#include "skinning/cpu/reference.h"
#include "skinning/model.h"

namespace sinew {

/// A worst case always holds, and is far above measured errors, because errors seldom all have the
/// same sign. The usual case takes a quarter of each, and their root of squares along a hierarchy
/// (Higham and Mary, "A New Approach to Probabilistic Rounding Error Analysis", 2019).
enum class Rounding : uint8_t { worst, usual };

inline constexpr double kUnit = 0x1p-24;   // a rounding's largest relative error
inline constexpr double kTiny = 0x1p-126;  // what devices may take for zero
constexpr double unitOf(Rounding kind) {
    return kind == Rounding::worst ? kUnit : 0.25 * kUnit;
}

/// What float arithmetic does to a ReferencePose.
struct PoseRounding {
    Rounding kind = Rounding::worst;
    /// Of one palette entry, joint matrix times inverse bind matrix.
    struct Entry {
        double linear = 0;       // what the joint matrix's 3x3 is off, Frobenius
        double translation = 0;  // and its translation
        /// The magnitudes of what the product adds up, which its own rounding is relative to.
        glm::dmat4 sizes{0.0};
    };
    std::vector<Entry> entries;
    std::vector<double> morphWeights;  // the largest error of each
};

/// Every element's absolute value.
inline glm::dmat4 magnitudes(const glm::dmat4& m) {
    return {glm::abs(m[0]), glm::abs(m[1]), glm::abs(m[2]), glm::abs(m[3])};
}

/// Of referencePose(model, clip, timeSeconds), by running error analysis: every product on the way,
/// from keys through the hierarchy, passes on the errors of what goes in and adds its own (Higham,
/// "Accuracy and Stability of Numerical Algorithms", 3.3).
PoseRounding poseRounding(const Model& model, uint32_t clip, double timeSeconds, Rounding kind);
/// Of referencePose(model, request).
PoseRounding poseRounding(const Model& model, const PoseRequest& request, Rounding kind);

/// What rounding may do to every vertex of referenceVertices(model, pose, settings); what formats
/// do comes on top (formatBounds). Infinite, or 180 degrees: nothing is known.
std::vector<VertexBound> roundingBounds(const Model& model, const ReferencePose& pose,
                                        const SkinSettings& settings, const PoseRounding& rounding);

/// The tolerance of full precision contains the usual case up to this many times its bound.
inline constexpr double kRoom = 1.25;

/// A vertex is ill-conditioned where the usual rounding error is larger than the tolerance of full
/// precision. Then `worst` is added to its bound; the bounds of other vertices stay. Where the
/// worst case moves a vertex by the model's extent, no bound holds, and it becomes infinite.
/// Returns the first such vertex, or bounds.size(). `worst` is called only where it is needed.
uint32_t accountForRounding(const ReferenceVertices& reference, std::span<const VertexBound> usual,
                            const std::function<std::vector<VertexBound>()>& worst,
                            std::span<VertexBound> bounds);

}  // namespace sinew
