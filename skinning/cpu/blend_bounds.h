// How errors of weights and palette entries move a blended vertex: the base of all bounds.
#pragma once

#include <cmath>
#include <glm/glm.hpp>
#include <span>

#include "skinning/cpu/reference_blend.h"

namespace sinew::reference {

/// What the palette's errors do to one entry.
struct EntryError {
    glm::dmat4 elements{0.0};
    double linear = 0;      // |E|
    double quaternion = 0;  // rho
    double shear = 0;       // of U
    double matrixNormals = 0;
    double shearNormals = 0;
};
EntryError errorOf(const Entry& entry, const glm::dmat4& elements);

/// One vertex: the input of blending, and its errors.
struct Blending {
    std::span<const Entry> palette;
    std::span<const EntryError> errors;
    std::span<const Share> shares;
    double kept = 0;  // c of blend_bounds.cpp

    /// The sum of step * spread(entry) + (weight + step) * error(entry).
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

/// Largest errors of a blended transform, before it meets a vertex.
struct TransformError {
    double position = 0;
    double linear = 0;
    double normals = 0;      // Normals::inverseTranspose only
    double turnDegrees = 0;  // of the rotation
};
TransformError transformError(const Blending& b, const Transform& t, Blend blend,
                              const glm::dvec3& position);
/// What errors of the transform, and `off` of the direction, turn a normal or a tangent by.
double normalDegrees(const Transform& t, const TransformError& error, Normals normals,
                     const glm::dvec3& normal, double off);
double tangentDegrees(const Transform& t, const TransformError& error, const glm::dvec3& tangent,
                      double off);

/// Frobenius.
double norm(const glm::dmat3& m);
/// At most how much longer a matrix makes a vector: the fourth root of |(m^T m)^2|, which is at
/// most the eighth root of 3 too large.
double longest(const glm::dmat3& m);
/// How far a vector of `length` may turn when it is moved by `error`, in degrees.
double turnedBy(double error, double length);
/// Of an inverse that is off by `error` before it is inverted: |A^-1|^2 |E| / (1 - |A^-1| |E|).
double inverseError(double inverse, double error);

}  // namespace sinew::reference
