// Crossfading of local poses.
#include "skinning/animation/blend.h"

namespace sinew {

void blendPose(Pose& into, const Pose& other, float weight) {
    const float keep = 1 - weight;
    for (size_t j = 0; j < into.joints.size(); ++j) {
        Transform& a = into.joints[j];
        const Transform& b = other.joints[j];
        a.translation = a.translation * keep + b.translation * weight;
        a.scale = a.scale * keep + b.scale * weight;
        const float side = glm::dot(a.rotation, b.rotation) < 0 ? -weight : weight;
        const glm::quat sum = a.rotation * keep + b.rotation * side;
        // Blended the short way, the sum is never shorter than half of the root of 2.
        a.rotation = glm::normalize(sum);
    }
    for (size_t w = 0; w < into.morphWeights.size(); ++w) {
        into.morphWeights[w] = into.morphWeights[w] * keep + other.morphWeights[w] * weight;
    }
}

}  // namespace sinew
