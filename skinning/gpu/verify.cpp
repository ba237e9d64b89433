// Capture and comparison.
#include "skinning/gpu/verify.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "skinning/cpu/reference.h"

namespace sinew {
namespace {

constexpr float kFractions[] = {0.0f, 0.25f, 0.5f, 0.9f};

/// Exact for small angles, where acos is not.
double degreesBetween(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

double finite(double error) {
    return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
}

/// The largest of the three errors in units of its tolerance.
double severity(const VertexErrors& errors) {
    return std::max({errors.position / kPositionTolerance, errors.normalDegrees / kAngleTolerance,
                     errors.tangentDegrees / kAngleTolerance});
}

/// What an angle counts: all of it, unless less than a tenth of the direction is left. Stored
/// directions are off by up to 0.004 degree (packing.h), of which a tenth makes 0.04; below that
/// the matrix magnifies rounding past any bound, down to directions of length 0 that mean nothing.
double weightOf(double share) {
    constexpr double kTenth = 0.1;
    return std::min(share / kTenth, 1.0);
}

VertexErrors errorsOf(const CapturedVertices& captured, const ReferenceVertices& reference,
                      uint32_t vertex) {
    const double extent = std::max(reference.extent, std::numeric_limits<double>::min());
    const glm::dvec3 offset = glm::dvec3(captured.positions[vertex]) - reference.positions[vertex];
    VertexErrors errors{.vertex = vertex};
    errors.position = finite(glm::length(offset) / extent);
    errors.normalDegrees =
        finite(degreesBetween(glm::dvec3(captured.normals[vertex]), reference.normals[vertex]) *
               weightOf(reference.normalShares[vertex]));
    const glm::dvec4 tangent(captured.tangents[vertex]);
    // A tangent of the wrong handedness is as wrong as one that points the other way.
    errors.tangentDegrees =
        tangent.w == reference.tangents[vertex].w
            ? finite(degreesBetween(glm::dvec3(tangent), glm::dvec3(reference.tangents[vertex])) *
                     weightOf(reference.tangentShares[vertex]))
            : 180.0;
    return errors;
}

void include(VertexErrors& worst, const VertexErrors& errors) {
    if (severity(errors) > severity(worst)) {
        worst.sample = errors.sample;
        worst.instance = errors.instance;
        worst.vertex = errors.vertex;
    }
    worst.position = std::max(worst.position, errors.position);
    worst.normalDegrees = std::max(worst.normalDegrees, errors.normalDegrees);
    worst.tangentDegrees = std::max(worst.tangentDegrees, errors.tangentDegrees);
}

/// What interpolation makes of the baked frames, in double precision. The frames themselves are
/// held against sampled poses in tests/unit/bake_test.cpp.
ReferencePose bakedPose(const BakedClips& clips, const Playback& playback, uint32_t instance) {
    const gpu::BakedState state = bakedStateAt(clips, playback, instance);
    const auto value = [&](uint32_t texel) {
        const glm::dvec4 first(clips.texel(state.frame, texel));
        if (state.mix == 0) return first;
        return glm::mix(first, glm::dvec4(clips.texel(state.frame + 1, texel)), double{state.mix});
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

Verification verifyChoice(Frame& frame, const SkinChoice& choice, uint32_t crowdSize,
                          std::span<const PoseSample> samples) {
    const Model& model = frame.model();
    Verification result;
    for (const PoseSample& sample : samples) {
        const Playback playback{.clip = sample.clip, .timeSeconds = sample.timeSeconds};
        for (uint32_t instance = 0; instance < crowdSize; instance += std::max(crowdSize - 1, 1u)) {
            const CapturedVertices captured = frame.capture(
                {.method = choice.method, .skinning = choice.settings, .instanceCount = crowdSize},
                playback, instance);
            const float time = sample.clip == kRestPose
                                   ? 0.0f
                                   : instanceTime(model.clips[sample.clip], playback,
                                                  sample.timeSeconds, instance);
            const ReferencePose pose = referencePose(model, sample.clip, double{time});
            const GpuBakedClips* baked = frame.bakedClips();
            const ReferenceVertices itself = referenceVertices(
                model, baked ? bakedPose(baked->clips(), playback, instance) : pose,
                choice.settings);
            const ReferenceVertices truth =
                referenceVertices(model, pose, {.blend = choice.settings.blend});
            for (uint32_t v = 0; v < model.geometry.vertexCount(); ++v) {
                for (const auto& [worst, reference] :
                     {std::pair(&result.ofItself, &itself), std::pair(&result.ofTruth, &truth)}) {
                    VertexErrors errors = errorsOf(captured, *reference, v);
                    errors.sample = sample;
                    errors.instance = instance;
                    include(*worst, errors);
                }
            }
        }
    }
    return result;
}

}  // namespace sinew
