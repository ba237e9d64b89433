// Tests the scales of a model's joints, binds and clips.
#include "skinning/bounds/joint_scales.h"

#include <cmath>

namespace sinew {
namespace {

/// Returns true if the columns of `m` are perpendicular unit vectors and `m` does not mirror.
bool unscaled(const glm::mat3& m) {
    constexpr float kRounding = 1e-5f;
    const glm::mat3 gram = glm::transpose(m) * m;
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) {
            if (std::abs(gram[c][r] - (c == r ? 1.0f : 0.0f)) > kRounding) return false;
        }
    }
    return glm::determinant(m) > 0;
}

bool unscaled(const glm::vec3& scale) {
    constexpr float kRounding = 1e-6f;
    return glm::all(glm::lessThanEqual(glm::abs(scale - 1.0f), glm::vec3(kRounding)));
}

bool isEven(const glm::vec3& scale) {
    constexpr float kRounding = 1e-5f;
    return scale.x > 0 &&
           glm::all(glm::lessThanEqual(glm::abs(scale - scale.x), glm::vec3(kRounding * scale.x)));
}

/// Returns true if `holds` accepts all scales of the rest pose and of keys, and all tangents of
/// scale keys are zero.
template <typename Holds>
bool allScales(const Model& model, const Holds& holds) {
    for (const Transform& rest : model.skeleton.rest) {
        if (!holds(rest.scale)) return false;
    }
    for (const Clip& clip : model.clips) {
        for (const Channel& channel : clip.channels) {
            if (channel.path != Channel::Path::scale) continue;
            for (size_t i = 0; i < channel.rows(); ++i) {
                const bool isTangent = channel.cubic() && i % 3 != 1;
                const float* v = clip.values.data() + channel.firstValue + 3 * i;
                const glm::vec3 value(v[0], v[1], v[2]);
                if (isTangent ? !unscaled(value + 1.0f) : !holds(value)) return false;
            }
        }
    }
    return true;
}

}  // namespace

bool stretches(const Model& model) {
    for (const Bind& bind : model.binds) {
        if (!unscaled(glm::mat3(bind.jointFromBind))) return true;
    }
    return !allScales(model, [](const glm::vec3& scale) { return unscaled(scale); });
}

bool scalesEvenly(const Model& model) {
    return allScales(model, isEven);
}

}  // namespace sinew
