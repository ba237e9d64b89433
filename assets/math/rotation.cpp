// Rotations between frames, and noise.
#include "assets/math/rotation.h"

namespace sinew::assets {

Quat rotationAbout(Vec3 axis, double angle) {
    const double s = std::sin(angle * 0.5);
    return {axis.x * s, axis.y * s, axis.z * s, std::cos(angle * 0.5)};
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
    const double angle = std::atan2(dot(cross(carried, wanted), b), dot(carried, wanted));
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
    return rotationAbout(v * (1.0 / s), 2.0 * std::atan2(s, q.w) * fraction);
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
