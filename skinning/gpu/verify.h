// Compares every skinning method with the double-precision reference.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "skinning/cpu/rounding.h"
#include "skinning/gpu/choices.h"
#include "skinning/gpu/vertex_errors.h"

namespace sinew {

/// The rest pose, and every clip at 0, 0.25, 0.5 and 0.9 of its length.
std::vector<PoseSample> verifySamples(const Model& model);

/// The largest errors of one choice.
struct Verification {
    /// What was skinned by, where that is not what was asked for.
    Resolution resolution;
    /// Against the choice's own definition, in double precision: rounding, and what its formats
    /// cost. A mesh that is stored quantized is held against the file's, and against itself, which
    /// is allowed less.
    VertexErrors ofItself;
    /// Against the file: all influences, the exact pose, right normals; the same blend. Its share
    /// is that of full precision.
    VertexErrors ofTruth;

    double allowedPosition = 0;  // the most that any vertex was, of the extent; of ofItself
    /// Of all vertices that were compared, those whose position no bound holds for: dual
    /// quaternions at right angles have a side by rounding alone.
    double unboundedShare = 0;

    /// The reason for no verdict: a pose leaves its range (OutOfRange), or the input is
    /// ill-conditioned and the bound of rounding exceeds kLargestRounding. Empty: a bound holds for
    /// all vertices except unboundedShare. ofItself is valid for the other vertices.
    std::string noBound;
};

/// Captures the first and the last instance of a staggered crowd of `crowdSize` at every sample, as
/// the passes see them, and compares each with the reference. What several choices are compared
/// with is computed once.
class Verifier {
public:
    /// `capture` outlives the verifier.
    Verifier(Capture& capture, std::shared_ptr<Scene> scene, uint32_t crowdSize,
             std::span<const PoseSample> samples);
    /// The same of any crowds, each the requests of its instances.
    Verifier(Capture& capture, std::shared_ptr<Scene> scene,
             std::vector<std::vector<PoseRequest>> crowds);

    size_t crowdCount() const { return crowds_.size(); }

    /// Waits for the GPU. Throws as Capture::capture does, but not OutOfRange.
    Verification verify(const SkinChoice& choice);

private:
    struct Moment {
        size_t crowd = 0;
        uint32_t instance = 0;
        PoseRequest request;
        ReferencePose pose;
        PoseRounding rounding;
    };
    /// A captured moment and what it is to be compared with.
    struct Comparison {
        CapturedVertices captured;
        std::optional<ReferencePose> stored;      // of baked clips and of packed keys
        std::optional<ReferencePose> bakedSizes;  // of the magnitudes of what it is blended from
        const Model* mesh = nullptr;              // as it is stored, where that is not the model
        std::string outOfRange;                   // then there is nothing else
        glm::dvec3 boxSides{0.0};
    };
    using Reference = std::shared_ptr<const ReferenceVertices>;

    /// What captured vertices are held against, and how far each may be off.
    struct Meant {
        Reference vertices;
        std::vector<VertexBound> bounds;
        std::string noBound;  // as Verification has it
    };

    Comparison captureAt(const SkinChoice& choice, const Moment& moment);
    Meant meantBy(const SkinSettings& settings, const Model& model, size_t momentIndex,
                  const Comparison& comparison);
    Verification compare(const SkinSettings& settings, size_t momentIndex,
                         const Comparison& comparison);
    /// Adds what rounding does where the input is ill-conditioned. Returns why no bound holds.
    std::string accountForRounding(const SkinSettings& settings, const Model& model,
                                   const Moment& moment, const Comparison& comparison,
                                   Meant& meant) const;
    Reference truthAt(size_t momentIndex, Blend blend);
    ReferencePose packedPose(const Moment& moment);

    Capture* capture_;
    std::shared_ptr<Scene> scene_;
    std::vector<std::vector<PoseRequest>> crowds_;
    std::vector<Moment> moments_;
    std::optional<Model> packed_;  // what posing reads of the model, with its clips as packed
    std::optional<Model> quantized_;
    std::array<std::vector<Reference>, 2> truths_;  // by blend and moment; null: not kept
    bool keepsTruths_ = false;
};

/// One choice alone.
Verification verifyChoice(Capture& capture, std::shared_ptr<Scene> scene, const SkinChoice& choice,
                          uint32_t crowdSize, std::span<const PoseSample> samples);

}  // namespace sinew
