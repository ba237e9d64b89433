// Bounds the errors of positions and angles after the blend, which errors of weights and palette
// entries cause.
//
// Let w_i be the weights of a vertex, M_i = (A_i, t_i) its palette entries and p its position in
// bind space. A format stores the weight w_i + e_i, |e_i| <= s_i, and the entry M_i + E_i, with a
// bound for each element of |E_i|. If the stored weights sum to one, sum e_i = 0, and any constant
// may be subtracted from the factors of e_i. Then c below is 1, otherwise 0.
//
// Linear. The errors of x = sum w_i M_i p and A = sum w_i A_i are
//   |dx| <= sum s_i |M_i p - c x| + sum (w_i + s_i) |E_i p|
//   |dA| <= sum s_i |A_i - c A| + sum (w_i + s_i) |E_i|             (Frobenius)
// An error d of p adds |A + dA| |d| to |dx|; an error d of the normal n adds as much to A n. An
// error d turns a vector by at most asin(d / its length). For the cofactor matrix, let n, b, c be
// perpendicular: cof(A) n = A b x A c has an error of at most
//   |dA| sqrt(|A b|^2 + |A c|^2) + |dA|^2 / 2,  with |A b|^2 + |A c|^2 = |A|^2 - |A n|^2.
// If the determinant may change its sign, there is no bound.
//
// Dual quaternions. Let r_i, d_i be the real and dual parts, with the signs for which r_i . r_1 >=
// 0. Let U_i be the shears, S = sum w_i r_i, and D = sum w_i d_i = (s + t/2) S, with the blended
// translation t and a scalar s. Then
//   |dS| <= sum s_i |r_i - c S| + sum (w_i + s_i) rho_i
//   |dt| <= 2 |dD - (s + t/2) dS| / |S + dS|,  with
//           dD - (s + t/2) dS = sum e_i q_i r_i + ..., q_i = (t_i - t)/2 - s:
//           distances between translations matter, not their distances from the origin;
//   the rotation turns by 2 asin(|dS| / |S|), twice the angle between the quaternions.
// U has the bounds of A above. An error E of A changes R of the QR decomposition by
// |dR| <= sqrt(2) |A^-1| |E| / (1 - |A^-1| |E|) (Sun, "Perturbation Bounds for the Cholesky and QR
// Factorizations", 1991). It changes the quaternion by half of that (rho_i), and U = R^T A by
// |E| + |dR| |A|. The bound is loose if joints shear. There is no bound if a quaternion is almost
// perpendicular to the first, because rounding then decides its sign.
#include "skinning/reference/blend_bounds.h"

#include <algorithm>

namespace sinew::reference {
namespace {

/// If |r_i . r_1| is below this, rounding decides the sign of the quaternion r_i.
constexpr double kSideless = 1e-5;

/// Returns the length of |E| |(p, 1)|, where |E| and |(p, 1)| have absolute values as elements.
double movedBy(const EntryError& error, const glm::dvec3& p) {
    const glm::dmat4& e = error.elements;
    const glm::dvec3 reach = glm::dvec3(e[0]) * std::abs(p.x) + glm::dvec3(e[1]) * std::abs(p.y) +
                             glm::dvec3(e[2]) * std::abs(p.z) + glm::dvec3(e[3]);
    return glm::length(reach);
}

TransformError linearError(const Blending& b, const Transform& t, const glm::dvec3& p) {
    const glm::dvec3 x = t.linear * p + t.translation;
    return {
        .position = b.sum(
            [&](const Entry& e) {
                return glm::length(glm::dvec3(e.matrix * glm::dvec4(p, 1.0)) - b.kept * x);
            },
            [&](const EntryError& e) { return movedBy(e, p); }),
        .linear =
            b.sum([&](const Entry& e) { return norm(glm::dmat3(e.matrix) - b.kept * t.linear); },
                  [](const EntryError& e) { return e.linear; }),
        .normals = b.sum([&](const Entry& e) { return norm(e.matrixNormals - b.kept * t.normals); },
                         [](const EntryError& e) { return e.matrixNormals; })};
}

bool hasSides(const Blending& b) {
    const Share& first = b.shares[0];
    return std::all_of(b.shares.begin() + 1, b.shares.end(), [&](const Share& share) {
        const double cosine =
            glm::dot(b.palette[first.bind].rotation, b.palette[share.bind].rotation);
        return std::abs(cosine) >
               kSideless + b.errors[first.bind].quaternion + b.errors[share.bind].quaternion;
    });
}

TransformError dualQuaternionError(const Blending& b, const Transform& t, const glm::dvec3& p) {
    const TransformError unbounded{kUnbounded, kUnbounded, kUnbounded, 180.0};
    if (!hasSides(b)) return unbounded;
    const glm::dquat& first = b.palette[b.shares[0].bind].rotation;
    const auto sided = [&](const Entry& e) { return sideOf(first, e.rotation) * e.rotation; };
    glm::dquat sum(0, 0, 0, 0), dual(0, 0, 0, 0);
    for (const Share& share : b.shares) {
        const Entry& e = b.palette[share.bind];
        sum += share.weight * sided(e);
        dual += share.weight * 0.5 * (glm::dquat(0, glm::dvec3(e.matrix[3])) * sided(e));
    }
    const double length = glm::length(sum);
    const double scalar = (dual * glm::conjugate(sum)).w / (length * length);
    const double sumError =
        b.sum([&](const Entry& e) { return glm::length(sided(e) - b.kept * sum); },
              [](const EntryError& e) { return e.quaternion; });
    if (!(sumError < length)) return unbounded;
    const auto apart = [&](const Entry& e) {
        const double offset = 0.5 * glm::length(glm::dvec3(e.matrix[3]) - t.translation);
        return std::hypot(offset, scalar);
    };
    double moved = 0;
    for (const Share& share : b.shares) {
        const EntryError& error = b.errors[share.bind];
        const double q = apart(b.palette[share.bind]);
        const double translation = glm::length(glm::dvec3(error.elements[3]));
        moved += share.step * q +
                 (share.weight + share.step) * (0.5 * translation + q * error.quaternion);
    }
    const glm::dvec3 u = t.linear * p;
    const double before =
        b.sum([&](const Entry& e) { return glm::length(e.shear * p - b.kept * u); },
              [&](const EntryError& e) { return e.shear * glm::length(p); });
    const double sine = sumError / length;
    return {
        .position = 2 * moved / (length - sumError) + 2 * sine * (glm::length(u) + before) + before,
        .linear = b.sum([&](const Entry& e) { return norm(e.shear - b.kept * t.linear); },
                        [](const EntryError& e) { return e.shear; }),
        .normals = b.sum([&](const Entry& e) { return norm(e.shearNormals - b.kept * t.normals); },
                         [](const EntryError& e) { return e.shearNormals; }),
        .turnDegrees = 2 * glm::degrees(std::asin(sine))};
}

}  // namespace

double norm(const glm::dmat3& m) {
    return std::sqrt(glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2]));
}

