// SIMD vectors and matrices of the cpu method. Each lane has one vertex or one bind. Compiled once
// per instruction set.
#if defined(SINEW_LANES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_LANES_H
#undef SINEW_LANES_H
#else
#define SINEW_LANES_H
#endif

#include <hwy/highway.h>

#include "skinning/cpu/skin_kernel.h"
#include "skinning/lanes_of_four.h"

HWY_BEFORE_NAMESPACE();
namespace sinew::kernel::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace four = lanes::HWY_NAMESPACE;
using four::inAllLanes;
using four::Lane;
using four::loadPlane;
using four::storePlane;
using four::V;
using four::V4;
static_assert(hn::MaxLanes(Lane()) <= kGroup);

struct V3 {
    V x, y, z;
};

// Arithmetic on V3 has functions, because vectors of some instruction sets have no operators.
HWY_INLINE V3 add(const V3& a, const V3& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
HWY_INLINE V3 scaled(const V3& a, V s) {
    return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
}
HWY_INLINE V3 mulAdd(const V3& a, V s, const V3& b) {
    return {hn::MulAdd(a.x, s, b.x), hn::MulAdd(a.y, s, b.y), hn::MulAdd(a.z, s, b.z)};
}
HWY_INLINE V dot(const V3& a, const V3& b) {
    return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}
HWY_INLINE V3 cross(const V3& a, const V3& b) {
    return {hn::NegMulAdd(a.z, b.y, hn::Mul(a.y, b.z)), hn::NegMulAdd(a.x, b.z, hn::Mul(a.z, b.x)),
            hn::NegMulAdd(a.y, b.x, hn::Mul(a.x, b.y))};
}

struct M3 {
    V3 x, y, z;
};
HWY_INLINE V3 transform(const M3& m, const V3& v) {
    return mulAdd(m.x, v.x, mulAdd(m.y, v.y, scaled(m.z, v.z)));
}

HWY_INLINE V3 moved(const M3& m, const V3& v, const V3& by) {
    return mulAdd(m.x, v.x, mulAdd(m.y, v.y, mulAdd(m.z, v.z, by)));
}

HWY_INLINE V determinant(const M3& m) {
    return dot(m.y, cross(m.z, m.x));
}

/// Returns C * s * v. C is the cofactor matrix of `m`, s is the sign of its determinant.
HWY_INLINE V3 byCofactors(const M3& m, const V3& v) {
    const Lane d;
    const V3 zx = cross(m.z, m.x);
    const V3 zv = scaled(m.z, v.x);
    const V3 rest{hn::NegMulAdd(m.x.x, v.z, zv.x), hn::NegMulAdd(m.x.y, v.z, zv.y),
                  hn::NegMulAdd(m.x.z, v.z, zv.z)};
    const V3 out = mulAdd(zx, v.y, cross(m.y, rest));
    const auto mirrored = hn::Lt(dot(m.y, zx), hn::Zero(d));
    const V sign = hn::IfThenElseZero(mirrored, hn::SignBit(d));
    return {hn::Xor(out.x, sign), hn::Xor(out.y, sign), hn::Xor(out.z, sign)};
}

HWY_INLINE V3 xyz(const V4& v) {
    return {v.x, v.y, v.z};
}

HWY_INLINE V4 scaled(const V4& a, V s) {
    return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s), hn::Mul(a.w, s)};
}
HWY_INLINE V4 mulAdd(const V4& a, V s, const V4& b) {
    return {hn::MulAdd(a.x, s, b.x), hn::MulAdd(a.y, s, b.y), hn::MulAdd(a.z, s, b.z),
            hn::MulAdd(a.w, s, b.w)};
}
/// Returns plane * s + b, with the plane's four floats in all lanes. With 8 lanes, one load and
/// shuffles are faster than four loads.
HWY_INLINE V4 addPlane(const float* plane, V s, const V4& b) {
    if constexpr (hn::MaxLanes(Lane()) == 8) {
        const V all = hn::LoadDup128(Lane(), plane);
        return mulAdd({hn::Broadcast<0>(all), hn::Broadcast<1>(all), hn::Broadcast<2>(all),
                       hn::Broadcast<3>(all)},
                      s, b);
    } else {
        return mulAdd(inAllLanes(plane), s, b);
    }
}
HWY_INLINE V dot(const V4& a, const V4& b) {
    return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::MulAdd(a.z, b.z, hn::Mul(a.w, b.w))));
}

using Words = hn::Vec<hn::RebindToUnsigned<Lane>>;

}  // namespace sinew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
