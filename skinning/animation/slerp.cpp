// Slerp of one pair of quaternions a lane, compiled once for every instruction set and chosen at
// run time. docs/kernels.md has the figures.
//
// With the angle A between two quaternions, slerp is
//     a sin((1 - t) A) / sin A  +  b sin(t A) / sin A.
// Written with S(v) = sin(sqrt(v)) / sqrt(v) and R = A / sin A it is
//     a (1 - t) R S((1 - t)^2 A^2)  +  b t R S(t^2 A^2).
// A^2 and R belong to a pair of keys, so they are found once and lie beside the keys. What is left
// is the polynomial S: no angle, no division, and nothing special about quaternions that are equal.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/animation/slerp.cpp"
#include <hwy/foreach_target.h>
// The targets' own includes come behind.
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
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

/// sin A / A of the square of A, up to a right angle; error 2e-8. (A Chebyshev fit.)
HWY_INLINE V sineOverAngle(V square) {
    constexpr float kTerms[] = {-0.1666666596f, 0.008333242135f, -0.0001982273949f, 2.634756e-6f};
    const Lane d;
    V sum = hn::Set(d, kTerms[3]);
    for (size_t i = 3; i-- > 0;) sum = hn::MulAdd(sum, square, hn::Set(d, kTerms[i]));
    return hn::MulAdd(sum, square, hn::Set(d, 1.0f));  // 1 stays exact
}

/// Rotations of as many lanes, the first of which has its planes at `key`, to `resultAt(lane)`.
template <class ResultAt>
HWY_INLINE void slerpLanes(const float* key, size_t rotations, V t, const ResultAt& resultAt) {
    const Lane d;
    const auto plane = [&](size_t p) HWY_ATTR { return hn::LoadU(d, key + p * rotations); };
    const V square = plane(kSquare), ratio = plane(kRatio);
    const auto weight = [&](V share, V r) HWY_ATTR {
        return hn::Mul(hn::Mul(share, r), sineOverAngle(hn::Mul(hn::Mul(share, share), square)));
    };
    const V ofA = weight(hn::Sub(hn::Set(d, 1.0f), t), hn::Abs(ratio));
    const V ofB = weight(t, ratio);
    const auto sum = [&](size_t p) HWY_ATTR {
        return hn::MulAdd(plane(p), ofA, hn::Mul(plane(kPlanes + p), ofB));
    };
    four::storePlane({sum(kX), sum(kY), sum(kZ), sum(kW)}, resultAt);
}

void slerpRotations(std::span<const uint32_t> joints, const float* key, float fraction,
                    Transform* transforms) {
    const Lane d;
    const size_t lanes = hn::Lanes(d), count = joints.size();
    const V t = hn::Set(d, fraction);
    static_assert(offsetof(glm::quat, x) == 0 && offsetof(glm::quat, w) == 12);
    const auto rotationOf = [=](uint32_t joint) { return &transforms[joint].rotation.x; };
    size_t first = 0;
    for (; first + lanes <= count; first += lanes) {
        slerpLanes(key + first, count, t,
                   [&](size_t lane) { return rotationOf(joints[first + lane]); });
    }
    if (first == count) return;
    float unused[4];  // lanes behind the last rotation read what is there, and nobody reads them
    slerpLanes(key + first, count, t, [&](size_t lane) {
        return first + lane < count ? rotationOf(joints[first + lane]) : unused;
    });
}

}  // namespace sinew::slerping::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {
namespace slerping {
HWY_EXPORT(slerpRotations);

struct Arc {
    double square = 0, ratio = 1;  // kSquare, kRatio
};

/// From the quaternion at `key` to the one behind it, the short way.
Arc arcOf(const float* key) {
    const float* next = key + 4;
    double dot = 0;
    for (int c = 0; c < 4; ++c) dot += double{key[c]} * next[c];
    const double sign = dot < 0 ? -1 : 1;
    double apart = 0, sum = 0;  // squares of chords; an arc cosine would lose what is small
    for (int c = 0; c < 4; ++c) {
        const double a = key[c], b = sign * next[c];
        apart += (a - b) * (a - b);
        sum += (a + b) * (a + b);
    }
    const double angle = 2 * std::atan2(std::sqrt(apart), std::sqrt(sum));
    return {angle * angle, angle > 0 ? sign * angle / std::sin(angle) : sign};
}
}  // namespace slerping

LinearRotations::LinearRotations(std::span<const Channel> channels, std::span<const float> values) {
    using namespace slerping;
    const size_t count = channels.size(), keys = channels.front().keyCount;
    // The last vector reads as far behind its planes as a vector reaches.
    planes_.resize(kPlanes * keys * count + lanes::HWY_NAMESPACE::kMostLanes);
    for (size_t i = 0; i < count; ++i) {
        joints_.push_back(channels[i].target);
        for (size_t key = 0; key < keys; ++key) {
            const float* value = values.data() + channels[i].firstValue + 4 * key;
            float* to = planes_.data() + kPlanes * key * count + i;
            for (size_t c = 0; c < 4; ++c) to[c * count] = value[c];
            const Arc arc = key + 1 < keys ? arcOf(value) : Arc{};
            to[kSquare * count] = static_cast<float>(arc.square);
            to[kRatio * count] = static_cast<float>(arc.ratio);
        }
    }
}

void LinearRotations::slerp(uint32_t key, float fraction, std::span<Transform> joints) const {
    using namespace slerping;
    const float* planes = planes_.data() + size_t{kPlanes} * key * joints_.size();
    HWY_DYNAMIC_DISPATCH(slerpRotations)(joints_, planes, fraction, joints.data());
}

}  // namespace sinew
#endif
