// Bounds the error of a blended vertex that errors of weights and palette entries cause.
#pragma once

#include <cmath>
#include <glm/glm.hpp>
#include <span>

#include "skinning/reference/reference_blend.h"

namespace sinew::reference {

/// Error bounds of one palette entry. blend_bounds.cpp defines the symbols.
struct EntryError {
    glm::dmat4 elements{0.0};  // per element
    double linear = 0;         // |E|, of the 3x3 part
    double quaternion = 0;     // rho
    double shear = 0;          // error of U
    double matrixNormals = 0;
    double shearNormals = 0;
};
/// Returns all bounds of an entry from the bounds of its elements.
EntryError errorOf(const Entry& entry, const glm::dmat4& elements);

/// The input of one vertex's blend.
struct Blending {
    std::span<const Entry> palette;
    std::span<const EntryError> errors;
    std::span<const Share> shares;
    double kept = 0;  // c of blend_bounds.cpp: 1 if weights sum to one, otherwise 0

    template <typename Spread, typename Error>
    double sum(const Spread& spread, const Error& error) const {
        double spreads = 0, errorSum = 0;
        for (const Share& share : shares) {
            if (share.step > 0) spreads += share.step * spread(palette[share.bind]);
            errorSum += (share.weight + share.step) * error(errors[share.bind]);
        }
        return spreads + errorSum;
    }
};

struct TransformError {
    double position = 0;
    double linear = 0;
    double normals = 0;      // Normals::inverseTranspose only
    double turnDegrees = 0;  // error of the rotation
};
TransformError transformError(const Blending& b, const Transform& t, Blend blend,
                              const glm::dvec3& position);
/// Returns true if no error of the linear part up to `error` (Frobenius norm) changes the sign of
/// its determinant.
bool hasHandedness(const Transform& t, double error);
/// Both functions return a bound of the angle between the exact and the computed direction,
/// degrees. `off`: error of the input direction.
double normalDegrees(const Transform& t, const TransformError& error, Normals normals,
                     const glm::dvec3& normal, double off);
double tangentDegrees(const Transform& t, const TransformError& error, const glm::dvec3& tangent,
                      double off);

double norm(const glm::dmat3& m);
/// Returns an upper bound of the spectral norm, at most 3^(1/8) times too large.
double longest(const glm::dmat3& m);
/// Returns the largest angle, in degrees, by which `error` turns a vector of `length`.
double turnedBy(double error, double length);
/// Returns |A^-1|^2 |E| / (1 - |A^-1| |E|) for |A^-1| = `inverse` and |E| = `error`.
double inverseError(double inverse, double error);

}  // namespace sinew::reference
