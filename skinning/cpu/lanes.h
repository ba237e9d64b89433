// Vectors and matrices of the cpu method, one vertex or bind a lane. Read once for every
// instruction set.
#if defined(SINEW_LANES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_LANES_H
#undef SINEW_LANES_H
#else
#define SINEW_LANES_H
#endif

#include <hwy/highway.h>

#include "skinning/cpu/skin_kernel.h"

HWY_BEFORE_NAMESPACE();
namespace sinew::kernel::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Lane = hn::CappedTag<float, kGroup>;
using V = hn::Vec<Lane>;

struct V3 {
    V x, y, z;
};

// Named, because some targets' vectors have no "+".
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

/// Three columns.
struct M3 {
    V3 x, y, z;
};
HWY_INLINE V3 transform(const M3& m, const V3& v) {
    return mulAdd(m.x, v.x, mulAdd(m.y, v.y, scaled(m.z, v.z)));
}

/// transform(m, v) + by.
HWY_INLINE V3 moved(const M3& m, const V3& v, const V3& by) {
    return mulAdd(m.x, v.x, mulAdd(m.y, v.y, mulAdd(m.z, v.z, by)));
}

/// The cofactor matrix of m times the sign of its determinant, times v.
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

struct V4 {
    V x, y, z, w;
};
HWY_INLINE V3 xyz(const V4& v) {
    return {v.x, v.y, v.z};
}

/// Four floats, the same in each lane.
HWY_INLINE V4 inAllLanes(const float* of) {
    const Lane d;
    return {hn::Set(d, of[0]), hn::Set(d, of[1]), hn::Set(d, of[2]), hn::Set(d, of[3])};
}
HWY_INLINE V4 scaled(const V4& a, V s) {
    return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s), hn::Mul(a.w, s)};
}
HWY_INLINE V4 mulAdd(const V4& a, V s, const V4& b) {
    return {hn::MulAdd(a.x, s, b.x), hn::MulAdd(a.y, s, b.y), hn::MulAdd(a.z, s, b.z),
            hn::MulAdd(a.w, s, b.w)};
}
/// A plane of a bind, times s, plus b. Of 8 lanes, one load and shuffles are faster than four
/// loads.
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

#if HWY_TARGET == HWY_SCALAR

template <class At>
HWY_INLINE V4 loadPlane(const At& at) {
    return inAllLanes(at(0));
}
template <class At>
HWY_INLINE void storePlane(const V4& plane, const At& at) {
    const V parts[] = {plane.x, plane.y, plane.z, plane.w};
    for (size_t c = 0; c < 4; ++c) at(0)[c] = hn::GetLane(parts[c]);
}

#else

/// Four floats of every fourth lane from `first` on: as many as `d` has blocks of four.
template <class D, class At>
HWY_INLINE hn::Vec<D> loadRows(D d, const At& at, size_t first) {
    if constexpr (hn::MaxLanes(D()) <= 4) {
        return hn::LoadU(d, at(first));
    } else {
        const hn::Half<D> half;
        return hn::Combine(d, loadRows(half, at, first + hn::MaxLanes(half)),
                           loadRows(half, at, first));
    }
}
template <class D, class At>
HWY_INLINE void storeRows(D d, hn::Vec<D> v, const At& at, size_t first) {
    if constexpr (hn::MaxLanes(D()) <= 4) {
        hn::StoreU(v, d, at(first));
    } else {
        const hn::Half<D> half;
        storeRows(half, hn::LowerHalf(half, v), at, first);
        storeRows(half, hn::UpperHalf(half, v), at, first + hn::MaxLanes(half));
    }
}

/// Four by four floats in each block: rows become columns.
HWY_INLINE V4 transposed(const V4& rows) {
    const Lane d;
    const hn::Repartition<uint64_t, Lane> pairs;
    const auto bits = [&](V v) HWY_ATTR { return hn::BitCast(pairs, v); };
    const auto xy01 = bits(hn::InterleaveLower(d, rows.x, rows.y)),
               xy23 = bits(hn::InterleaveLower(d, rows.z, rows.w));
    const auto zw01 = bits(hn::InterleaveUpper(d, rows.x, rows.y)),
               zw23 = bits(hn::InterleaveUpper(d, rows.z, rows.w));
    return {hn::BitCast(d, hn::InterleaveLower(pairs, xy01, xy23)),
            hn::BitCast(d, hn::InterleaveUpper(pairs, xy01, xy23)),
            hn::BitCast(d, hn::InterleaveLower(pairs, zw01, zw23)),
            hn::BitCast(d, hn::InterleaveUpper(pairs, zw01, zw23))};
}

/// Four floats of each lane, which lie where `at(lane)` says.
template <class At>
HWY_INLINE V4 loadPlane(const At& at) {
    const auto row = [&](size_t i) HWY_ATTR { return loadRows(Lane(), at, i); };
    return transposed({row(0), row(1), row(2), row(3)});
}
template <class At>
HWY_INLINE void storePlane(const V4& plane, const At& at) {
    const Lane d;
    const V4 rows = transposed(plane);
    storeRows(d, rows.x, at, 0);
    storeRows(d, rows.y, at, 1);
    storeRows(d, rows.z, at, 2);
    storeRows(d, rows.w, at, 3);
}

#endif

}  // namespace sinew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
