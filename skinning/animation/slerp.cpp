// Slerp of one pair of quaternions a lane, compiled once for every instruction set and chosen at
// run time. docs/kernels.md has the figures.
//
// With the angle A between two quaternions, slerp is
//     a sin((1 - t) A) / sin A  +  b sin(t A) / sin A.
// Written with S(v) = sin(sqrt(v)) / sqrt(v) and R = A / sin A it is
//     a (1 - t) R S((1 - t)^2 A^2)  +  b t R S(t^2 A^2).
// R is a smooth function of the cosine, S one of the square, and A^2 = R^2 (1 - cosine^2). So there
// is no angle to be found, no division, and nothing special about quaternions that are equal.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/animation/slerp.cpp"
#include <hwy/foreach_target.h>
// The targets' own includes come behind.
#include <hwy/highway.h>

#include <cstdint>

#include "skinning/animation/slerp.h"

HWY_BEFORE_NAMESPACE();
namespace sinew::slerping::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Lane = hn::CappedTag<float, 16>;
using V = hn::Vec<Lane>;

/// 1 + v (c0 + v (c1 + ...)): a sum in which the first term stays exact.
template <size_t count>
HWY_INLINE V onePlus(V v, const float (&coefficients)[count]) {
    const Lane d;
    V sum = hn::Set(d, coefficients[count - 1]);
    for (size_t i = count - 1; i-- > 0;) {
        sum = hn::MulAdd(sum, v, hn::Set(d, coefficients[i]));
    }
    return hn::MulAdd(sum, v, hn::Set(d, 1.0f));
}

/// A / sin A of 1 - cos A, up to a right angle; error 1e-8. (Chebyshev fit, as the next one.)
HWY_INLINE V angleOverSine(V oneMinusCosine) {
    constexpr float kTerms[] = {0.3333333284f,  0.1333343233f, 0.0571105879f,  0.02580037826f,
                                0.0090147924f,  0.0142751467f, -0.0162989942f, 0.02459185105f,
                                -0.0157470769f, 0.0053819802f};
    const Lane d;  // a tree of terms, because all else waits for this
    const V v = oneMinusCosine, v2 = hn::Mul(v, v), v4 = hn::Mul(v2, v2);
    const auto pair = [&](size_t i) HWY_ATTR {
        return hn::MulAdd(hn::Set(d, kTerms[i + 1]), v, hn::Set(d, kTerms[i]));
    };
    const V low = hn::MulAdd(pair(2), v2, pair(0));
    const V high = hn::MulAdd(pair(6), v2, pair(4));
    const V rest = hn::MulAdd(hn::MulAdd(pair(8), v4, high), v4, low);
    return hn::MulAdd(rest, v, hn::Set(d, 1.0f));
}

/// sin A / A of the square of A, up to a right angle; error 2e-8.
HWY_INLINE V sineOverAngle(V square) {
    constexpr float kTerms[] = {-0.1666666596f, 0.008333242135f, -0.0001982273949f, 2.634756e-6f};
    return onePlus(square, kTerms);
}

struct Quaternions {
    V x, y, z, w;
};

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE Quaternions load(const float* const* from, size_t offset) {
    const float* q = *from + offset;
    const Lane d;
    return {hn::Set(d, q[0]), hn::Set(d, q[1]), hn::Set(d, q[2]), hn::Set(d, q[3])};
}

HWY_INLINE void store(const Quaternions& q, float* const* to) {
    const V parts[] = {q.x, q.y, q.z, q.w};
    for (size_t c = 0; c < 4; ++c) (*to)[c] = hn::GetLane(parts[c]);
}

#else

/// Every fourth quaternion, a block of four lanes each.
template <class D>
HWY_INLINE hn::Vec<D> loadBlocks(D d, const float* const* from, size_t offset) {
    if constexpr (hn::MaxLanes(d) == 4) {
        return hn::LoadU(d, *from + offset);
    } else {
        const hn::Half<D> half;
        return hn::Combine(d, loadBlocks(half, from + hn::MaxLanes(half), offset),
                           loadBlocks(half, from, offset));
    }
}

