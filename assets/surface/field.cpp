// Signed-distance shapes: exact spheres and cones, first-order ellipsoids and lofts.
#include "assets/surface/field.h"

#include <algorithm>
#include <utility>

namespace sinew::assets {
namespace {

// Applies `f(a.member, b.member)` to every figure of two stations but t.
template <typename F>
Station combine(const Station& a, const Station& b, F f) {
    Station r;
    r.t = a.t;
    r.centreX = f(a.centreX, b.centreX);
    r.centreZ = f(a.centreZ, b.centreZ);
    r.right = f(a.right, b.right);
    r.left = f(a.left, b.left);
    r.front = f(a.front, b.front);
    r.back = f(a.back, b.back);
    return r;
}

}  // namespace

double sphere(Vec3 p, Vec3 centre, double radius) {
    return length(p - centre) - radius;
}

double ellipsoid(Vec3 p, Vec3 centre, Vec3 r, Quat turn) {
    const Vec3 q = rotate(conjugate(turn), p - centre);
    const Vec3 a{q.x / r.x, q.y / r.y, q.z / r.z};
    const double k0 = length(a);
    const double k1 = length(Vec3{a.x / r.x, a.y / r.y, a.z / r.z});
    return k1 > 1e-9 ? k0 * (k0 - 1.0) / k1 : -std::min(r.x, std::min(r.y, r.z));
}

double roundCone(Vec3 p, Vec3 a, Vec3 b, double ra, double rb) {
    const Vec3 ab = b - a, ap = p - a;
    const double l2 = dot(ab, ab), l = std::sqrt(l2);
    const double along = dot(ap, ab) / l;
    const double across = std::sqrt(std::max(0.0, dot(ap, ap) - along * along));
    // The tangent cone leans by the sine (ra - rb) / l: slide the foot of the perpendicular by it.
    const double sine = (ra - rb) / l, cosine = std::sqrt(std::max(1e-6, 1.0 - sine * sine));
    const double h = clamp((along + across * sine / cosine) / l, 0.0, 1.0);
    const double dx = along - h * l;
    return std::sqrt(dx * dx + across * across) - mix(ra, rb, h);
}

Loft::Loft(Vec3 origin, Vec3 axis, Vec3 side, std::vector<Station> stations, double capStart,
           double capEnd)
    : origin_(origin),
      axis_(axis),
      side_(side),
      front_(cross(side, axis)),
      stations_(std::move(stations)),
      capStart_(capStart),
      capEnd_(capEnd) {
    // Tangents through the neighbours on both sides (non-uniform Catmull-Rom), one-sided at the
    // ends.
    for (std::size_t i = 0; i < stations_.size(); ++i) {
        const Station& a = stations_[i == 0 ? 0 : i - 1];
        const Station& b = stations_[std::min(i + 1, stations_.size() - 1)];
        const double span = b.t - a.t;
        slopes_.push_back(combine(a, b, [span](double u, double v) { return (v - u) / span; }));
    }
}

Station Loft::at(double t) const {
    std::size_t i = 0;
    while (i + 2 < stations_.size() && t > stations_[i + 1].t) ++i;
    const Station &a = stations_[i], &b = stations_[i + 1];
    const double span = b.t - a.t, s = clamp((t - a.t) / span, 0.0, 1.0);
    const double s2 = s * s, s3 = s2 * s;
    const double h0 = 2 * s3 - 3 * s2 + 1, h1 = (s3 - 2 * s2 + s) * span, h2 = 3 * s2 - 2 * s3,
                 h3 = (s3 - s2) * span;
    const auto add = [](double u, double v) { return u + v; };
    const Station values = combine(a, b, [=](double u, double v) { return h0 * u + h2 * v; });
    const Station tangents =
        combine(slopes_[i], slopes_[i + 1], [=](double u, double v) { return h1 * u + h3 * v; });
    return combine(values, tangents, add);
}

Vec3 Loft::local(Vec3 p) const {
    const Vec3 d = p - origin_;
    const double t = dot(d, axis_);
    const Station s = at(clamp(t, stations_.front().t, stations_.back().t));
    return {dot(d, side_) - s.centreX, t, dot(d, front_) - s.centreZ};
}

double Loft::distance(Vec3 p) const {
    const Vec3 d = p - origin_;
    const double t = dot(d, axis_), first = stations_.front().t, last = stations_.back().t;
    const Station s = at(clamp(t, first, last));
    const double x = dot(d, side_) - s.centreX, z = dot(d, front_) - s.centreZ;
    const double rx = x > 0.0 ? s.right : s.left, rz = z > 0.0 ? s.front : s.back;
    const double over = t < first ? first - t : (t > last ? t - last : 0.0);
    const double cap = t < first ? capStart_ : capEnd_;
    const Vec3 a{x / rx, over / cap, z / rz};
    const double k0 = length(a);
    const double k1 = length(Vec3{a.x / rx, a.y / cap, a.z / rz});
    return k1 > 1e-9 ? k0 * (k0 - 1.0) / k1 : -std::min(rx, rz);
}

}  // namespace sinew::assets
