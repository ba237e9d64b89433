// Compares every skinning method with the double-precision reference.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "skinning/gpu/skin/skinning_method.h"
#include "skinning/gpu/verify/captured_vertices.h"
#include "skinning/gpu/verify/choices.h"
#include "skinning/gpu/verify/vertex_errors.h"
#include "skinning/reference/rounding.h"

namespace sinew {

class Capture;
class Scene;

/// Returns the rest pose, and every clip at 0, 0.25, 0.5 and 0.9 of its length.
std::vector<PoseSample> verifySamples(const Model& model);

struct Verification {
    Resolution resolution;
    /// Errors that rounding and formats cause, against the choice's own definition in double
    /// precision. Quantized meshes are compared with the file's mesh and, with smaller bounds, with
    /// the quantized mesh.
    VertexErrors ofItself;
    /// Errors against the file with full-precision tolerance: all influences, exact pose, cofactor
    /// normals.
    VertexErrors ofTruth;

    double allowedPosition = 0;  // largest position bound of ofItself, relative to the extent
    /// Fraction of vertices without a position bound, because rounding alone decides the sign of
    /// dual quaternions at right angles.
    double unboundedShare = 0;

    /// Reason for no verdict: OutOfRange, or ill-conditioned input whose rounding bound exceeds
    /// kLargestRounding. Empty: all vertices except unboundedShare have a bound. ofItself is valid
    /// for vertices that have a bound.
    std::string noBound;
};

/// Captures the first and the last instance of each crowd, and compares both with cached
/// references. For each PoseSample (a clip and a time), there is one crowd, whose instances have
/// staggered clip times.
class Verifier {
public:
    /// `capture` must outlive the verifier.
    Verifier(Capture& capture, std::shared_ptr<Scene> scene, uint32_t crowdSize,
             std::span<const PoseSample> samples);
    /// `crowds` has the requests of each crowd, one per instance.
    Verifier(Capture& capture, std::shared_ptr<Scene> scene,
             std::vector<std::vector<PoseRequest>> crowds);

    size_t crowdCount() const { return crowds_.size(); }

    /// Waits for the GPU. Throws as Capture::capture does, except OutOfRange.
    Verification verify(const SkinChoice& choice);

private:
    struct Moment {
        size_t crowd = 0;
        uint32_t instance = 0;
        PoseRequest request;
        ReferencePose pose;
        PoseRounding rounding;
    };
    struct Comparison {
        CapturedVertices captured;
        std::optional<ReferencePose> stored;      // pose of baked clips or packed keys
        std::optional<ReferencePose> bakedSizes;  // pose of absolute texel values
        const Model* mesh = nullptr;              // the quantized mesh; null: the model
        std::string outOfRange;                   // if not empty, the other members are unset
        glm::dvec3 boxSides{0.0};
    };
    using Reference = std::shared_ptr<const ReferenceVertices>;

    struct Expected {
        Reference vertices;
        std::vector<VertexBound> bounds;
        std::string noBound;  // see Verification::noBound
    };

    Comparison captureAt(const SkinChoice& choice, const Moment& moment);
    Expected expectedBy(const SkinSettings& settings, const Model& model, size_t momentIndex,
                        const Comparison& comparison);
    Verification compare(const SkinSettings& settings, size_t momentIndex,
                         const Comparison& comparison);
    /// Adds rounding errors of ill-conditioned input to the bounds. Returns the reason if there is
    /// no bound, or "".
    std::string accountForRounding(const SkinSettings& settings, const Model& model,
                                   const Moment& moment, const Comparison& comparison,
                                   Expected& expected) const;
    Reference truthAt(size_t momentIndex, Blend blend);
    ReferencePose packedPose(const Moment& moment);

    Capture* capture_;
    std::shared_ptr<Scene> scene_;
    std::vector<std::vector<PoseRequest>> crowds_;
    std::vector<Moment> moments_;
    std::optional<Model> packed_;
    std::optional<Model> quantized_;
    std::array<std::vector<Reference>, 2> truths_;  // by blend, then by moment; null: not cached
    bool keepsTruths_ = false;
};

Verification verifyChoice(Capture& capture, std::shared_ptr<Scene> scene, const SkinChoice& choice,
                          uint32_t crowdSize, std::span<const PoseSample> samples);

}  // namespace sinew
