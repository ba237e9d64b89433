// Slerps one pair of quaternions per SIMD lane. The code is compiled for several instruction sets;
// the best one is selected at run time. docs/kernels.md has measurements.
//
// With the angle A between two quaternions, slerp is
//     a sin((1 - t) A) / sin A  +  b sin(t A) / sin A.
// With S(v) = sin(sqrt(v)) / sqrt(v) and R = A / sin A it is
//     a (1 - t) R S((1 - t)^2 A^2)  +  b t R S(t^2 A^2).
// A^2 and R are stored with each pair of keys. Only the polynomial S remains: no angle, no
// division, no special case for equal quaternions.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/animation/slerp.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come before highway.h.
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "skinning/animation/slerp.h"
#include "skinning/lanes_of_four.h"

#ifndef SINEW_LONE_KEYS
#define SINEW_LONE_KEYS
namespace sinew::slerping {
/// A record of LoneRotations: a key's planes, then its KeyTime. kRecord is its length in floats.
constexpr size_t kSeconds = kPlanes, kRecord = kPlanes + 2;

struct LoneKeys {
    const float* records;
    const uint32_t *entered, *left;  // by rotation: first and last key to search

    const float* recordAt(size_t rotation, float timeSeconds) const {
        const auto passed = [&](uint32_t key) {
            return records[kRecord * key + kSeconds] <= timeSeconds;
        };
        return records + kRecord * lastPassed(entered[rotation], left[rotation], passed);
    }
};
}  // namespace sinew::slerping
#endif

HWY_BEFORE_NAMESPACE();
namespace sinew::slerping::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace four = lanes::HWY_NAMESPACE;
using four::Lane;
using four::V;
using four::V4;

/// Returns sin A / A for the square of A, up to a right angle. The error is 2e-8 (Chebyshev fit).
HWY_INLINE V sineOverAngle(V square) {
    constexpr float kTerms[] = {-0.1666666596f, 0.008333242135f, -0.0001982273949f, 2.634756e-6f};
    const Lane d;
    V sum = hn::Set(d, kTerms[3]);
    for (size_t i = 3; i-- > 0;) sum = hn::MulAdd(sum, square, hn::Set(d, kTerms[i]));
    return hn::MulAdd(sum, square, hn::Set(d, 1.0f));  // exactly 1 at 0
}

struct Weights {
    V ofKey, ofNext;
};
HWY_INLINE Weights weightsAt(V t, V square, V ratio) {
    const auto weight = [&](V share, V r) HWY_ATTR {
        return hn::Mul(hn::Mul(share, r), sineOverAngle(hn::Mul(hn::Mul(share, share), square)));
    };
    return {weight(hn::Sub(hn::Set(Lane(), 1.0f), t), hn::Abs(ratio)), weight(t, ratio)};
}

