// The functions of take_apart.h in SIMD. Each lane has one bind. Compiled once per instruction set.
#if defined(SINEW_TAKE_APART_LANES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_TAKE_APART_LANES_H
#undef SINEW_TAKE_APART_LANES_H
#else
#define SINEW_TAKE_APART_LANES_H
#endif

#include "skinning/cpu/lanes.h"
#include "skinning/cpu/take_apart.h"

HWY_BEFORE_NAMESPACE();
namespace sinew::kernel::HWY_NAMESPACE {

HWY_INLINE V lengthOf(const V3& v) {
    return hn::Sqrt(dot(v, v));
}
HWY_INLINE V inverse(V v) {
    return hn::Div(hn::Set(Lane(), 1.0f), v);
}
template <class Mask>
HWY_INLINE V3 chosen(Mask mask, const V3& a, const V3& b) {
    return {hn::IfThenElse(mask, a.x, b.x), hn::IfThenElse(mask, a.y, b.y),
            hn::IfThenElse(mask, a.z, b.z)};
}

HWY_INLINE V3 perpendicular(const V3& q) {
    const Lane d;
    const V one = hn::Set(d, 1.0f), zero = hn::Zero(d);
    const V x = hn::Abs(q.x), y = hn::Abs(q.y), z = hn::Abs(q.z);
    const auto alongX = hn::And(hn::Le(x, y), hn::Le(x, z));
    const V3 axis = chosen(alongX, {one, zero, zero},
                           chosen(hn::Le(y, z), {zero, one, zero}, V3{zero, zero, one}));
    const V3 left = mulAdd(q, hn::Neg(dot(q, axis)), axis);
    return scaled(left, inverse(lengthOf(left)));
}

/// Returns the unit quaternion q of a rotation. The rows of the matrix 4 q q^T are multiples of q;
/// the code normalizes a row that is not small.
HWY_INLINE V4 quaternionOf(const M3& m) {
    const Lane d;
    const V xx = m.x.x, yy = m.y.y, zz = m.z.z;
    const V wx = hn::Sub(m.y.z, m.z.y), wy = hn::Sub(m.z.x, m.x.z), wz = hn::Sub(m.x.y, m.y.x);
    const V xy = hn::Add(m.x.y, m.y.x), zx = hn::Add(m.z.x, m.x.z), yz = hn::Add(m.y.z, m.z.y);
    const V trace = hn::Add(hn::Add(xx, yy), zz), one = hn::Set(d, 1.0f);
    const V rest = hn::Sub(one, trace);
    const auto square = [&](V part) HWY_ATTR { return hn::Add(hn::Add(part, part), rest); };
    const auto byW = hn::Gt(trace, hn::Zero(d)), byY = hn::Ge(yy, zz);
    const auto byX = hn::And(hn::Ge(xx, yy), hn::Ge(xx, zz));
    const auto chosen = [&](V w, V x, V y, V z) HWY_ATTR {
        return hn::IfThenElse(byW, w, hn::IfThenElse(byX, x, hn::IfThenElse(byY, y, z)));
    };
    const V4 row{chosen(wx, square(xx), xy, zx), chosen(wy, xy, square(yy), yz),
                 chosen(wz, zx, yz, square(zz)), chosen(hn::Add(one, trace), wx, wy, wz)};
    return scaled(row, inverse(hn::Sqrt(dot(row, row))));
}

struct RigidAndShearLanes {
    V4 real, dual;  // x y z w
    M3 shear;
};

HWY_INLINE RigidAndShearLanes takeApart(const M3& m, const V3& translation) {
    const Lane d;
    const V zero = hn::Zero(d), one = hn::Set(d, 1.0f);
    const V squares = hn::Add(hn::Add(dot(m.x, m.x), dot(m.y, m.y)), dot(m.z, m.z));
    const V shortest = hn::Mul(hn::Set(d, kShortColumn), hn::Sqrt(squares));
    const V length0 = lengthOf(m.x);
    const V3 q0 =
        chosen(hn::Gt(length0, shortest), scaled(m.x, inverse(length0)), V3{one, zero, zero});
    const V3 rest = mulAdd(q0, hn::Neg(dot(q0, m.y)), m.y);
    const V length1 = lengthOf(rest);
    const auto long1 = hn::Gt(length1, shortest);
    V3 q1 = scaled(rest, inverse(length1));
    if (!hn::AllTrue(d, long1)) q1 = chosen(long1, q1, perpendicular(q0));
    const V3 q2 = cross(q0, q1);

    const V4 real = quaternionOf({q0, q1, q2});
    const V3 r = xyz(real), half = scaled(translation, hn::Set(d, 0.5f));
    const V3 dual = mulAdd(half, real.w, cross(half, r));
    return {.real = real,
            .dual = {dual.x, dual.y, dual.z, hn::Neg(dot(half, r))},
            .shear = {{dot(q0, m.x), zero, zero},
                      {dot(q0, m.y), dot(q1, m.y), zero},
                      {dot(q0, m.z), dot(q1, m.z), dot(q2, m.z)}}};
}

HWY_INLINE M3 jointNormals(const M3& m) {
    const Lane d;
    const M3 cofactors{cross(m.y, m.z), cross(m.z, m.x), cross(m.x, m.y)};
    const V determinant = dot(m.x, cofactors.x);
    const V box = hn::Mul(hn::Mul(lengthOf(m.x), lengthOf(m.y)), lengthOf(m.z));
    const auto hasVolume = hn::Gt(hn::Abs(determinant), hn::Mul(hn::Set(d, kFlatVolume), box));
    const V scale = hn::IfThenElse(hasVolume, inverse(determinant), hn::Set(d, 1.0f));
    return {scaled(cofactors.x, scale), scaled(cofactors.y, scale), scaled(cofactors.z, scale)};
}

}  // namespace sinew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
