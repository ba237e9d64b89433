// How the reference blends one vertex's transforms, in double precision; the bounds read it too.
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

/// Shorter than this share of the whole, a column has no direction of its own.
inline constexpr double kShortColumn = 1e-6;
/// A joint with less volume than this share of the product of its columns' lengths is flat: its
/// inverse would be mere rounding errors.
inline constexpr double kFlatVolume = 1e-6;

/// A palette entry in all forms that the settings need. matrix = translation * rotation * shear.
struct Entry {
    glm::dmat4 matrix;
    glm::dquat rotation;       // proper
    glm::dmat3 shear;          // upper triangle; [2][2] is negative where the matrix mirrors
    glm::dmat3 matrixNormals;  // inverse transpose of the 3x3, or its cofactor matrix
    glm::dmat3 shearNormals;   // the same of `shear`
};

/// Throws nothing; any finite matrix has an entry.
Entry makeEntry(const glm::dmat4& matrix);

/// A vertex in bind space, morphs added.
struct Vertex {
    glm::dvec3 position;
    glm::dvec3 normal;
    glm::dvec3 tangent;
};
Vertex morphedVertex(const Geometry& geometry, uint32_t vertex, std::span<const double> weights);

/// One influence of a vertex: weights sum to exactly 1 over the heaviest `limit` (0: all).
struct Share {
    uint32_t bind = 0;
    double weight = 0;
    double step = 0;  // the largest error of the weight, as it is stored
};
void sharesOf(const Geometry& geometry, uint32_t vertex, uint32_t limit, std::vector<Share>& out);

/// One vertex's blended transform: position = rotation * (linear * p) + translation, the tangent by
/// rotation * linear, the normal by rotation * normals. Under Blend::linear the rotation is none.
struct Transform {
    glm::dquat rotation{1, 0, 0, 0};
    glm::dmat3 linear{0.0};
    glm::dmat3 normals{0.0};
    glm::dvec3 translation{0.0};
};
Transform blended(std::span<const Entry> palette, std::span<const Share> shares, Blend blend,
                  Normals normals);

/// The columns are the cross products of the columns: determinant times inverse transpose.
glm::dmat3 cofactorMatrix(const glm::dmat3& m);

/// -1 where -`other` is nearer to `first` than `other` is: q and -q are the same rotation.
double sideOf(const glm::dquat& first, const glm::dquat& other);

}  // namespace sinew::reference
