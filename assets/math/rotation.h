// Rotations between frames, and noise.
#pragma once

#include "assets/math/vector.h"

namespace sinew::assets {

inline constexpr double kPi = 3.14159265358979323846;

inline double clampedAcos(double v) {
    return std::acos(clamp(v, -1.0, 1.0));
}

inline double radians(double degrees) {
    return degrees * (kPi / 180.0);
}

/// Rotation by `angle` radians about the unit vector `axis`.
Quat rotationAbout(Vec3 axis, double angle);
/// The shortest rotation that takes the unit vector `from` to the unit vector `to`.
Quat rotationBetween(Vec3 from, Vec3 to);
/// The rotation that takes the frame (direction, side) to another; `side` need not be
/// perpendicular.
Quat rotationOfFrames(Vec3 fromDirection, Vec3 fromSide, Vec3 toDirection, Vec3 toSide);
/// The part of `q` that turns about the unit vector `axis`.
Quat twistAbout(Quat q, Vec3 axis);
/// The rotation that is `fraction` of `q`, along the shorter arc.
Quat scaledRotation(Quat q, double fraction);

/// A hash of three lattice coordinates in [0, 1).
double latticeHash(std::int64_t x, std::int64_t y, std::int64_t z);
/// Smooth value noise in [-1, 1] with features of about one unit.
double valueNoise(Vec3 p);

}  // namespace sinew::assets
