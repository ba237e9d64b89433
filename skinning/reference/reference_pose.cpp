// Samples and poses by the glTF specification, in double precision.
#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>

#include "skinning/animation/pose_request.h"
#include "skinning/animation/sample.h"
#include "skinning/reference/reference.h"
#include "skinning/reference/reference_blend.h"
#include "skinning/reference/reference_pose.h"

namespace sinew {
namespace {

using reference::kUnbounded;
using reference::LocalPose;
using reference::TermSizes;

/// If a sum is smaller than this times its terms, rounding decides its sign.
constexpr double kSignless = 1e-6;

LocalPose inDouble(const std::vector<Transform>& joints, const std::vector<float>& weights) {
    LocalPose pose;
    for (const Transform& joint : joints) {
        pose.translations.emplace_back(joint.translation);
        pose.rotations.push_back(glm::normalize(glm::dquat(joint.rotation)));
        pose.scales.emplace_back(joint.scale);
    }
    pose.weights.assign(weights.begin(), weights.end());
    pose.sizes.resize(joints.size());
    pose.weightSizes.resize(weights.size());
    return pose;
}

double lengthOf(const std::vector<double>& q) {
    return std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

void normalizeQuaternion(std::vector<double>& q) {
    const double length = lengthOf(q);
    for (double& c : q) c /= length;
}

struct KeyMoment {
    size_t key = 0;
    /// The value is that of `key`: before the first key, from the last key on, in a step channel.
    bool isConstant = true;
    double duration = 0;  // from `key` to the next key, seconds
    double share = 0;     // [0, 1), from `key` to the next key
};
KeyMoment momentOf(const Clip& clip, const Channel& channel, double timeSeconds) {
    const auto keyTime = [&](size_t k) { return double{clip.times[channel.firstKey + k]}; };
    size_t key = 0;
    while (key + 1 < channel.keyCount && timeSeconds >= keyTime(key + 1)) ++key;
    const bool steps = channel.interpolation == Channel::Interpolation::step;
    if (timeSeconds <= keyTime(0) || key + 1 == channel.keyCount || steps) return {.key = key};
    const double duration = keyTime(key + 1) - keyTime(key);
    return {.key = key,
            .isConstant = false,
            .duration = duration,
            .share = (timeSeconds - keyTime(key)) / duration};
}

std::vector<double> keyValue(const Clip& clip, const Channel& channel, size_t key, size_t part) {
    const bool cubic = channel.cubic();
    const size_t row = cubic ? 3 * key + part : key;
    const auto first =
        clip.values.begin() + static_cast<ptrdiff_t>(channel.firstValue + row * channel.width);
    return {first, first + channel.width};
}

/// Interpolates spherically along the shorter arc (glTF appendix C.4). Sets all `terms` to infinity
/// if rounding decides which arc is shorter.
std::vector<double> slerp(std::vector<double> a, std::vector<double> b, double t,
                          std::vector<double>& terms) {
    normalizeQuaternion(a);
    normalizeQuaternion(b);
    double cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    const double products = std::abs(a[0] * b[0]) + std::abs(a[1] * b[1]) + std::abs(a[2] * b[2]) +
                            std::abs(a[3] * b[3]);
    if (std::abs(cosine) < kSignless * products) terms.assign(4, kUnbounded);
    const double side = cosine < 0 ? -1.0 : 1.0;
    cosine = std::min(std::abs(cosine), 1.0);
    const double angle = std::acos(cosine);
    const bool same = angle < 1e-9;
    const double wa = same ? 1 - t : std::sin((1 - t) * angle) / std::sin(angle);
    const double wb = (same ? t : std::sin(t * angle) / std::sin(angle)) * side;
    std::vector<double> out(4);
    for (size_t c = 0; c < 4; ++c) out[c] = wa * a[c] + wb * b[c];
    return out;
}

/// Samples a channel. Sets `terms`, per component, to the sum of the absolute values of the terms
/// that are added; 0 if the value is that of a key.
std::vector<double> channelValue(const Clip& clip, const Channel& channel, double time,
                                 std::vector<double>& terms) {
    const KeyMoment at = momentOf(clip, channel, time);
    const size_t key = at.key;
    const std::vector<double> from = keyValue(clip, channel, key, 1);
    terms.assign(channel.width, 0);
    if (at.isConstant) return from;
    const double duration = at.duration, t = at.share;
    const std::vector<double> to = keyValue(clip, channel, key + 1, 1);
    std::vector<double> out(channel.width);
    for (size_t c = 0; c < out.size(); ++c) terms[c] = std::abs(from[c]) + std::abs(to[c]);
    if (channel.interpolation == Channel::Interpolation::linear) {
        if (channel.path == Channel::Path::rotation) return slerp(from, to, t, terms);
        for (size_t c = 0; c < out.size(); ++c) out[c] = (1 - t) * from[c] + t * to[c];
        return out;
    }
    // Cubic Hermite spline of glTF appendix C.5. Tangents are per second.
    const std::vector<double> outTangent = keyValue(clip, channel, key, 2);
    const std::vector<double> inTangent = keyValue(clip, channel, key + 1, 0);
    for (size_t c = 0; c < out.size(); ++c) {
        out[c] = (2 * t * t * t - 3 * t * t + 1) * from[c] +
                 duration * (t * t * t - 2 * t * t + t) * outTangent[c] +
                 (-2 * t * t * t + 3 * t * t) * to[c] +
                 duration * (t * t * t - t * t) * inTangent[c];
        terms[c] += duration * (std::abs(outTangent[c]) + std::abs(inTangent[c]));
    }
    if (channel.path != Channel::Path::rotation) return out;
    const double length = lengthOf(out), shortest = kShortestRotation * lengthOf(from);
    if (std::abs(length - shortest) < kSignless * lengthOf(terms)) terms.assign(4, kUnbounded);
    return length <= shortest ? from : out;
}

void applyClip(const Clip& clip, double time, LocalPose& pose) {
    std::vector<double> terms;
    const auto lengthOfTerms = [&] {
        return glm::length(glm::dvec3(terms[0], terms[1], terms[2]));
    };
    for (const Channel& channel : clip.channels) {
        std::vector<double> value = channelValue(clip, channel, time, terms);
        switch (channel.path) {
            case Channel::Path::translation:
                pose.translations[channel.target] = {value[0], value[1], value[2]};
                pose.sizes[channel.target].translation = lengthOfTerms();
                break;
            case Channel::Path::rotation:
                pose.sizes[channel.target].rotation = lengthOf(terms) / lengthOf(value);
                normalizeQuaternion(value);
                pose.rotations[channel.target] = {value[3], value[0], value[1], value[2]};
                break;
            case Channel::Path::scale:
                pose.scales[channel.target] = {value[0], value[1], value[2]};
                pose.sizes[channel.target].scale = lengthOfTerms();
                break;
            case Channel::Path::weights:
                std::copy(value.begin(), value.end(),
                          pose.weights.begin() + static_cast<ptrdiff_t>(channel.target));
                std::copy(terms.begin(), terms.end(),
                          pose.weightSizes.begin() + static_cast<ptrdiff_t>(channel.target));
                break;
        }
    }
}

double shareOf(const Model& model, const LayerMoment& layer, size_t joint) {
    const double weight{layer.weight};
    if (layer.mask == kFullBody) return weight;
    const Mask& mask = model.masks.at(layer.mask - 1);
    const bool isJoint = joint < mask.joints.size();
    return weight * (isJoint ? mask.joints[joint] : mask.morphWeights) / 255;
}

double cosineOf(const glm::dquat& a, const glm::dquat& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

LocalPose localPoseAt(const Model& model, uint32_t clip, double time) {
    LocalPose pose = inDouble(model.skeleton.rest, model.restMorphWeights);
    if (clip != kRestPose) applyClip(model.clips.at(clip), time, pose);
    return pose;
}

void addLengths(const LocalPose& other, size_t j, LocalPose& pose) {
    pose.sizes[j].translation += other.sizes[j].translation + glm::length(pose.translations[j]) +
                                 glm::length(other.translations[j]);
    pose.sizes[j].scale +=
        other.sizes[j].scale + glm::length(pose.scales[j]) + glm::length(other.scales[j]);
}

/// Returns TermSizes::rotation for `sum`, the sum of two rotations. `sizes` is the sum of their
/// TermSizes::rotation, `cosine` the cosine between them.
double rotationSize(double sizes, double cosine, const glm::dquat& sum) {
    const double terms = 2 + sizes;
    return std::abs(cosine) < kSignless * terms ? kUnbounded : terms / glm::length(sum);
}

void mixOver(const Model& model, const LayerMoment& layer, LocalPose& pose) {
    const LocalPose over = localPoseAt(model, layer.moment.clip, double{layer.moment.seconds});
    for (size_t j = 0; j < pose.rotations.size(); ++j) {
        const double weight = shareOf(model, layer, j);
        if (weight == 0) continue;
        addLengths(over, j, pose);
        pose.translations[j] = glm::mix(pose.translations[j], over.translations[j], weight);
        pose.scales[j] = glm::mix(pose.scales[j], over.scales[j], weight);
        const double cosine = cosineOf(pose.rotations[j], over.rotations[j]);
        const glm::dquat sum =
            pose.rotations[j] * (1 - weight) + over.rotations[j] * (cosine < 0 ? -weight : weight);
        pose.rotations[j] = glm::normalize(sum);
        pose.sizes[j].rotation =
            rotationSize(pose.sizes[j].rotation + over.sizes[j].rotation, cosine, sum);
    }
    const double weight = shareOf(model, layer, pose.rotations.size());
    for (size_t w = 0; w < pose.weights.size(); ++w) {
        pose.weightSizes[w] +=
            over.weightSizes[w] + std::abs(pose.weights[w]) + std::abs(over.weights[w]);
        pose.weights[w] = glm::mix(pose.weights[w], over.weights[w], weight);
    }
}

void addOver(const Model& model, const LayerMoment& layer, LocalPose& pose) {
    const LocalPose from = localPoseAt(model, layer.moment.clip, 0);
    const LocalPose to = localPoseAt(model, layer.moment.clip, double{layer.moment.seconds});
    for (size_t j = 0; j < pose.rotations.size(); ++j) {
        const double weight = shareOf(model, layer, j);
        if (weight == 0) continue;
        addLengths(from, j, pose);
        addLengths(to, j, pose);
        pose.translations[j] += weight * (to.translations[j] - from.translations[j]);
        pose.scales[j] += weight * (to.scales[j] - from.scales[j]);
        glm::dquat turn = to.rotations[j] * glm::inverse(from.rotations[j]);
        if (turn.w < 0) turn = -turn;
        const glm::dquat sum = glm::dquat(1, 0, 0, 0) * (1 - weight) + turn * weight;
        pose.rotations[j] = glm::normalize(glm::normalize(sum) * pose.rotations[j]);
        pose.sizes[j].rotation +=
            1 + rotationSize(from.sizes[j].rotation + to.sizes[j].rotation, turn.w, sum);
    }
    const double weight = shareOf(model, layer, pose.rotations.size());
    for (size_t w = 0; w < pose.weights.size(); ++w) {
        pose.weightSizes[w] += from.weightSizes[w] + to.weightSizes[w] + std::abs(pose.weights[w]) +
                               std::abs(from.weights[w]) + std::abs(to.weights[w]);
        pose.weights[w] += weight * (to.weights[w] - from.weights[w]);
    }
}

ReferencePose posed(const Model& model, LocalPose pose) {
    std::vector<glm::dmat4> objectFromJoint(model.skeleton.size());
    for (size_t j = 0; j < objectFromJoint.size(); ++j) {
        const glm::dmat4 local = glm::translate(glm::dmat4(1.0), pose.translations[j]) *
                                 glm::mat4_cast(pose.rotations[j]) *
                                 glm::scale(glm::dmat4(1.0), pose.scales[j]);
        const int32_t parent = model.skeleton.parents[j];
        objectFromJoint[j] =
            parent == kNoParent ? local : objectFromJoint[static_cast<size_t>(parent)] * local;
    }
    ReferencePose out{.morphWeights = std::move(pose.weights)};
    for (const Bind& bind : model.binds) {
        out.palette.push_back(objectFromJoint[bind.joint] * glm::dmat4(bind.jointFromBind));
    }
    return out;
}

}  // namespace

namespace reference {

LocalPose localPose(const Model& model, const PoseRequest& request) {
    const ClipMoment base = baseOf(request);
    LocalPose pose = localPoseAt(model, base.clip, double{base.seconds});
    const LayerMoment other{otherOf(request), kFullBody, request.otherWeight};
    if (other.weight > 0) mixOver(model, other, pose);
    if (const LayerMoment layer = layerOf(request); layer.weight > 0) mixOver(model, layer, pose);
    const LayerMoment additive = additiveOf(request);
    if (additive.weight > 0) addOver(model, additive, pose);
    return pose;
}

}  // namespace reference

ReferencePose referencePose(const Model& model, uint32_t clip, double timeSeconds) {
    const double time = clip == kRestPose ? 0 : double{wrapTime(model.clips.at(clip), timeSeconds)};
    return posed(model, localPoseAt(model, clip, time));
}

ReferencePose referencePose(const Model& model, const PoseRequest& request) {
    return posed(model, reference::localPose(model, request));
}

ReferencePose referencePose(const Model& model, const Pose& pose) {
    return posed(model, inDouble(pose.joints, pose.morphWeights));
}

}  // namespace sinew
