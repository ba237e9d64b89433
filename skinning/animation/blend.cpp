// Blends poses: crossfades, masked layers and additive layers.
#include "skinning/animation/blend.h"

namespace sinew {
namespace {

void blendJoint(Transform& a, const Transform& b, float weight) {
    const float keep = 1 - weight;
    a.translation = a.translation * keep + b.translation * weight;
    a.scale = a.scale * keep + b.scale * weight;
    const float side = glm::dot(a.rotation, b.rotation) < 0 ? -weight : weight;
    const glm::quat sum = a.rotation * keep + b.rotation * side;
    // On the shorter arc, the length of the sum is at least sqrt(2) / 2, so it is never 0.
    a.rotation = glm::normalize(sum);
}

void blendWeights(std::vector<float>& into, const std::vector<float>& other, float weight) {
    const float keep = 1 - weight;
    for (size_t w = 0; w < into.size(); ++w) into[w] = into[w] * keep + other[w] * weight;
}

void addJoint(Transform& into, const Transform& from, const Transform& to, float weight) {
    into.translation += (to.translation - from.translation) * weight;
    into.scale += (to.scale - from.scale) * weight;
    if (to.rotation == from.rotation) return;
    const glm::quat turn = to.rotation * glm::conjugate(from.rotation);
    const float side = turn.w < 0 ? -weight : weight;
    const glm::quat none(1, 0, 0, 0);
    into.rotation = glm::normalize(none * (1 - weight) + turn * side) * into.rotation;
}

/// Converts [0, 255] to [0, 1].
float fractionOf(uint8_t share) {
    return static_cast<float>(share) / 255.0f;
}

/// Calls `take(joint, weight)` for each joint whose weight in the mask is not 0.
template <typename Take>
void eachJoint(size_t joints, const MaskedWeight& weight, const Take& take) {
    for (size_t j = 0; j < joints; ++j) {
        if (!weight.mask) {
            take(j, weight.weight);
        } else if (const uint8_t share = weight.mask->joints[j]; share > 0) {
            take(j, weight.weight * fractionOf(share));
        }
    }
}

float ofMorphWeights(const MaskedWeight& weight) {
    return weight.mask ? weight.weight * fractionOf(weight.mask->morphWeights) : weight.weight;
}

}  // namespace

void blendPose(Pose& into, const Pose& other, float weight) {
    for (size_t j = 0; j < into.joints.size(); ++j) {
        blendJoint(into.joints[j], other.joints[j], weight);
    }
    blendWeights(into.morphWeights, other.morphWeights, weight);
}

void blendPose(Pose& into, const Pose& other, const MaskedWeight& weight) {
    eachJoint(into.joints.size(), weight,
              [&](size_t j, float share) { blendJoint(into.joints[j], other.joints[j], share); });
    const float ofWeights = ofMorphWeights(weight);
    if (ofWeights > 0) blendWeights(into.morphWeights, other.morphWeights, ofWeights);
}

void addDifference(Pose& into, const Pose& from, const Pose& to, const MaskedWeight& weight) {
    eachJoint(into.joints.size(), weight, [&](size_t j, float share) {
        addJoint(into.joints[j], from.joints[j], to.joints[j], share);
    });
    const float ofWeights = ofMorphWeights(weight);
    if (!(ofWeights > 0)) return;
    for (size_t w = 0; w < into.morphWeights.size(); ++w) {
        into.morphWeights[w] += (to.morphWeights[w] - from.morphWeights[w]) * ofWeights;
    }
}

}  // namespace sinew
