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

#include <cstddef>
#include <cstdint>

#include "skinning/animation/slerp.h"
#include "skinning/lanes_of_four.h"

HWY_BEFORE_NAMESPACE();
namespace sinew::slerping::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace four = lanes::HWY_NAMESPACE;
using four::Lane;
using four::V;
using four::V4;

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

/// From the key at `keyAt(lane)` to the one behind it, to `resultAt(lane)`.
template <class KeyAt, class ResultAt>
HWY_INLINE void slerpLanes(const KeyAt& keyAt, V t, const ResultAt& resultAt) {
    const Lane d;
    const V one = hn::Set(d, 1.0f);
    const V4 a = four::loadPlane(keyAt);
    const V4 b = four::loadPlane([&](size_t lane) { return keyAt(lane) + 4; });
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
    four::storePlane({sum(a.x, b.x), sum(a.y, b.y), sum(a.z, b.z), sum(a.w, b.w)}, resultAt);
}

void slerpTurns(Turns& turns) {
    if (turns.count == 0) return;
    const Lane d;
    const size_t lanes = hn::Lanes(d);
    const size_t last = turns.count - 1;
    const size_t end = (turns.count + lanes - 1) / lanes * lanes;
    for (size_t i = turns.count; i < end; ++i) {  // lanes that are left do the last one again
        turns.keys[i] = turns.keys[last];
        turns.results[i] = turns.results[last];
        turns.fractions[i] = turns.fractions[last];
    }
    for (size_t first = 0; first < end; first += lanes) {
        slerpLanes([&](size_t lane) { return turns.keys[first + lane]; },
                   hn::Load(d, turns.fractions + first),
                   [&](size_t lane) { return turns.results[first + lane]; });
    }
}

void slerpChannels(std::span<const Channel> channels, const float* values, float fraction,
                   Transform* joints, Turns& left) {
    const Lane d;
    const size_t lanes = hn::Lanes(d);
    const auto keyOf = [=](const Channel& channel) { return values + channel.firstValue; };
    static_assert(offsetof(glm::quat, x) == 0 && offsetof(glm::quat, w) == 12);
    const auto resultOf = [=](const Channel& channel) {
        return &joints[channel.target].rotation.x;
    };
    for (; channels.size() >= lanes; channels = channels.subspan(lanes)) {
        slerpLanes([&](size_t lane) { return keyOf(channels[lane]); }, hn::Set(d, fraction),
                   [&](size_t lane) { return resultOf(channels[lane]); });
    }
    for (const Channel& channel : channels) {
        if (left.count == Turns::kMost) {
            slerpTurns(left);
            left.count = 0;
        }
        left.keys[left.count] = keyOf(channel);
        left.results[left.count] = resultOf(channel);
        left.fractions[left.count++] = fraction;
    }
}

}  // namespace sinew::slerping::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {
namespace slerping {
HWY_EXPORT(slerpTurns);
HWY_EXPORT(slerpChannels);
}  // namespace slerping

void slerp(Turns& turns) {
    using namespace slerping;
    HWY_DYNAMIC_DISPATCH(slerpTurns)(turns);
}

void slerpChannels(std::span<const Channel> channels, const float* values, float fraction,
                   std::span<Transform> joints, Turns& left) {
    using namespace slerping;
    HWY_DYNAMIC_DISPATCH(slerpChannels)(channels, values, fraction, joints.data(), left);
}

}  // namespace sinew
#endif