template <class D>
HWY_INLINE void storeBlocks(D d, hn::Vec<D> v, float* const* to) {
    if constexpr (hn::MaxLanes(d) == 4) {
        hn::StoreU(v, d, *to);
    } else {
        const hn::Half<D> half;
        storeBlocks(half, hn::LowerHalf(half, v), to);
        storeBlocks(half, hn::UpperHalf(half, v), to + hn::MaxLanes(half));
    }
}

/// Four by four floats in each block: rows become columns.
HWY_INLINE Quaternions transposed(const Quaternions& q) {
    const Lane d;
    const hn::Repartition<uint64_t, Lane> pairs;
    const auto lowXY = hn::BitCast(pairs, hn::InterleaveLower(d, q.x, q.y));
    const auto lowZW = hn::BitCast(pairs, hn::InterleaveLower(d, q.z, q.w));
    const auto highXY = hn::BitCast(pairs, hn::InterleaveUpper(d, q.x, q.y));
    const auto highZW = hn::BitCast(pairs, hn::InterleaveUpper(d, q.z, q.w));
    return {hn::BitCast(d, hn::InterleaveLower(pairs, lowXY, lowZW)),
            hn::BitCast(d, hn::InterleaveUpper(pairs, lowXY, lowZW)),
            hn::BitCast(d, hn::InterleaveLower(pairs, highXY, highZW)),
            hn::BitCast(d, hn::InterleaveUpper(pairs, highXY, highZW))};
}

HWY_INLINE Quaternions load(const float* const* from, size_t offset) {
    const Lane d;
    return transposed({loadBlocks(d, from, offset), loadBlocks(d, from + 1, offset),
                       loadBlocks(d, from + 2, offset), loadBlocks(d, from + 3, offset)});
}

HWY_INLINE void store(const Quaternions& q, float* const* to) {
    const Lane d;
    const Quaternions rows = transposed(q);
    storeBlocks(d, rows.x, to);
    storeBlocks(d, rows.y, to + 1);
    storeBlocks(d, rows.z, to + 2);
    storeBlocks(d, rows.w, to + 3);
}

#endif

/// Turns [first, first + Lanes).
HWY_INLINE void slerpLanes(const Turns& turns, size_t first) {
    const Lane d;
    const V one = hn::Set(d, 1.0f);
    const Quaternions a = load(turns.keys + first, 0), b = load(turns.keys + first, 4);
    const V t = hn::Load(d, turns.fractions + first);
    const V rest = hn::Sub(one, t);

    const V dot =
        hn::Add(hn::MulAdd(a.x, b.x, hn::Mul(a.y, b.y)), hn::MulAdd(a.z, b.z, hn::Mul(a.w, b.w)));
    const V cosine = hn::Abs(dot);
    const V oneMinus = hn::Sub(one, cosine);
    const V ratio = angleOverSine(oneMinus);
    const V square = hn::Mul(hn::Mul(ratio, ratio), hn::Mul(oneMinus, hn::Add(one, cosine)));
    const auto weight = [&](V share) HWY_ATTR {
        return hn::Mul(hn::Mul(share, ratio),
                       sineOverAngle(hn::Mul(hn::Mul(share, share), square)));
    };
    const V ofA = weight(rest);
    const V ofB = hn::CopySignToAbs(weight(t), dot);  // b and -b are the same rotation
    const auto sum = [&](V p, V q) HWY_ATTR { return hn::MulAdd(p, ofA, hn::Mul(q, ofB)); };
    store({sum(a.x, b.x), sum(a.y, b.y), sum(a.z, b.z), sum(a.w, b.w)}, turns.results + first);
}

void slerp(Turns& turns) {
    if (turns.count == 0) return;
    const size_t lanes = hn::Lanes(Lane());
    const size_t last = turns.count - 1;
    const size_t end = (turns.count + lanes - 1) / lanes * lanes;
    for (size_t i = turns.count; i < end; ++i) {  // lanes that are left do the last one again
        turns.keys[i] = turns.keys[last];
        turns.results[i] = turns.results[last];
        turns.fractions[i] = turns.fractions[last];
    }
    for (size_t first = 0; first < end; first += lanes) slerpLanes(turns, first);
}

}  // namespace sinew::slerping::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {
namespace slerping {
HWY_EXPORT(slerp);
}

void slerp(Turns& turns) {
    using namespace slerping;
    HWY_DYNAMIC_DISPATCH(slerp)(turns);
}

}  // namespace sinew
#endif
