// Slerp with one pair of quaternions a lane, compiled once for every instruction set and chosen at
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

#include <cstring>

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
    return onePlus(oneMinusCosine, kTerms);
}

/// sin A / A of the square of A, up to a right angle; error 2e-8.
HWY_INLINE V sineOverAngle(V square) {
    constexpr float kTerms[] = {-0.1666666596f, 0.008333242135f, -0.0001982273949f, 2.634756e-6f};
    return onePlus(square, kTerms);
}

/// Pairs [first, first + Lanes).
HWY_INLINE void slerpLanes(SlerpPairs& pairs, uint32_t first) {
    const Lane d;
    const V one = hn::Set(d, 1.0f);
    V ax, ay, az, aw, bx, by, bz, bw;
    hn::LoadInterleaved4(d, pairs.from + 4 * first, ax, ay, az, aw);
    hn::LoadInterleaved4(d, pairs.to + 4 * first, bx, by, bz, bw);
    const V t = hn::Load(d, pairs.fraction + first);
    const V rest = hn::Sub(one, t);

    const V dot = hn::MulAdd(ax, bx, hn::MulAdd(ay, by, hn::MulAdd(az, bz, hn::Mul(aw, bw))));
    const V cosine = hn::Abs(dot);
    const V oneMinus = hn::Sub(one, cosine);
    const V ratio = angleOverSine(oneMinus);
    const V square = hn::Mul(hn::Mul(ratio, ratio), hn::Mul(oneMinus, hn::Add(one, cosine)));
    const V ofA =
        hn::Mul(hn::Mul(rest, ratio), sineOverAngle(hn::Mul(hn::Mul(rest, rest), square)));
    const V toB = hn::Mul(hn::Mul(t, ratio), sineOverAngle(hn::Mul(hn::Mul(t, t), square)));
    const V ofB = hn::CopySignToAbs(toB, dot);  // the other quaternion of the same rotation

    const auto mixed = [&](V a, V b) HWY_ATTR { return hn::MulAdd(a, ofA, hn::Mul(b, ofB)); };
    hn::StoreInterleaved4(mixed(ax, bx), mixed(ay, by), mixed(az, bz), mixed(aw, bw), d,
                          pairs.from + 4 * first);
}

void slerp(SlerpPairs& pairs) {
    const auto lanes = static_cast<uint32_t>(hn::Lanes(Lane()));
    const uint32_t end = (pairs.count + lanes - 1) / lanes * lanes;
    for (uint32_t unused = pairs.count; unused < end; ++unused) {
        std::memset(pairs.from + 4 * unused, 0, 16);
        std::memset(pairs.to + 4 * unused, 0, 16);
        pairs.fraction[unused] = 0;
    }
    for (uint32_t first = 0; first < end; first += lanes) slerpLanes(pairs, first);
}

}  // namespace sinew::slerping::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {
namespace slerping {
HWY_EXPORT(slerp);
}

void slerp(SlerpPairs& pairs) {
    using namespace slerping;
    HWY_DYNAMIC_DISPATCH(slerp)(pairs);
}

}  // namespace sinew
#endif
