// QR decomposition of palette entries by Gram-Schmidt, and matrices for normals.
#include "skinning/cpu/take_apart.h"

#include <cmath>

namespace sinew {
namespace {

glm::vec3 perpendicular(const glm::vec3& q) {
    int axis = 0;
    for (int i = 1; i < 3; ++i) {
        if (std::abs(q[i]) < std::abs(q[axis])) axis = i;
    }
    glm::vec3 unit(0.0f);
    unit[axis] = 1.0f;
    return glm::normalize(unit - q * q[axis]);
}

}  // namespace

RigidAndShear takeApart(const gpu::Affine& matrix) {
    const glm::mat3 m = linearPart(matrix);
    const float shortest = kShortColumn * std::sqrt(glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) +
                                                    glm::dot(m[2], m[2]));
    const auto direction = [&](const glm::vec3& v, const glm::vec3& otherwise) {
        const float length = glm::length(v);
        return length > shortest ? v / length : otherwise;
    };
    const glm::vec3 q0 = direction(m[0], {1, 0, 0});
    const glm::vec3 q1 = direction(m[1] - q0 * glm::dot(q0, m[1]), perpendicular(q0));
    const glm::vec3 q2 = glm::cross(q0, q1);
    const glm::quat rotation = glm::normalize(glm::quat_cast(glm::mat3(q0, q1, q2)));
    const glm::quat translation(0.0f, matrix[0].w, matrix[1].w, matrix[2].w);
    RigidAndShear out{.real = rotation, .dual = 0.5f * (translation * rotation)};
    out.shear[0] = {glm::dot(q0, m[0]), 0, 0};
    out.shear[1] = {glm::dot(q0, m[1]), glm::dot(q1, m[1]), 0};
    out.shear[2] = {glm::dot(q0, m[2]), glm::dot(q1, m[2]), glm::dot(q2, m[2])};
    return out;
}

glm::mat3 linearPart(const gpu::Affine& matrix) {
    return glm::transpose(
        glm::mat3(glm::vec3(matrix[0]), glm::vec3(matrix[1]), glm::vec3(matrix[2])));
}

glm::mat3 cofactorMatrix(const glm::mat3& m) {
    return {glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1])};
}

glm::mat3 jointNormalMatrix(const glm::mat3& m) {
    const glm::mat3 cofactors = cofactorMatrix(m);
    const float determinant = glm::dot(m[0], cofactors[0]);
    const float box = glm::length(m[0]) * glm::length(m[1]) * glm::length(m[2]);
    return std::abs(determinant) > kFlatVolume * box ? cofactors / determinant : cofactors;
}

}  // namespace sinew
