// Signed-distance shapes and their smooth combinations.
#pragma once

#include <vector>

#include "assets/math/vector.h"

// Distances are negative inside, in metres, and exact to first order near the surface; that is all
// that extraction and blending need. The smooth minimum is the quadratic one described by Inigo
// Quilez (iquilezles.org/articles/smin).
namespace sinew::assets {

inline double smoothUnion(double a, double b, double k) {
    const double h = (k - std::fabs(a - b)) / k;
    const double m = a < b ? a : b;
    return h > 0.0 ? m - h * h * k * 0.25 : m;
}
inline double smoothIntersection(double a, double b, double k) {
    return -smoothUnion(-a, -b, k);
}
inline double smoothSubtraction(double from, double what, double k) {
    return smoothIntersection(from, -what, k);
}

double sphere(Vec3 p, Vec3 centre, double radius);
/// `turn` carries the ellipsoid's own axes to object axes.
double ellipsoid(Vec3 p, Vec3 centre, Vec3 radii, Quat turn = {});
/// The hull of two spheres.
double roundCone(Vec3 p, Vec3 a, Vec3 b, double radiusA, double radiusB);

/// One cross-section of a Loft: a centre and four half-extents, joined by quarter ellipses.
struct Station {
    double t = 0.0;
    double centreX = 0.0, centreZ = 0.0;
    double right = 0.0, left = 0.0, front = 0.0, back = 0.0;  // along +x, -x, +z, -z
};

/// A limb drawn by its cross-sections along a straight axis, with smooth interpolation and round
/// ends.
class Loft {
public:
    /// `axis` and `side` are unit and perpendicular; a station's x runs along `side` and its z
    /// along cross(side, axis). `capStart` and `capEnd` are the lengths of the end caps.
    Loft(Vec3 origin, Vec3 axis, Vec3 side, std::vector<Station> stations, double capStart,
         double capEnd);

    double distance(Vec3 p) const;
    /// (x, t, z) of `p` in the loft's own frame, relative to the centre of the section at t.
    Vec3 local(Vec3 p) const;

private:
    Station at(double t) const;

    Vec3 origin_, axis_, side_, front_;
    std::vector<Station> stations_;
    std::vector<Station> slopes_;
    double capStart_, capEnd_;
};

}  // namespace sinew::assets
