// The blend of one vertex's transforms in double precision, for the reference and the bounds.
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

/// Relative to the matrix's Frobenius norm: a shorter column has no direction.
inline constexpr double kShortColumn = 1e-6;
/// Relative to the product of the column lengths: with less volume, an inverse is rounding errors.
inline constexpr double kFlatVolume = 1e-6;

/// A palette entry in the forms that the settings need: matrix = translation * rotation * shear.
struct Entry {
    glm::dmat4 matrix;
    glm::dquat rotation;
    glm::dmat3 shear;          // upper triangular; [2][2] < 0 if the matrix mirrors
    glm::dmat3 matrixNormals;  // inverse transpose of the 3x3, or cofactor matrix
    glm::dmat3 shearNormals;   // the same of `shear`
};

Entry makeEntry(const glm::dmat4& matrix);

struct Vertex {
    glm::dvec3 position;
    glm::dvec3 normal;
    glm::dvec3 tangent;
};
Vertex morphedVertex(const Geometry& geometry, uint32_t vertex, std::span<const double> weights);

/// One influence. Weights are normalized over the heaviest `limit` influences (0: all).
struct Share {
    uint32_t bind = 0;
    double weight = 0;
    double step = 0;  // largest error of the stored weight
};
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

/// Returns determinant times inverse transpose: the cross products of the columns.
glm::dmat3 cofactorMatrix(const glm::dmat3& m);

/// Returns -1 if -`other` is closer to `first` than `other`: q and -q are the same rotation.
double sideOf(const glm::dquat& first, const glm::dquat& other);

}  // namespace sinew::reference
