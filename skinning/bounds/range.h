// Limits of poses. Within these limits, later computations do not overflow.
#pragma once

#include <limits>
#include <span>
#include <stdexcept>
#include <string>

#include "shaders/shared/types.h"
#include "skinning/animation/pose_request.h"
#include "skinning/bounds/bounds.h"
#include "skinning/model.h"

namespace sinew {

/// Largest element of the 3x3 part of a palette entry that influences vertices. Normals are
/// transformed by cofactors: differences of products of two elements. So the squared length of a
/// normal has fourth powers of elements, which must be finite.
inline constexpr float kLargestStretch = 1e9f;
inline constexpr float kLargestHalf = 65504.0f;
inline constexpr float kNoLimit = std::numeric_limits<float>::infinity();

/// Error: a pose exceeds its limits or those of a storage format. The text names model, clip and
/// joint.
struct OutOfRange : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Bounds of a joint's local transform in the rest pose and in any clip at any time.
struct LargestLocal {
    double translation = 0;
    double scale = 0;  // largest axis
};
struct LargestPose {
    std::vector<LargestLocal> locals;
    std::vector<float> weights;  // magnitudes of the morph weights
};
LargestPose largestOfKeys(const Model& model);
/// Returns the bounds of largestOfKeys(), plus the difference that an additive clip adds.
LargestPose largestLayered(const Model& model);

/// Checks that a model's poses keep every later number finite: joint matrices and palette entries
/// are finite, 3x3 elements are at most kLargestStretch, and vertices are within kFarthest.
/// `largestEntry` is the largest element that the palette format can store; kNoLimit: fp32.
class PoseRange {
public:
    PoseRange(const Model& model, BindBoxes boxes);  // the model must outlive this object

    /// A fast sufficient test of a pose. `largest` has the largest element in each column of all
    /// joint matrices. If the test fails, problem() checks each number. Numbers that are not finite
    /// always fail.
    bool surelyHolds(const glm::vec4& largest, std::span<const float> morphWeights) const;
    /// A fast sufficient test that all palette entries are at most `largestEntry`. `largest`: as
    /// above.
    bool surelyFits(const glm::vec4& largest, float largestEntry) const;

    /// Returns true if no request (with blends, layers, additive clips) can exceed the limits. The
    /// test uses only the largest keys. If it returns false, each pose needs a check.
    bool holdsAlways(float largestEntry) const;

    struct Largest {
        glm::vec4 columns{0.0f};
        std::vector<float> morphWeights;
    };

    /// Describes the first number that exceeds a limit, with its joint and advice. Returns an empty
    /// text if there is none.
    std::string problem(std::span<const gpu::Affine> objectFromJoint,
                        std::span<const float> morphWeights, float largestEntry) const;

private:
    gpu::Affine entryOf(uint32_t bind, std::span<const gpu::Affine> objectFromJoint) const;
    std::string problemOfEntry(uint32_t bind, const gpu::Affine& entry, float largestEntry) const;
    std::string problemOfVertices(const BindBoxes::Entry& entry, const gpu::Affine& matrix,
                                  std::span<const float> morphWeights) const;

    const Model* model_;
    BindBoxes boxes_;
    Largest ofClips_;
    // Factors of the bounds, the largest of all binds. Component k is multiplied by the largest
    // element in column k of the joint matrices.
    glm::dvec4 entry_{0.0};
    glm::dvec4 stretch_{0.0};
    glm::dvec4 vertex_{0.0};
};

/// Throws OutOfRange. Its text is one line with the model's name, `moment` and `problem`. `moment`
/// names the clip and its time (result of momentText()).
[[noreturn]] void throwOutOfRange(const Model& model, const std::string& moment,
                                  const std::string& problem);

/// Returns "clip 'walk' at 0.4 s", or "the rest pose" if there is no clip with the index `clip`.
std::string momentText(const Model& model, size_t clip, double timeSeconds);
std::string momentText(const Model& model, const PoseRequest& request);

}  // namespace sinew
