// Double-precision vectors and quaternions.
#pragma once

#include <cmath>
#include <cstdint>

namespace sinew::assets {

struct Vec2 {
    double x = 0.0, y = 0.0;
};

struct Vec3 {
    double x = 0.0, y = 0.0, z = 0.0;
};

inline Vec2 operator+(Vec2 a, Vec2 b) {
    return {a.x + b.x, a.y + b.y};
}
inline Vec2 operator-(Vec2 a, Vec2 b) {
    return {a.x - b.x, a.y - b.y};
}
inline Vec2 operator*(Vec2 a, double s) {
    return {a.x * s, a.y * s};
}
inline double dot(Vec2 a, Vec2 b) {
    return a.x * b.x + a.y * b.y;
}

inline Vec3 operator+(Vec3 a, Vec3 b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec3 operator-(Vec3 a, Vec3 b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec3 operator-(Vec3 a) {
    return {-a.x, -a.y, -a.z};
}
inline Vec3 operator*(Vec3 a, double s) {
    return {a.x * s, a.y * s, a.z * s};
}
inline Vec3 operator*(double s, Vec3 a) {
    return a * s;
}
inline Vec3& operator+=(Vec3& a, Vec3 b) {
    return a = a + b;
}
inline double dot(Vec3 a, Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3 cross(Vec3 a, Vec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(Vec3 a) {
    return std::sqrt(dot(a, a));
}
inline Vec3 normalize(Vec3 a) {
    const double l = length(a);
    return l > 0.0 ? a * (1.0 / l) : Vec3{0.0, 1.0, 0.0};
}
inline Vec3 mirrorX(Vec3 a) {
    return {-a.x, a.y, a.z};
}

inline double clamp(double v, double lo, double hi) {
    return v < lo ? lo : (v > hi ? hi : v);
}
inline double mix(double a, double b, double t) {
    return a + (b - a) * t;
}
inline Vec3 mix(Vec3 a, Vec3 b, double t) {
    return a + (b - a) * t;
}
/// 0 below `lo`, 1 above `hi`, a cubic between; `lo` may be greater than `hi`.
inline double smoothstep(double lo, double hi, double v) {
    const double t = clamp((v - lo) / (hi - lo), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/// A rotation; xyz is the vector part, as glTF stores it.
struct Quat {
    double x = 0.0, y = 0.0, z = 0.0, w = 1.0;
};

inline Quat operator*(Quat a, Quat b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
inline Quat conjugate(Quat q) {
    return {-q.x, -q.y, -q.z, q.w};
}
inline double dot(Quat a, Quat b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
inline Quat normalize(Quat q) {
    const double s = 1.0 / std::sqrt(dot(q, q));
    return {q.x * s, q.y * s, q.z * s, q.w * s};
}
inline Vec3 rotate(Quat q, Vec3 v) {
    const Vec3 u{q.x, q.y, q.z};
    const Vec3 t = cross(u, v) * 2.0;
    return v + t * q.w + cross(u, t);
}
/// Normalised linear interpolation along the shorter arc.
inline Quat nlerp(Quat a, Quat b, double t) {
    const double s = dot(a, b) < 0.0 ? -1.0 : 1.0;
    return normalize(Quat{mix(a.x, s * b.x, t), mix(a.y, s * b.y, t), mix(a.z, s * b.z, t),
                          mix(a.w, s * b.w, t)});
}

}  // namespace sinew::assets