double longest(const glm::dmat3& m) {
    const glm::dmat3 squared = glm::transpose(m) * m;
    return std::sqrt(std::sqrt(norm(squared * squared)));
}

double turnedBy(double error, double length) {
    if (error <= 0) return 0;
    return error < length ? glm::degrees(std::asin(error / length)) : 180.0;
}

double inverseError(double inverse, double error) {
    return inverse * error < 1 ? inverse * inverse * error / (1 - inverse * error) : kUnbounded;
}

EntryError errorOf(const Entry& entry, const glm::dmat4& elements) {
    const double linear = norm(glm::dmat3(elements));
    EntryError out{.elements = elements, .linear = linear};
    if (linear == 0) return out;
    const glm::dmat3 a(entry.matrix);
    const double inverse = longest(glm::inverse(a));
    const double relative = inverse * linear;
    const bool bounded = relative < 0.25;
    const double turned = bounded ? std::sqrt(2.0) * relative / (1 - relative) : kUnbounded;
    out.quaternion = 0.5 * turned;
    out.shear = bounded ? linear + turned * longest(a) : kUnbounded;
    out.matrixNormals = inverseError(inverse, linear);
    out.shearNormals = inverseError(inverse, out.shear);  // |U^-1| = |A^-1|
    return out;
}

TransformError transformError(const Blending& b, const Transform& t, Blend blend,
                              const glm::dvec3& position) {
    return blend == Blend::linear ? linearError(b, t, position)
                                  : dualQuaternionError(b, t, position);
}

bool hasHandedness(const Transform& t, double error) {
    const glm::dmat3 cofactors = cofactorMatrix(t.linear);
    const double change = norm(cofactors) * error + (norm(t.linear) + error) * error * error;
    return error == 0 || std::abs(glm::dot(t.linear[0], cofactors[0])) > change;
}

double normalDegrees(const Transform& t, const TransformError& error, Normals normals,
                     const glm::dvec3& normal, double off) {
    const double length = glm::length(t.normals * normal), in = glm::length(normal);
    const double before = longest(t.normals) * off;
    if (normals == Normals::raw) return turnedBy(error.linear * (in + off) + before, length);
    if (normals == Normals::inverseTranspose) {
        return turnedBy(error.normals * (in + off) + before, length);
    }
    if (!hasHandedness(t, error.linear)) return 180.0;
    const double e = error.linear, a = norm(t.linear);
    const double along = in > 0 ? glm::length(t.linear * normal) / in : 0;
    const double across = std::sqrt(std::max(a * a - along * along, 0.0));
    return turnedBy((across * e + 0.5 * e * e) * in + (a * e + 0.5 * e * e) * off + before, length);
}

double tangentDegrees(const Transform& t, const TransformError& error, const glm::dvec3& tangent,
                      double off) {
    return turnedBy(error.linear * (glm::length(tangent) + off) + longest(t.linear) * off,
                    glm::length(t.linear * tangent));
}

}  // namespace sinew::reference
