// The largest numbers of a pose, so that nothing that is computed from them overflows.
#pragma once

#include <limits>
#include <span>
#include <stdexcept>
#include <string>

#include "shaders/shared/types.h"
#include "skinning/animation/bounds.h"
#include "skinning/animation/pose_request.h"
#include "skinning/model.h"

namespace sinew {

/// The largest element of the 3x3 of a palette entry that moves vertices. A normal is a sum of
/// products of two of them, and its length a sum of squares of those: fourth powers must be finite.
inline constexpr float kLargestStretch = 1e9f;
/// The largest number that IEEE binary16 holds.
inline constexpr float kLargestHalf = 65504.0f;
inline constexpr float kNoLimit = std::numeric_limits<float>::infinity();

/// A pose that leaves its range, or that of a format. The text names model, clip and joint.
struct OutOfRange : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The largest local transform of a joint in the rest pose and in any clip at any time.
struct LargestLocal {
    double translation = 0;  // length
    double scale = 0;        // of an axis
};
std::vector<LargestLocal> largestLocals(const Model& model);
/// The same of each morph weight: its magnitude.
std::vector<float> largestWeights(const Model& model);
/// Both where the difference of an additive clip is on top of that.
struct LargestLayered {
    std::vector<LargestLocal> locals;
    std::vector<float> weights;
};
LargestLayered largestLayered(const Model& model);

/// The limits of a model's poses, so that every number of every later step is finite: joint
/// matrices and palette entries are finite, no element of a 3x3 is larger than kLargestStretch, and
/// no vertex is farther than kFarthest. `largestEntry` is the largest element that the format of a
/// palette holds; kNoLimit: a float's.
class PoseRange {
public:
    PoseRange(const Model& model, BindBoxes boxes);  // the model outlives the range

    /// Whether every pose is in range whose joint matrices have no larger elements than `largest`,
    /// column by column, and whose weights are these. A few multiplications a pose. Where it is
    /// false, problem() checks each number. A number that is not finite is never in range.
    bool surelyHolds(const glm::vec4& largest, std::span<const float> morphWeights) const;
    /// The same of palette entries in a format.
    bool surelyFits(const glm::vec4& largest, float largestEntry) const;

    /// Whether no pose can leave the range, whatever is played: the rest pose, every clip at any
    /// time, blends of two, a layer, an additive clip. Told by the largest keys alone, so that
    /// where it is false poses may still be in range, and each has to be looked at.
    bool holdsAlways(float largestEntry) const;

    /// The largest that joint matrices, column by column, and morph weights may hold.
    struct Largest {
        glm::vec4 columns{0.0f};
        std::vector<float> morphWeights;
    };

    /// What is out of range, with the joint's name and what to try; empty: nothing.
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
    // Largest results for joint matrices of ones, by the column that they meet; of all binds.
    glm::dvec4 entry_{0.0};
    glm::dvec4 stretch_{0.0};
    glm::dvec4 vertex_{0.0};
};

/// Throws OutOfRange: `model`, `moment` ("clip 'walk' at 0.4 s") and `problem` in one line.
[[noreturn]] void throwOutOfRange(const Model& model, const std::string& moment,
                                  const std::string& problem);

/// "clip 'walk' at 0.4 s", or "the rest pose" for an index that is no clip's.
std::string momentText(const Model& model, size_t clip, double timeSeconds);
/// The same of a request, with its other clip and its layers.
std::string momentText(const Model& model, const PoseRequest& request);

}  // namespace sinew
