// Bounds how far storage formats may move a vertex from the reference.
#pragma once

#include <algorithm>
#include <array>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "skinning/model.h"
#include "skinning/reference/reference.h"
#include "skinning/settings.h"

namespace sinew {

// Allowed errors at full precision: float arithmetic, directions in 2 x 16 bits. If the share
// of a direction (ReferenceVertices::normalShares, tangentShares) is less than kFullShare, the
// allowed angle is multiplied by kFullShare / share.
inline constexpr double kFullPosition = 1e-5;  // relative to the posed model's extent
inline constexpr double kFullDegrees = 0.05;
inline constexpr double kFullShare = 0.1;
inline double fullDegrees(double share) {
    return kFullDegrees / std::min(share / kFullShare, 1.0);
}

/// The largest rounding error of each stored number. 0: the error is within full precision.
struct FormatSteps {
    double weight = 0;  // per influence
    /// For InfluenceFormat::split64: errors of weights 2 to 4. The error of weight 1 is their sum.
    std::array<double, 3> behindFirst{};
    bool weightsSumToOne = true;  // the errors of a vertex's weights sum to 0
    double positionInMesh = 0;    // mesh vertex, relative to the mesh box
    double normalRead = 0;        // mesh vertex, degrees
    double tangentRead = 0;
    double positionInBox = 0;  // skinned vertex, relative to the instance's box
    double normalDegrees = 0;  // skinned vertex
    double tangentDegrees = 0;
};
/// Returns the largest error of a weight in InfluenceFormat::split32. stepsOf() ignores it if it is
/// at most 1e-6.
double splitStep(size_t bindCount);
FormatSteps stepsOf(const SkinSettings& settings, size_t bindCount);

/// Returns, per matrix, the largest error of each element in fp16. It is 2^-10 of the element (a
/// whole step, because Vulkan conversions may round up or down), and at least the smallest step.
/// Throws OutOfRange, which names the joint, if an element exceeds kLargestHalf.
std::vector<glm::dmat4> halfErrors(const Model& model, std::span<const glm::dmat4> palette);

/// Bounds of a vertex's distance from the reference.
struct VertexBound {
    double position = 0;  // object space; infinite: no bound
    double normalDegrees = 0;
    double tangentDegrees = 0;
    bool handedness = true;  // false: errors may change the sign of the blended determinant
};

/// Returns a bound per vertex. `reference` is referenceVertices(model, pose, settings). `model` has
/// the vertices of the file, not those of a mesh format. Formats that the method does not use must
/// have their defaults in `settings`. `paletteErrors`: per palette entry, the largest error of each
/// element, from halfErrors(). For baked fp16 texels, the caller interpolates the errors of two
/// frames like the frames. Empty: the palette is exact. `boxSides`: side lengths of the instance's
/// box, for Output::compact only.
std::vector<VertexBound> formatBounds(const Model& model, const ReferencePose& pose,
                                      const ReferenceVertices& reference,
                                      const SkinSettings& settings,
                                      std::span<const glm::dmat4> paletteErrors = {},
                                      const glm::dvec3& boxSides = glm::dvec3(0.0));

}  // namespace sinew
