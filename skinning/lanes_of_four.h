// SIMD helpers for four floats per lane. The file is included once per instruction set.
#if defined(SINEW_LANES_OF_FOUR_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_LANES_OF_FOUR_H
#undef SINEW_LANES_OF_FOUR_H
#else
#define SINEW_LANES_OF_FOUR_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sinew::lanes::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr size_t kMostLanes = 16;
using Lane = hn::CappedTag<float, kMostLanes>;
using V = hn::Vec<Lane>;

struct V4 {
    V x, y, z, w;
};

HWY_INLINE V4 inAllLanes(const float* of) {
    const Lane d;
    return {hn::Set(d, of[0]), hn::Set(d, of[1]), hn::Set(d, of[2]), hn::Set(d, of[3])};
}

#if HWY_TARGET == HWY_SCALAR

/// Loads four floats for each lane from `at(lane)`.
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

/// Loads four floats for each of the lanes `first`, `first` + 4, ... Each lane's floats fill a
/// block.
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

/// Transposes the 4 x 4 floats in each block of the registers.
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

}  // namespace sinew::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
