// Limits of poses, so that later computations do not overflow.
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

/// Largest 3x3 element of a palette entry that moves vertices. A normal sums products of two
/// elements, and its squared length sums their squares, so fourth powers must be finite.
inline constexpr float kLargestStretch = 1e9f;
inline constexpr float kLargestHalf = 65504.0f;
inline constexpr float kNoLimit = std::numeric_limits<float>::infinity();

/// A pose leaves its range or that of a format. The text names model, clip and joint.
struct OutOfRange : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Bounds of a joint's local transform in the rest pose and in any clip at any time.
struct LargestLocal {
    double translation = 0;
    double scale = 0;  // largest axis
};
std::vector<LargestLocal> largestLocals(const Model& model);
/// Bounds of the morph weights' magnitudes.
std::vector<float> largestWeights(const Model& model);
/// Bounds that include the difference of an additive clip.
struct LargestLayered {
    std::vector<LargestLocal> locals;
    std::vector<float> weights;
};
LargestLayered largestLayered(const Model& model);

/// Limits of a model's poses that keep every later number finite. Joint matrices and palette
/// entries are finite, 3x3 elements are at most kLargestStretch, and vertices are within kFarthest.
/// `largestEntry` is the largest element of a palette format; kNoLimit: fp32.
class PoseRange {
public:
    PoseRange(const Model& model, BindBoxes boxes);  // the model outlives the range

    /// A sufficient test by the largest joint matrix elements of each column, with a few
    /// multiplications. If it fails, problem() checks each number. Non-finite numbers always fail.
    bool surelyHolds(const glm::vec4& largest, std::span<const float> morphWeights) const;
    /// The same test for palette entries of a format.
    bool surelyFits(const glm::vec4& largest, float largestEntry) const;

    /// True if no request can leave the range: clips, blends, a layer, an additive clip. It follows
    /// from the largest keys only; if false, each pose needs a check.
    bool holdsAlways(float largestEntry) const;

    struct Largest {
        glm::vec4 columns{0.0f};
        std::vector<float> morphWeights;
    };

    /// Describes the first number out of range with joint and advice; empty: none.
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
    // Bounds for joint matrices of ones, by column, over all binds.
    glm::dvec4 entry_{0.0};
    glm::dvec4 stretch_{0.0};
    glm::dvec4 vertex_{0.0};
};

/// Throws OutOfRange with model, `moment` ("clip 'walk' at 0.4 s") and `problem` in one line.
[[noreturn]] void throwOutOfRange(const Model& model, const std::string& moment,
                                  const std::string& problem);

/// "clip 'walk' at 0.4 s", or "the rest pose" for other indices.
std::string momentText(const Model& model, size_t clip, double timeSeconds);
std::string momentText(const Model& model, const PoseRequest& request);

}  // namespace sinew
