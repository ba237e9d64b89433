// Elementary functions that give the same bits everywhere: series over + - * / and sqrt alone.
#include "assets/math/exact.h"

namespace sinew::assets {
namespace {

// pi/2 in two parts, so that the reduction of a few hundred turns keeps full precision.
constexpr double kHalfPiHigh = 1.57079632673412561417;
constexpr double kHalfPiLow = 6.07710050650619224932e-11;

double sinSeries(double r) {
    const double s = r * r;
    double sum = 0.0;
    for (int n = 17; n >= 3; n -= 2) sum = (1.0 + sum) * (-s / (n * (n - 1.0)));
    return r * (1.0 + sum);
}

double cosSeries(double r) {
    const double s = r * r;
    double sum = 0.0;
    for (int n = 16; n >= 2; n -= 2) sum = (1.0 + sum) * (-s / (n * (n - 1.0)));
    return 1.0 + sum;
}

double sinShifted(double x, std::int64_t quarterTurns) {
    const double k = std::floor(x / (kHalfPiHigh + kHalfPiLow) + 0.5);
    const double r = (x - k * kHalfPiHigh) - k * kHalfPiLow;
    const std::int64_t quadrant = (static_cast<std::int64_t>(k) + quarterTurns) & 3;
    const double v = (quadrant & 1) != 0 ? cosSeries(r) : sinSeries(r);
    return quadrant >= 2 ? -v : v;
}

double atanPositive(double x) {
    if (x > 1.0) return kPi / 2.0 - atanPositive(1.0 / x);
    // Two halvings of the angle bring the series within |x| < 0.2.
    double factor = 1.0;
    for (int i = 0; i < 2; ++i) {
        x = x / (1.0 + std::sqrt(1.0 + x * x));
        factor *= 2.0;
    }
    const double s = x * x;
    double sum = 0.0;
    for (int n = 23; n >= 1; n -= 2) sum = 1.0 / n - s * sum;
    return factor * x * sum;
}

}  // namespace

double exactSin(double radians) {
    return sinShifted(radians, 0);
}
double exactCos(double radians) {
    return sinShifted(radians, 1);
}

double exactAtan2(double y, double x) {
    if (x == 0.0 && y == 0.0) return 0.0;
    const double ax = std::fabs(x), ay = std::fabs(y);
    double a = ay <= ax ? atanPositive(ay / ax) : kPi / 2.0 - atanPositive(ax / ay);
    if (x < 0.0) a = kPi - a;
    return y < 0.0 ? -a : a;
}

double exactAcos(double v) {
    const double c = clamp(v, -1.0, 1.0);
    return exactAtan2(std::sqrt(1.0 - c * c), c);
}

double exactExp(double v) {
    constexpr double kLn2 = 0.693147180559945309417;
    const double k = std::floor(v / kLn2 + 0.5);
    const double r = v - k * kLn2;
    double sum = 1.0;
    for (int n = 14; n >= 1; --n) sum = 1.0 + sum * r / n;
    return std::ldexp(sum, static_cast<int>(k));
}

Quat rotationAbout(Vec3 axis, double angle) {
    const double s = exactSin(angle * 0.5);
    return {axis.x * s, axis.y * s, axis.z * s, exactCos(angle * 0.5)};
}

Quat rotationBetween(Vec3 from, Vec3 to) {
    const double d = dot(from, to);
    if (d < -0.999999) {
        const Vec3 other = std::fabs(from.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
        return rotationAbout(normalize(cross(from, other)), kPi);
    }
    const Vec3 c = cross(from, to);
    return normalize(Quat{c.x, c.y, c.z, 1.0 + d});
}

Quat rotationOfFrames(Vec3 fromDirection, Vec3 fromSide, Vec3 toDirection, Vec3 toSide) {
    const Vec3 a = normalize(fromDirection), b = normalize(toDirection);
    const Quat swing = rotationBetween(a, b);
    const Vec3 carried = rotate(swing, normalize(fromSide - a * dot(fromSide, a)));
    const Vec3 wanted = normalize(toSide - b * dot(toSide, b));
    const double angle = exactAtan2(dot(cross(carried, wanted), b), dot(carried, wanted));
    return rotationAbout(b, angle) * swing;
}

Quat twistAbout(Quat q, Vec3 axis) {
    const double p = q.x * axis.x + q.y * axis.y + q.z * axis.z;
    const Quat t{axis.x * p, axis.y * p, axis.z * p, q.w};
    return dot(t, t) < 1e-12 ? Quat{} : normalize(t);
}

Quat scaledRotation(Quat q, double fraction) {
    if (q.w < 0.0) q = {-q.x, -q.y, -q.z, -q.w};
    const Vec3 v{q.x, q.y, q.z};
    const double s = length(v);
    if (s < 1e-12) return {};
    return rotationAbout(v * (1.0 / s), 2.0 * exactAtan2(s, q.w) * fraction);
}

double latticeHash(std::int64_t x, std::int64_t y, std::int64_t z) {
    std::uint64_t h = static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15ull +
                      static_cast<std::uint64_t>(y) * 0xC2B2AE3D27D4EB4Full +
                      static_cast<std::uint64_t>(z) * 0x165667B19E3779F9ull;
    h ^= h >> 29;
    h *= 0xBF58476D1CE4E5B9ull;
    h ^= h >> 32;
    h *= 0x94D049BB133111EBull;
    h ^= h >> 31;
    return static_cast<double>(h >> 11) * (1.0 / 9007199254740992.0);
}

double valueNoise(Vec3 p) {
    const double fx = std::floor(p.x), fy = std::floor(p.y), fz = std::floor(p.z);
    const double tx = smoothstep(0, 1, p.x - fx), ty = smoothstep(0, 1, p.y - fy),
                 tz = smoothstep(0, 1, p.z - fz);
    const auto ix = static_cast<std::int64_t>(fx), iy = static_cast<std::int64_t>(fy),
               iz = static_cast<std::int64_t>(fz);
    double plane[2];
    for (int k = 0; k < 2; ++k) {
        const double a = mix(latticeHash(ix, iy, iz + k), latticeHash(ix + 1, iy, iz + k), tx);
        const double b =
            mix(latticeHash(ix, iy + 1, iz + k), latticeHash(ix + 1, iy + 1, iz + k), tx);
        plane[k] = mix(a, b, ty);
    }
    return mix(plane[0], plane[1], tz) * 2.0 - 1.0;
}

}  // namespace sinew::assets
