// Running errors of sampling, posing and palettes.
#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "skinning/animation/pose_request.h"
#include "skinning/animation/sample.h"
#include "skinning/cpu/blend_bounds.h"
#include "skinning/cpu/reference_pose.h"
#include "skinning/cpu/rounding.h"

namespace sinew {
namespace {

/// Largest errors of a LocalPose: lengths of what vectors and quaternions are off.
struct LocalErrors {
    std::vector<double> translations;
    std::vector<double> rotations;
    std::vector<double> scales;
    std::vector<double> weights;
};

/// A float quaternion is used as it is, and the reference's has unit length.
double offUnit(const glm::dvec4& q) {
    return std::abs(glm::length(q) - 1);
}

LocalErrors restErrors(const Model& model) {
    LocalErrors errors;
    for (const Transform& rest : model.skeleton.rest) {
        const glm::quat& q = rest.rotation;
        errors.rotations.push_back(offUnit({q.x, q.y, q.z, q.w}));
    }
    errors.translations.assign(errors.rotations.size(), 0.0);
    errors.scales.assign(errors.rotations.size(), 0.0);
    errors.weights.assign(model.restMorphWeights.size(), 0.0);
    return errors;
}

/// Units of rounding, relative to the sum of the magnitudes of what is added. The share of time
/// that has passed is off by three, which the polynomials of a spline multiply by up to 4.5.
constexpr double kLinearUnits = 6, kSplineUnits = 24;
/// Of a slerp, whose weights sum to 1.42 at most: each is a share times two polynomials, off by
/// eight; the cosine is off by six, of which three are left in the weights.
constexpr double kSlerpUnits = 16;
/// Of a quaternion that is made unit length.
constexpr double kUnitLengthUnits = 2;
/// A quaternion that may be anywhere.
constexpr double kAnyRotation = 2;

std::vector<double> splineErrors(const Clip& clip, const Channel& channel,
                                 const reference::KeyMoment& at, double unit) {
    const auto value = [&](size_t key, size_t part) {
        return reference::keyValue(clip, channel, key, part);
    };
    const std::vector<double> from = value(at.key, 1), leaving = value(at.key, 2);
    const std::vector<double> to = value(at.key + 1, 1), arriving = value(at.key + 1, 0);
    std::vector<double> errors(channel.width);
    double length = 0, off = 0, whole = 0;
    const double t = at.share, t2 = t * t, t3 = t2 * t;
    for (size_t c = 0; c < errors.size(); ++c) {
        const double largest = std::abs(from[c]) + std::abs(to[c]) +
                               at.duration * (std::abs(leaving[c]) + std::abs(arriving[c]));
        errors[c] = kSplineUnits * unit * largest + (largest > 0 ? kTiny : 0);
        const double v = (2 * t3 - 3 * t2 + 1) * from[c] + (3 * t2 - 2 * t3) * to[c] +
                         at.duration * ((t3 - 2 * t2 + t) * leaving[c] + (t3 - t2) * arriving[c]);
        length = std::hypot(length, v);
        off = std::hypot(off, errors[c]);
        whole = std::hypot(whole, from[c]);
    }
    if (channel.path != Channel::Path::rotation) return errors;
    // Made unit length. Near kShortestRotation, rounding decides whether the key is held.
    const double shortest = kShortestRotation * whole;
    if (std::abs(length - shortest) <= off) return {kAnyRotation};
    const double turned = length > shortest ? std::min(2 * off / length, kAnyRotation) : 0;
    return {turned + kUnitLengthUnits * unit};
}

std::vector<double> linearErrors(const Clip& clip, const Channel& channel, size_t key,
                                 double unit) {
    const std::vector<double> from = reference::keyValue(clip, channel, key, 1);
    const std::vector<double> to = reference::keyValue(clip, channel, key + 1, 1);
    std::vector<double> errors(channel.width);
    double cosine = 0, terms = 0;
    for (size_t c = 0; c < errors.size(); ++c) {
        const double largest = std::abs(from[c]) + std::abs(to[c]);
        errors[c] = kLinearUnits * unit * largest + (largest > 0 ? kTiny : 0);
        cosine += from[c] * to[c];
        terms += std::abs(from[c] * to[c]);
    }
    if (channel.path != Channel::Path::rotation) return errors;
    // Near a right angle, rounding decides which way is the short one.
    const bool hasSide = terms == 0 || std::abs(cosine) > kLinearUnits * kUnit * terms;
    return {hasSide ? kSlerpUnits * unit : kAnyRotation};
}

/// Of each number of the channel; of a rotation the length of what its quaternion is off.
std::vector<double> channelErrors(const Clip& clip, const Channel& channel, double time,
                                  double unit) {
    const reference::KeyMoment at = reference::momentOf(clip, channel, time);
    const bool cubic = channel.interpolation == Channel::Interpolation::cubicSpline;
    if (!at.held) {
        return cubic ? splineErrors(clip, channel, at, unit)
                     : linearErrors(clip, channel, at.key, unit);
    }
    if (channel.path != Channel::Path::rotation) return std::vector<double>(channel.width, 0.0);
    const std::vector<double> q = reference::keyValue(clip, channel, at.key, 1);
    return {cubic ? kUnitLengthUnits * unit : offUnit({q[0], q[1], q[2], q[3]})};
}

/// `time` is wrapped, or the clip's end.
void applyClip(const Clip& clip, double time, double unit, LocalErrors& errors) {
    for (const Channel& channel : clip.channels) {
        const std::vector<double> e = channelErrors(clip, channel, time, unit);
        switch (channel.path) {
            case Channel::Path::translation:
                errors.translations[channel.target] = glm::length(glm::dvec3(e[0], e[1], e[2]));
                break;
            case Channel::Path::rotation:
                errors.rotations[channel.target] = e[0];
                break;
            case Channel::Path::scale:
                errors.scales[channel.target] = std::max({e[0], e[1], e[2]});
                break;
            case Channel::Path::weights:
                std::copy(e.begin(), e.end(),
                          errors.weights.begin() + static_cast<ptrdiff_t>(channel.target));
                break;
        }
    }
}

LocalErrors localErrors(const Model& model, uint32_t clip, double time, double unit) {
    LocalErrors errors = restErrors(model);
    if (clip != kRestPose) applyClip(model.clips.at(clip), time, unit, errors);
    return errors;
}

/// Units of rounding of a sum of two products, relative to their magnitudes.
constexpr double kMixUnits = 3;

/// Two numbers, or vectors, that are mixed: sizes and errors of both.
double mixError(double weight, double a, double ofA, double b, double ofB, double unit) {
    const double sizes = (1 - weight) * a + weight * b;
    return (1 - weight) * ofA + weight * ofB + kMixUnits * unit * sizes + (sizes > 0 ? kTiny : 0);
}

double mixedRotationError(double weight, const glm::dquat& a, double ofA, const glm::dquat& b,
                          double ofB, double unit) {
    // Near a right angle, rounding decides which way is the short one.
    const double cosine = std::abs(reference::cosineOf(a, b));
    if (cosine <= ofA + ofB + 2 * kLinearUnits * kUnit) return kAnyRotation;
    const double off = mixError(weight, 1, ofA, 1, ofB, unit);
    const double length = std::sqrt(1 - 2 * weight * (1 - weight) * (1 - cosine));
    return std::min(2 * off / length, kAnyRotation) + kUnitLengthUnits * unit;
}

/// A pose, and what floats make of it.
struct Rounded {
    reference::LocalPose pose;
    LocalErrors errors;
};

Rounded roundedAt(const Model& model, const ClipMoment& moment, double unit) {
    return {reference::localPose(model, requestOf(moment)),
            localErrors(model, moment.clip, double{moment.seconds}, unit)};
}

/// Errors of `below.pose` with a layer over it.
void mixErrors(const Model& model, const LayerMoment& layer, double unit, Rounded& below) {
    const Rounded over = roundedAt(model, layer.moment, unit);
    const reference::LocalPose &a = below.pose, &b = over.pose;
    LocalErrors& errors = below.errors;
    double weight = 0;
    const auto mixInto = [&](double& ofA, double ofB, double sizeA, double sizeB) {
        ofA = mixError(weight, sizeA, ofA, sizeB, ofB, unit);
    };
    for (size_t j = 0; j < errors.rotations.size(); ++j) {
        weight = reference::shareOf(model, layer, j);
        if (weight == 0) continue;
        mixInto(errors.translations[j], over.errors.translations[j], glm::length(a.translations[j]),
                glm::length(b.translations[j]));
        mixInto(errors.scales[j], over.errors.scales[j], glm::length(a.scales[j]),
                glm::length(b.scales[j]));
        errors.rotations[j] = mixedRotationError(weight, a.rotations[j], errors.rotations[j],
                                                 b.rotations[j], over.errors.rotations[j], unit);
    }
    weight = reference::shareOf(model, layer, errors.rotations.size());
    if (weight == 0) return;
    for (size_t w = 0; w < errors.weights.size(); ++w) {
        mixInto(errors.weights[w], over.errors.weights[w], std::abs(a.weights[w]),
                std::abs(b.weights[w]));
    }
}

/// Of a product of two unit quaternions, each part of which is a sum of four products.
constexpr double kTurnUnits = 8;

/// Errors of `below.pose` and the difference of two poses of a clip.
void addErrors(const Model& model, const LayerMoment& layer, double unit, Rounded& below) {
    const Rounded from = roundedAt(model, {layer.moment.clip, 0.0f}, unit);
    const Rounded to = roundedAt(model, layer.moment, unit);
    LocalErrors& errors = below.errors;
    double weight = 0;
    const auto addInto = [&](double& of, double ofFrom, double ofTo, double sizes) {
        of += weight * (ofFrom + ofTo) + kMixUnits * unit * sizes + (sizes > 0 ? kTiny : 0);
    };
    const auto sizesOf = [&](const std::vector<glm::dvec3> reference::LocalPose::*which, size_t j) {
        return glm::length((below.pose.*which)[j]) +
               weight * (glm::length((from.pose.*which)[j]) + glm::length((to.pose.*which)[j]));
    };
    for (size_t j = 0; j < errors.rotations.size(); ++j) {
        weight = reference::shareOf(model, layer, j);
        if (weight == 0) continue;
        addInto(errors.translations[j], from.errors.translations[j], to.errors.translations[j],
                sizesOf(&reference::LocalPose::translations, j));
        addInto(errors.scales[j], from.errors.scales[j], to.errors.scales[j],
                sizesOf(&reference::LocalPose::scales, j));
        const glm::dquat turn = to.pose.rotations[j] * glm::conjugate(from.pose.rotations[j]);
        const double ofTurn = from.errors.rotations[j] + to.errors.rotations[j] + kTurnUnits * unit;
        errors.rotations[j] +=
            mixedRotationError(weight, glm::dquat(1, 0, 0, 0), 0, turn, ofTurn, unit) +
            kTurnUnits * unit;
    }
    weight = reference::shareOf(model, layer, errors.rotations.size());
    if (weight == 0) return;
    for (size_t w = 0; w < errors.weights.size(); ++w) {
        const double sizes =
            std::abs(below.pose.weights[w]) +
            weight * (std::abs(from.pose.weights[w]) + std::abs(to.pose.weights[w]));
        addInto(errors.weights[w], from.errors.weights[w], to.errors.weights[w], sizes);
    }
}

LocalErrors localErrors(const Model& model, const PoseRequest& request, double unit) {
    PoseRequest shown = requestOf(baseOf(request));
    Rounded rounded = roundedAt(model, baseOf(request), unit);
    if (request.otherWeight != 0) {
        mixErrors(model, {otherOf(request), kWholeBody, request.otherWeight}, unit, rounded);
        shown = requestOf(baseOf(request), otherOf(request), request.otherWeight);
    }
    if (!hasLayers(request)) return std::move(rounded.errors);
    rounded.pose = reference::localPose(model, shown);
    if (const LayerMoment layer = layerOf(request); layer.weight > 0) {
        mixErrors(model, layer, unit, rounded);
        rounded.pose = reference::localPose(model, withLayer(shown, layer));
    }
    if (const LayerMoment additive = additiveOf(request); additive.weight > 0) {
        addErrors(model, additive, unit, rounded);
    }
    return std::move(rounded.errors);
}

/// A joint's matrix, and what it is off.
struct Joint {
    glm::dmat4 matrix{1.0};
    double linear = 0;       // Frobenius
    double translation = 0;  // length
};

/// A rotation's matrix moves by no more than four times as far as its quaternion.
constexpr double kOfQuaternion = 4;
/// Of a rotation's matrix in float: each element is a sum of two products, twice, or less.
constexpr double kRotationUnits = 6;

Joint parentFromJoint(const reference::LocalPose& pose, const LocalErrors& errors, size_t joint,
                      double unit) {
    const glm::dvec3& scale = pose.scales[joint];
    Joint out;
    out.matrix = glm::translate(glm::dmat4(1.0), pose.translations[joint]) *
                 glm::mat4_cast(pose.rotations[joint]) * glm::scale(glm::dmat4(1.0), scale);
    const glm::dvec3 sizes = glm::abs(scale);
    const double largest = std::max({sizes.x, sizes.y, sizes.z});
    const double turned = errors.rotations[joint];
    const double rotation = (turned > 0 ? kOfQuaternion * turned : 0) + kRotationUnits * unit;
    out.linear = rotation * (largest + errors.scales[joint]) +
                 std::sqrt(3.0) * errors.scales[joint] + unit * glm::length(scale) +
                 (largest > 0 ? kTiny : 0);
    out.translation = errors.translations[joint];
    return out;
}

/// How much longer a matrix makes a vector at most, less than 0.5 % too large: the 128th root of
/// |(m^T m)^64|.
double longestOf(const glm::dmat3& m) {
    constexpr int kSquarings = 6;
    const double size = reference::norm(m);
    if (size == 0) return 0;
    glm::dmat3 power = glm::transpose(m / size) * (m / size);
    double logarithm = 0;  // of what was divided by, over the power
    double exponent = 1;
    for (int i = 0; i < kSquarings; ++i) {
        power = power * power;
        exponent *= 2;
        const double s = reference::norm(power);
        power /= s;
        logarithm += std::log(s) / exponent;
    }
    return size * std::exp(0.5 * logarithm);
}

/// The sum of independent errors: in the worst case, or in the usual one.
double together(Rounding kind, std::initializer_list<double> errors) {
    double sum = 0, squares = 0;
    for (const double error : errors) {
        sum += error;
        squares += error * error;
    }
    return kind == Rounding::worst ? sum : std::sqrt(squares);
}

Joint objectFromJoint(const Joint& parent, const Joint& local, Rounding kind) {
    const glm::dmat3 a(parent.matrix), b(local.matrix);
    const glm::dvec3 t(local.matrix[3]);
    const glm::dmat4 sizes = magnitudes(parent.matrix) * magnitudes(local.matrix);
    const double ofA = longestOf(a), unit = unitOf(kind);
    Joint out;
    out.matrix = parent.matrix * local.matrix;
    out.linear = together(kind, {ofA * local.linear, parent.linear * (longestOf(b) + local.linear),
                                 3 * unit * reference::norm(glm::dmat3(sizes))});
    out.translation = together(
        kind, {ofA * local.translation, parent.linear * (glm::length(t) + local.translation),
               parent.translation, 4 * unit * glm::length(glm::dvec3(sizes[3]))});
    return out;
}

PoseRounding roundingOf(const Model& model, const reference::LocalPose& pose, LocalErrors errors,
                        Rounding kind) {
    std::vector<Joint> joints;
    for (size_t j = 0; j < model.skeleton.size(); ++j) {
        const Joint local = parentFromJoint(pose, errors, j, unitOf(kind));
        const int32_t parent = model.skeleton.parents[j];
        joints.push_back(parent == kNoParent
                             ? local
                             : objectFromJoint(joints[static_cast<size_t>(parent)], local, kind));
    }
    PoseRounding out{.kind = kind, .entries = {}, .morphWeights = std::move(errors.weights)};
    for (const Bind& bind : model.binds) {
        const Joint& joint = joints[bind.joint];
        out.entries.push_back(
            {.linear = joint.linear,
             .translation = joint.translation,
             .sizes = magnitudes(joint.matrix) * magnitudes(glm::dmat4(bind.jointFromBind))});
    }
    return out;
}

}  // namespace

PoseRounding poseRounding(const Model& model, uint32_t clip, double timeSeconds, Rounding kind) {
    const double time = clip == kRestPose ? 0 : double{wrapTime(model.clips.at(clip), timeSeconds)};
    return roundingOf(model, reference::localPose(model, clip, timeSeconds),
                      localErrors(model, clip, time, unitOf(kind)), kind);
}

PoseRounding poseRounding(const Model& model, const PoseRequest& request, Rounding kind) {
    return roundingOf(model, reference::localPose(model, request),
                      localErrors(model, request, unitOf(kind)), kind);
}

}  // namespace sinew
