// Linear and dual quaternion blending in double precision.
#include "skinning/reference/reference_blend.h"

#include <algorithm>
#include <cmath>

namespace sinew::reference {
namespace {

/// Returns the axis of the first smallest component of `q`, made perpendicular to `q`.
glm::dvec3 perpendicular(const glm::dvec3& q) {
    int axis = 0;
    for (int i = 1; i < 3; ++i) {
        if (std::abs(q[i]) < std::abs(q[axis])) axis = i;
    }
    glm::dvec3 unit(0.0);
    unit[axis] = 1;
    return glm::normalize(unit - q * q[axis]);
}

void takeApart(const glm::dmat3& m, glm::dquat& rotation, glm::dmat3& shear) {
    const double squares =
        std::sqrt(glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2]));
    const auto direction = [&](const glm::dvec3& v, const glm::dvec3& otherwise) {
        const double length = glm::length(v);
        return length > kShortColumn * squares ? v / length : otherwise;
    };
    const glm::dvec3 q0 = direction(m[0], {1, 0, 0});
    const glm::dvec3 q1 = direction(m[1] - q0 * glm::dot(q0, m[1]), perpendicular(q0));
    const glm::dmat3 q(q0, q1, glm::cross(q0, q1));
    rotation = glm::normalize(glm::quat_cast(q));
    shear = glm::transpose(q) * m;
    shear[0][1] = shear[0][2] = shear[1][2] = 0;
}

/// Returns the inverse transpose. A flat matrix has no inverse. The result is then its cofactor
/// matrix, which is the limit up to scale.
glm::dmat3 jointNormals(const glm::dmat3& m) {
    const glm::dmat3 cofactors = cofactorMatrix(m);
    const double determinant = glm::dot(m[0], cofactors[0]);
    const double box = glm::length(m[0]) * glm::length(m[1]) * glm::length(m[2]);
    return std::abs(determinant) > kFlatVolume * box ? cofactors / determinant : cofactors;
}

glm::dmat3 normalsOf(const glm::dmat3& linear, Normals normals) {
    if (normals == Normals::raw) return linear;
    const glm::dmat3 cofactors = cofactorMatrix(linear);
    return glm::dot(linear[0], cofactors[0]) < 0 ? -cofactors : cofactors;
}

Transform linearBlend(std::span<const Entry> palette, std::span<const Share> shares) {
    Transform out;
    for (const Share& share : shares) {
        const Entry& entry = palette[share.bind];
        out.linear += share.weight * glm::dmat3(entry.matrix);
        out.translation += share.weight * glm::dvec3(entry.matrix[3]);
        out.normals += share.weight * entry.matrixNormals;
    }
    return out;
}

Transform dualQuaternionBlend(std::span<const Entry> palette, std::span<const Share> shares) {
    Transform out;
    glm::dquat real(0, 0, 0, 0), dual(0, 0, 0, 0);
    for (const Share& share : shares) {
        const Entry& entry = palette[share.bind];
        const glm::dvec3 t(entry.matrix[3]);
        const double side = sideOf(palette[shares[0].bind].rotation, entry.rotation);
        real += share.weight * side * entry.rotation;
        dual += share.weight * side * 0.5 * (glm::dquat(0, t) * entry.rotation);
        out.linear += share.weight * entry.shear;
        out.normals += share.weight * entry.shearNormals;
    }
    const double length = glm::length(real);
    out.rotation = real / length;
    const glm::dquat moved = 2.0 * (dual / length) * glm::conjugate(out.rotation);
    out.translation = {moved.x, moved.y, moved.z};
    return out;
}

}  // namespace

Entry makeEntry(const glm::dmat4& matrix) {
    Entry entry{.matrix = matrix};
    takeApart(glm::dmat3(matrix), entry.rotation, entry.shear);
    entry.matrixNormals = jointNormals(glm::dmat3(matrix));
    entry.shearNormals = jointNormals(entry.shear);
    return entry;
}

Vertex morphedVertex(const Geometry& geometry, uint32_t vertex, std::span<const double> weights) {
    Vertex out{.position = glm::dvec3(geometry.positions[vertex]),
               .normal = glm::dvec3(geometry.normals[vertex]),
               .tangent = glm::dvec3(geometry.tangents[vertex])};
    if (geometry.morphOffsets.empty()) return out;
    for (uint32_t d = geometry.morphOffsets[vertex]; d < geometry.morphOffsets[vertex + 1]; ++d) {
        const MorphDelta& delta = geometry.morphDeltas[d];
        const double weight = weights[delta.weight];
        out.position += weight * glm::dvec3(delta.position);
        out.normal += weight * glm::dvec3(delta.normal);
        out.tangent += weight * glm::dvec3(delta.tangent);
    }
    return out;
}

void sharesOf(const Geometry& geometry, uint32_t vertex, uint32_t limit, std::vector<Share>& out) {
    out.clear();
    const uint32_t first = geometry.influenceOffsets[vertex];
    uint32_t count = geometry.influenceOffsets[vertex + 1] - first;
    if (limit > 0) count = std::min(count, limit);
    double sum = 0;
    for (uint32_t i = first; i < first + count; ++i) {
        out.push_back({geometry.influences[i].bind, geometry.influences[i].weight});
        sum += geometry.influences[i].weight;
    }
    for (Share& share : out) share.weight /= sum;
}

Transform blended(std::span<const Entry> palette, std::span<const Share> shares, Blend blend,
                  Normals normals) {
    Transform out = blend == Blend::linear ? linearBlend(palette, shares)
                                           : dualQuaternionBlend(palette, shares);
    if (normals != Normals::inverseTranspose) out.normals = normalsOf(out.linear, normals);
    return out;
}

glm::dmat3 cofactorMatrix(const glm::dmat3& m) {
    return {glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1])};
}

double sideOf(const glm::dquat& first, const glm::dquat& other) {
    return glm::dot(first, other) < 0 ? -1.0 : 1.0;
}

}  // namespace sinew::reference
