// How far a correct implementation may be off the reference, because of the formats that it stores.
#pragma once

#include <algorithm>
#include <array>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "skinning/cpu/reference.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

// At full precision: float arithmetic, and directions stored in 2 x 16 bits. Where less than
// kFullShare of a direction is left (ReferenceVertices), its angle may be larger by as much.
inline constexpr double kFullPosition = 1e-5;  // of the posed model's extent
inline constexpr double kFullDegrees = 0.05;
inline constexpr double kFullShare = 0.1;
inline double fullDegrees(double share) {
    return kFullDegrees / std::min(share / kFullShare, 1.0);
}

/// The largest error of each number that a format rounds; 0 where it is within full precision.
struct FormatSteps {
    double weight = 0;  // of one influence
    /// Of the second to the fourth, where the first has all of their errors:
    /// InfluenceFormat::split64.
    std::array<double, 3> behindFirst{};
    bool weightsSumToOne = true;  // a vertex's errors of weights cancel
    double positionInMesh = 0;    // of what is read, in sides of the mesh's box
    double normalRead = 0;        // degrees
    double tangentRead = 0;
    double positionInBox = 0;  // of what is written, in sides of the instance's box
    double normalDegrees = 0;  // of what is written
    double tangentDegrees = 0;
};
/// The largest error of a weight in InfluenceFormat::split32, which stepsOf neglects up to 1e-6.
double splitStep(size_t bindCount);
FormatSteps stepsOf(const SkinSettings& settings, size_t bindCount);

/// The largest error of each element of each matrix when it is stored as a half: 2^-10 of it, for
/// Vulkan lets a conversion round either way, and the smallest step. Throws OutOfRange naming the
/// joint where an element is beyond kLargestHalf.
std::vector<glm::dmat4> halfErrors(const Model& model, std::span<const glm::dmat4> palette);

struct VertexBound {
    double position = 0;  // object space; infinite where there is no bound
    double normalDegrees = 0;
    double tangentDegrees = 0;
};

/// The bound of every vertex of `reference`, which is referenceVertices(model, pose, settings). The
/// model is as the file has it, and not as a format of meshes stores it.
/// Formats that the method does not use must have their defaults in `settings`. `paletteErrors`:
/// one matrix of largest errors an entry, or none for an exact palette (halfErrors for
/// PaletteFormat::half; for half texels, those of two frames blended as the frames are).
/// `boxSides`: Output::compact only, of the instance's box.
std::vector<VertexBound> formatBounds(const Model& model, const ReferencePose& pose,
                                      const ReferenceVertices& reference,
                                      const SkinSettings& settings,
                                      std::span<const glm::dmat4> paletteErrors = {},
                                      const glm::dvec3& boxSides = glm::dvec3(0.0));

}  // namespace sinew