/// Slerps one rotation per lane. Writes the result of each lane to resultAt(lane).
template <class ResultAt>
HWY_INLINE void slerpLanes(const float* key, size_t rotations, V t, const ResultAt& resultAt) {
    const auto plane = [&](size_t p) HWY_ATTR { return hn::LoadU(Lane(), key + p * rotations); };
    const Weights weights = weightsAt(t, plane(kSquare), plane(kRatio));
    const auto sum = [&](size_t p) HWY_ATTR {
        return hn::MulAdd(plane(p), weights.ofKey, hn::Mul(plane(kPlanes + p), weights.ofNext));
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
    float unused[4];  // results of lanes without a rotation
    slerpLanes(key + first, count, t, [&](size_t lane) {
        return first + lane < count ? rotationOf(joints[first + lane]) : unused;
    });
}

void slerpLone(const LoneKeys& keys, std::span<const uint32_t> joints, float timeSeconds,
               Transform* transforms) {
    const Lane d;
    const size_t lanes = hn::Lanes(d);
    const V time = hn::Set(d, timeSeconds), zero = hn::Zero(d), one = hn::Set(d, 1.0f);
    for (size_t first = 0; first < joints.size(); first += lanes) {
        const float *records[four::kMostLanes], *record = nullptr;
        float *results[four::kMostLanes], *result = nullptr;
        for (size_t lane = 0; lane < lanes; ++lane) {
            if (const size_t i = first + lane; i < joints.size()) {
                record = keys.recordAt(i, timeSeconds);
                result = &transforms[joints[i]].rotation.x;
            }  // remaining lanes repeat the last rotation
            records[lane] = record;
            results[lane] = result;
        }
        const auto planes = [&](size_t p) HWY_ATTR {
            return four::loadPlane([&](size_t lane) { return records[lane] + p; });
        };
        const V4 key = planes(kX), next = planes(kRecord + kX);
        const V4 arc = planes(kSquare);  // x: kSquare, y: kRatio, z and w: the KeyTime
        const V t = hn::Max(hn::Mul(hn::Sub(time, arc.z), arc.w), zero);
        const Weights weights = weightsAt(t, arc.x, arc.y);
        const V ofKey = hn::IfThenElse(hn::Eq(t, zero), one, weights.ofKey);  // exactly
        const auto sum = [&](V a, V b)
                             HWY_ATTR { return hn::MulAdd(a, ofKey, hn::Mul(b, weights.ofNext)); };
        four::storePlane(
            {sum(key.x, next.x), sum(key.y, next.y), sum(key.z, next.z), sum(key.w, next.w)},
            [&](size_t lane) { return results[lane]; });
    }
}

}  // namespace sinew::slerping::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {
namespace slerping {
HWY_EXPORT(slerpRotations);
HWY_EXPORT(slerpLone);

/// Returns the planes of the quaternion at `key`. The next key's quaternion follows in memory,
/// unless this is the `last` key.
std::array<float, kPlanes> planesOf(const float* key, bool last) {
    if (last) return {key[kX], key[kY], key[kZ], key[kW], 0.0f, 1.0f};
    const float* next = key + 4;
    double dot = 0;
    for (int c = 0; c < 4; ++c) dot += double{key[c]} * next[c];
    const double sign = dot < 0 ? -1 : 1;
    // Squared lengths of a - b and a + b, from which the angle follows. An arc cosine would be
    // inaccurate for small angles.
    double apart = 0, sum = 0;
    for (int c = 0; c < 4; ++c) {
        const double a = key[c], b = sign * next[c];
        apart += (a - b) * (a - b);
        sum += (a + b) * (a + b);
    }
    const double angle = 2 * std::atan2(std::sqrt(apart), std::sqrt(sum));
    const double ratio = angle > 0 ? sign * angle / std::sin(angle) : sign;
    return {key[kX],
            key[kY],
            key[kZ],
            key[kW],
            static_cast<float>(angle * angle),
            static_cast<float>(ratio)};
}
}  // namespace slerping

LinearRotations::LinearRotations(std::span<const Channel> channels, std::span<const float> values) {
    using namespace slerping;
    const size_t count = channels.size(), keys = channels.front().keyCount;
    planes_.resize(kPlanes * keys * count + lanes::HWY_NAMESPACE::kMostLanes);
    for (size_t i = 0; i < count; ++i) {
        joints_.push_back(channels[i].target);
        for (size_t key = 0; key < keys; ++key) {
            const float* value = &values[channels[i].firstValue + 4 * key];
            const auto planes = planesOf(value, key + 1 == keys);
            for (size_t p = 0; p < kPlanes; ++p) {
                planes_[(kPlanes * key + p) * count + i] = planes[p];
            }
        }
    }
}

void LinearRotations::slerp(uint32_t key, float fraction, std::span<Transform> joints) const {
    using namespace slerping;
    const float* planes = planes_.data() + size_t{kPlanes} * key * joints_.size();
    HWY_DYNAMIC_DISPATCH(slerpRotations)(joints_, planes, fraction, joints.data());
}

LoneRotations::LoneRotations(std::span<const Channel> channels, const Clip& clip) {
    using namespace slerping;
    KeyTimes sets;
    for (const Channel& channel : channels) {
        joints_.push_back(channel.target);
        sets.push_back(std::span(clip.times).subspan(channel.firstKey, channel.keyCount));
        for (size_t key = 0; key < channel.keyCount; ++key) {
            const float* value = &clip.values[channel.firstValue + 4 * key];
            const auto planes = planesOf(value, key + 1 == channel.keyCount);
            const KeyTime time = keyTimeOf(sets.back(), key);
            records_.insert(records_.end(), planes.begin(), planes.end());
            records_.insert(records_.end(), {time.seconds, time.perSecond});
        }
    }
    records_.resize(records_.size() + kRecord);  // padding that is read after the last key
    steps_ = KeySteps(sets);
}

void LoneRotations::slerp(float timeSeconds, std::span<Transform> joints) const {
    using namespace slerping;
    if (joints_.empty()) return;
    const size_t step = steps_.stepOf(timeSeconds);
    const LoneKeys keys{records_.data(), steps_.entered(step), steps_.left(step)};
    HWY_DYNAMIC_DISPATCH(slerpLone)(keys, joints_, timeSeconds, joints.data());
}

}  // namespace sinew
#endif
