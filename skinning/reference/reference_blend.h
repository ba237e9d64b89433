// Blends the transforms of one vertex in double precision, for the reference and the error bounds.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <limits>
#include <span>
#include <vector>

#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew::reference {

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// A column shorter than this has no direction. Relative to the matrix's Frobenius norm.
inline constexpr double kShortColumn = 1e-6;
/// If the determinant's magnitude is smaller than this, the inverse is only rounding errors.
/// Relative to the product of the column lengths.
inline constexpr double kFlatVolume = 1e-6;

/// A palette entry, decomposed for dual quaternions: matrix = translation * rotation * shear.
struct Entry {
    glm::dmat4 matrix;
    glm::dquat rotation;
    glm::dmat3 shear;          // upper triangular; [2][2] < 0 if the matrix mirrors
    glm::dmat3 matrixNormals;  // inverse transpose of the 3x3, or cofactor matrix
    glm::dmat3 shearNormals;   // inverse transpose of `shear`, or its cofactor matrix
};

Entry makeEntry(const glm::dmat4& matrix);

struct Vertex {
    glm::dvec3 position;
    glm::dvec3 normal;
    glm::dvec3 tangent;
};
Vertex morphedVertex(const Geometry& geometry, uint32_t vertex, std::span<const double> weights);

/// An influence of a vertex, with the error of its weight.
struct Share {
    uint32_t bind = 0;
    double weight = 0;
    double step = 0;  // largest error of the stored weight
};
/// Sets `out` to the heaviest `limit` influences (0: all), whose weights are normalized.
void sharesOf(const Geometry& geometry, uint32_t vertex, uint32_t limit, std::vector<Share>& out);

/// A blended transform: position = rotation * (linear * p) + translation, tangent = rotation *
/// linear * t, normal = rotation * normals * n. With Blend::linear, rotation is the identity.
struct Transform {
    glm::dquat rotation{1, 0, 0, 0};
    glm::dmat3 linear{0.0};
    glm::dmat3 normals{0.0};
    glm::dvec3 translation{0.0};
};
Transform blended(std::span<const Entry> palette, std::span<const Share> shares, Blend blend,
                  Normals normals);

/// Returns the determinant times the inverse transpose: the cross products of the columns.
glm::dmat3 cofactorMatrix(const glm::dmat3& m);

/// Returns -1 if -`other` is nearer to `first` than `other`, otherwise 1. q and -q are the same
/// rotation.
double sideOf(const glm::dquat& first, const glm::dquat& other);

}  // namespace sinew::reference
