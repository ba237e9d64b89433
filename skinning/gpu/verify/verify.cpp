// Captures vertices and compares them with references.
#include "skinning/gpu/verify/verify.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "shaders/shared/instance.h"
#include "skinning/animation/playback.h"
#include "skinning/bounds/range.h"
#include "skinning/gpu/verify/capture.h"
#include "skinning/gpu/verify/difference.h"
#include "skinning/packing/bake.h"
#include "skinning/packing/quantized_mesh.h"

namespace sinew {
namespace {

constexpr float kFractions[] = {0.0f, 0.25f, 0.5f, 0.9f};
constexpr uint64_t kKeptBytes = uint64_t{256} << 20;
/// The number of captures that are compared in parallel.
constexpr size_t kBatch = 16;

std::vector<std::vector<PoseRequest>> crowdsAt(const Model& model, uint32_t crowdSize,
                                               std::span<const PoseSample> samples) {
    std::vector<std::vector<PoseRequest>> crowds;
    for (const PoseSample& sample : samples) {
        crowds.push_back(
            requestsOf(model, {.clip = sample.clip, .timeSeconds = sample.timeSeconds}, crowdSize));
    }
    return crowds;
}

/// Returns a pose of baked clips, interpolated in double precision. `of` is applied to each baked
/// value. tests/unit/animation/bake_test.cpp verifies the baked frames.
template <typename Of>
ReferencePose bakedPose(const BakedClips& clips, const PoseRequest& request, const Of& of) {
    const gpu::BakedState state = bakedStateAt(clips, request);
    const auto between = [&](uint32_t frame, float mix, uint32_t texel) {
        const glm::dvec4 first = of(glm::dvec4(clips.texel(frame, texel)));
        if (mix == 0) return first;
        const glm::dvec4 second = of(glm::dvec4(clips.texel(frame + 1, texel)));
        return glm::mix(first, second, double{mix});
    };
    const auto value = [&](uint32_t texel) {
        const glm::dvec4 base = between(state.frame, state.mix, texel);
        if (state.fade == 0) return base;
        const glm::dvec4 other = between(state.otherFrame, state.otherMix, texel);
        return glm::mix(base, other, double{state.fade});
    };
    ReferencePose pose;
    for (uint32_t b = 0; b < clips.bindCount; ++b) {
        const glm::dmat4 rows(value(3 * b), value(3 * b + 1), value(3 * b + 2),
                              glm::dvec4(0, 0, 0, 1));
        pose.palette.push_back(glm::transpose(rows));
    }
    for (uint32_t w = 0; w < clips.weightCount; ++w) {
        pose.morphWeights.push_back(value(3 * clips.bindCount + w / 4)[static_cast<int>(w % 4)]);
    }
    return pose;
}

Verification nothingSaid(const std::string& reason) {
    Verification result;
    result.noBound = reason;
    return result;
}

/// Returns the bounds that formatBounds() would return if every format had full precision.
std::vector<VertexBound> fullBounds(const ReferenceVertices& reference) {
    std::vector<VertexBound> bounds(reference.positions.size());
    const auto degrees = [](double share) {
        return std::min(kFullDegrees / weightOf(share), 180.0);
    };
    for (size_t v = 0; v < bounds.size(); ++v) {
        bounds[v] = {.position = kFullPosition * reference.extent,
                     .normalDegrees = degrees(reference.normalShares[v]),
                     .tangentDegrees = degrees(reference.tangentShares[v])};
    }
    return bounds;
}

/// True if formats or the blend, besides float arithmetic, affect the allowed error.
bool needsFormatBounds(const SkinSettings& settings, size_t bindCount) {
    return settings.blend == Blend::dualQuaternion || settings.palette == PaletteFormat::half ||
           settings.output == Output::compact || settings.mesh == MeshFormat::quantized ||
           stepsOf(settings, bindCount).weight > 0;
}

uint64_t bytesOf(const Model& model) {
    return uint64_t{model.geometry.vertexCount()} *
           (2 * sizeof(glm::dvec3) + sizeof(glm::dvec4) + 2 * sizeof(double));
}

}  // namespace

std::vector<PoseSample> verifySamples(const Model& model) {
    std::vector<PoseSample> samples{{kRestPose, 0.0f}};
    for (uint32_t clip = 0; clip < model.clips.size(); ++clip) {
        for (const float fraction : kFractions) {
            samples.push_back({clip, fraction * model.clips[clip].durationSeconds});
        }
    }
    return samples;
}

Verifier::Verifier(Capture& capture, std::shared_ptr<Scene> scene, uint32_t crowdSize,
                   std::span<const PoseSample> samples)
    : Verifier(capture, scene, crowdsAt(scene->model(), crowdSize, samples)) {}

Verifier::Verifier(Capture& capture, std::shared_ptr<Scene> scene,
                   std::vector<std::vector<PoseRequest>> crowds)
    : capture_(&capture), scene_(std::move(scene)), crowds_(std::move(crowds)) {
    const Model& model = scene_->model();
    for (size_t c = 0; c < crowds_.size(); ++c) {
        const auto crowdSize = static_cast<uint32_t>(crowds_[c].size());
        for (uint32_t instance = 0; instance < crowdSize; instance += std::max(crowdSize - 1, 1u)) {
            const PoseRequest& request = crowds_[c][instance];
            moments_.push_back({c, instance, request, referencePose(model, request),
                                poseRounding(model, request)});
        }
    }
    for (auto& truths : truths_) truths.resize(moments_.size());
    keepsTruths_ = truths_.size() * moments_.size() * bytesOf(model) <= kKeptBytes;
}

Verifier::Reference Verifier::truthAt(size_t momentIndex, Blend blend) {
    Reference& kept = truths_[static_cast<size_t>(blend)][momentIndex];
    if (kept) return kept;
    auto truth = std::make_shared<const ReferenceVertices>(
        referenceVertices(scene_->model(), moments_[momentIndex].pose, {.blend = blend}));
    if (keepsTruths_) kept = truth;
    return truth;
}

ReferencePose Verifier::packedPose(const Moment& moment) {
    if (!packed_) {
        const Model& model = scene_->model();
        packed_.emplace();
        packed_->skeleton = model.skeleton;
        packed_->binds = model.binds;
        packed_->restMorphWeights = model.restMorphWeights;
        packed_->masks = model.masks;
        for (const PackedClip& clip : scene_->packedClips().clips) {
            packed_->clips.push_back(clip.decoded);
        }
    }
    return referencePose(*packed_, moment.request);
}

Verifier::Comparison Verifier::captureAt(const SkinChoice& choice, const Moment& moment) {
    Comparison comparison;
    try {
        comparison.captured =
            capture_->capture(scene_, {choice, moment.instance}, crowds_[moment.crowd]);
    } catch (const OutOfRange& error) {
        comparison.outOfRange = error.what();
        return comparison;
    }
    if (const GpuBakedClips* baked = capture_->baked()) {
        const auto same = [](const glm::dvec4& v) { return v; };
        const auto size = [](const glm::dvec4& v) { return glm::abs(v); };
        comparison.stored = bakedPose(baked->clips(), moment.request, same);
        comparison.bakedSizes = bakedPose(baked->clips(), moment.request, size);
    }
    const SkinSettings settings = supported(capture_->resolution().choice);
    if (settings.keys == KeyFormat::packed) comparison.stored = packedPose(moment);
    if (settings.mesh == MeshFormat::quantized) {
        if (!quantized_) quantized_ = asQuantized(scene_->model());
        comparison.mesh = &*quantized_;
    }
    if (settings.output == Output::compact) {
        comparison.boxSides = capture_->box().high - capture_->box().low;
    }
    return comparison;
}

Verifier::Expected Verifier::expectedBy(const SkinSettings& settings, const Model& model,
                                        size_t momentIndex, const Comparison& comparison) {
    const Moment& moment = moments_[momentIndex];
    const ReferencePose& pose = comparison.stored ? *comparison.stored : moment.pose;
    const bool isTruth = &model == &scene_->model() && !comparison.stored &&
                         settings.normals == Normals::cofactor && settings.influenceLimit == 0;
    Expected expected;
    expected.vertices =
        isTruth
            ? truthAt(momentIndex, settings.blend)
            : std::make_shared<const ReferenceVertices>(referenceVertices(model, pose, settings));
    std::vector<glm::dmat4> paletteErrors;
    if (settings.palette == PaletteFormat::half) paletteErrors = halfErrors(model, pose.palette);
    expected.bounds = needsFormatBounds(settings, pose.palette.size())
                          ? formatBounds(model, pose, *expected.vertices, settings, paletteErrors,
                                         comparison.boxSides)
                          : fullBounds(*expected.vertices);
    expected.noBound = accountForRounding(settings, model, moment, comparison, expected);
    return expected;
}

Verification Verifier::compare(const SkinSettings& settings, size_t momentIndex,
                               const Comparison& comparison) {
    if (!comparison.outOfRange.empty()) return nothingSaid(comparison.outOfRange);
    const Moment& moment = moments_[momentIndex];
    const Reference truth = truthAt(momentIndex, settings.blend);
    const std::vector<VertexBound> fullOfTruth = fullBounds(*truth);
    std::vector<Expected> expectations{
        expectedBy(settings, scene_->model(), momentIndex, comparison)};
    if (comparison.mesh) {
        SkinSettings ofStored = settings;
        ofStored.mesh = MeshFormat::fp32;
        expectations.push_back(expectedBy(ofStored, *comparison.mesh, momentIndex, comparison));
    }

    Verification result;
    const std::vector<bool> usesNormals = verticesWithNormals(scene_->model());
    const auto errorsFrom = [&](const ReferenceVertices& reference, const VertexBound& bound,
                                uint32_t vertex) {
        VertexErrors errors =
            errorsOf(comparison.captured, reference, bound, vertex, usesNormals[vertex]);
        errors.request = moment.request;
        errors.instance = moment.instance;
        return errors;
    };
    const uint32_t vertexCount = scene_->model().geometry.vertexCount();
    uint32_t unbounded = 0;
    for (const Expected& expected : expectations) {
        if (result.noBound.empty()) result.noBound = expected.noBound;
        for (uint32_t v = 0; v < vertexCount; ++v) {
            const VertexBound& bound = expected.bounds[v];
            include(result.ofItself, errorsFrom(*expected.vertices, bound, v));
            if (!std::isfinite(bound.position)) {
                ++unbounded;
            } else if (expected.vertices->extent > 0) {
                result.allowedPosition =
                    std::max(result.allowedPosition, bound.position / expected.vertices->extent);
            }
        }
    }
    for (uint32_t v = 0; v < vertexCount; ++v) {
        include(result.ofTruth, errorsFrom(*truth, fullOfTruth[v], v));
    }
    const auto compared = static_cast<double>(expectations.size() * std::max(vertexCount, 1u));
    result.unboundedShare = unbounded / compared;
    return result;
}

std::string Verifier::accountForRounding(const SkinSettings& settings, const Model& model,
                                         const Moment& moment, const Comparison& comparison,
                                         Expected& expected) const {
    const ReferencePose& pose = comparison.stored ? *comparison.stored : moment.pose;
    const PoseRounding rounding =
        comparison.bakedSizes ? storedRounding(*comparison.bakedSizes) : moment.rounding;
    const uint32_t vertex = sinew::accountForRounding(model, pose, settings, rounding,
                                                      *expected.vertices, expected.bounds);
    if (vertex == expected.bounds.size()) return {};
    return fmt::format(
        "in {}, rounding alone may move a vertex by more than {:g} of the model's extent ({})",
        momentText(model, moment.request), kLargestRounding, vertexText(model, vertex));
}

Verification Verifier::verify(const SkinChoice& choice) {
    Verification result;
    std::vector<Comparison> batch;
    for (size_t first = 0; first < moments_.size(); first += batch.size()) {
        batch.clear();
        for (size_t m = first; m < std::min(first + kBatch, moments_.size()); ++m) {
            batch.push_back(captureAt(choice, moments_[m]));
        }
        result.resolution = capture_->resolution();
        const SkinSettings settings = supported(result.resolution.choice);
        std::vector<Verification> parts(batch.size());
        tbb::parallel_for(size_t{0}, batch.size(),
                          [&](size_t i) { parts[i] = compare(settings, first + i, batch[i]); });
        for (const Verification& part : parts) {
            include(result.ofItself, part.ofItself);
            include(result.ofTruth, part.ofTruth);
            if (result.noBound.empty()) result.noBound = part.noBound;
            result.allowedPosition = std::max(result.allowedPosition, part.allowedPosition);
            result.unboundedShare += part.unboundedShare / static_cast<double>(moments_.size());
        }
    }
    return result;
}

Verification verifyChoice(Capture& capture, std::shared_ptr<Scene> scene, const SkinChoice& choice,
                          uint32_t crowdSize, std::span<const PoseSample> samples) {
    return Verifier(capture, std::move(scene), crowdSize, samples).verify(choice);
}

}  // namespace sinew
