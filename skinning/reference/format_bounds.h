// Bounds of the distance from the reference that storage formats cause.
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

// Full precision: float arithmetic, directions in 2 x 16 bits. A normalShare or tangentShare
// (ReferenceVertices) below kFullShare enlarges the angle in proportion.
inline constexpr double kFullPosition = 1e-5;  // relative to the posed model's extent
inline constexpr double kFullDegrees = 0.05;
inline constexpr double kFullShare = 0.1;
inline double fullDegrees(double share) {
    return kFullDegrees / std::min(share / kFullShare, 1.0);
}

/// The largest rounding error of each stored number; 0 if full precision includes it.
struct FormatSteps {
    double weight = 0;  // per influence
    /// InfluenceFormat::split64: errors of weights 2 to 4. The error of the first is their sum.
    std::array<double, 3> behindFirst{};
    bool weightsSumToOne = true;  // errors of a vertex's weights cancel
    double positionInMesh = 0;    // input, relative to the mesh box
    double normalRead = 0;        // degrees, input
    double tangentRead = 0;
    double positionInBox = 0;  // output, relative to the instance's box
    double normalDegrees = 0;  // degrees, output
    double tangentDegrees = 0;
};
/// The largest error of a weight in InfluenceFormat::split32. stepsOf ignores it up to 1e-6.
double splitStep(size_t bindCount);
FormatSteps stepsOf(const SkinSettings& settings, size_t bindCount);

/// Returns, per matrix, the largest error of each element in fp16. It is 2^-10 of the element,
/// because Vulkan lets a conversion round up or down, and at least the smallest step. Throws
/// OutOfRange, which names the joint, if an element exceeds kLargestHalf.
std::vector<glm::dmat4> halfErrors(const Model& model, std::span<const glm::dmat4> palette);

struct VertexBound {
    double position = 0;  // object space; infinite: no bound
    double normalDegrees = 0;
    double tangentDegrees = 0;
};

/// Returns the bounds of `reference` = referenceVertices(model, pose, settings). `model` has the
/// vertices of the file, not those of a mesh format. Formats that the method does not use must have
/// their defaults in `settings`. `paletteErrors`: per entry, the largest error of each element
/// (halfErrors, or for half texels those of two frames, interpolated like them). Empty: the palette
/// is exact. `boxSides`: of the instance's box, Output::compact only.
std::vector<VertexBound> formatBounds(const Model& model, const ReferencePose& pose,
                                      const ReferenceVertices& reference,
                                      const SkinSettings& settings,
                                      std::span<const glm::dmat4> paletteErrors = {},
                                      const glm::dvec3& boxSides = glm::dvec3(0.0));

}  // namespace sinew
