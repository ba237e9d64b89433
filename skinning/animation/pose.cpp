// One forward loop over the hierarchy, compiled once for every instruction set and chosen at run
// time. docs/kernels.md has the figures.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/animation/pose.cpp"
#include <hwy/foreach_target.h>
// The targets' own includes come behind.
#include <hwy/highway.h>

#include <cmath>
#include <cstddef>

#include "skinning/animation/affine.h"
#include "skinning/animation/pose.h"

HWY_BEFORE_NAMESPACE();
namespace sinew::posing::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

// Without vectors.
glm::vec4 poseSkeleton(const Skeleton& skeleton, const Pose& pose, gpu::Affine* objectFromJoint) {
    glm::vec4 largest(0.0f);
    for (uint32_t j = 0; j < skeleton.size(); ++j) {
        const gpu::Affine own = affineFrom(pose.joints[j]);
        const int32_t parent = skeleton.parents[j];
        objectFromJoint[j] = parent == kNoParent ? own : multiply(objectFromJoint[parent], own);
        for (int r = 0; r < 3; ++r) {
            for (int c = 0; c < 4; ++c) {  // keeps what is not a number
                const float size = std::abs(objectFromJoint[j][r][c]);
                if (!(size <= largest[c])) largest[c] = size;
            }
        }
    }
    return largest;
}

#else

namespace hn = hwy::HWY_NAMESPACE;

// A row of a matrix is a register of four floats: x y z of the 3x3 part, and the translation.
using RowTag = hn::FixedTag<float, 4>;
using Row = hn::Vec<RowTag>;

struct Rows {
    Row x, y, z;
};

HWY_INLINE Row row(float x, float y, float z, float w) {
    alignas(16) const float lanes[4] = {x, y, z, w};
    return hn::Load(RowTag(), lanes);
}

/// (0, 0, 0, a.w)
HWY_INLINE Row onlyLast(Row a) {
    const hn::RebindToUnsigned<RowTag> words;
    alignas(16) constexpr uint32_t kLast[4] = {0, 0, 0, ~0u};
    return hn::And(a, hn::BitCast(RowTag(), hn::Load(words, kLast)));
}

/// T * R * S. R is 1 plus, in each row, two products of the quaternion's parts, and each factor is
/// one number times a shuffled quaternion whose signs are constant:
///   1 - 2yy - 2zz    2xy - 2zw        2xz + 2yw
///   2xy + 2zw        1 - 2xx - 2zz    2yz - 2xw
///   2xz - 2yw        2yz + 2xw        1 - 2xx - 2yy
HWY_INLINE Rows rowsOf(const Transform& transform) {
    static_assert(offsetof(Transform, rotation) == 12 && offsetof(Transform, scale) == 28);
    const RowTag d;
    const float* t = &transform.translation.x;
    const Row q = hn::LoadU(d, t + 3);                   // x y z w
    const Row s = hn::Shuffle0321(hn::LoadU(d, t + 6));  // of w and the scale: scale, w
    const Row x = hn::Set(d, t[3]), y = hn::Set(d, t[4]), z = hn::Set(d, t[5]);
    const Row yxwz = hn::Shuffle2301(q), zwxy = hn::Shuffle1032(q), wzyx = hn::Shuffle0123(q);
    Rows r{row(1, 0, 0, 0), row(0, 1, 0, 0), row(0, 0, 1, 0)};
    r.x = hn::MulAdd(hn::Mul(y, row(-2, 2, 2, 0)), yxwz, r.x);
    r.x = hn::MulAdd(hn::Mul(z, row(-2, -2, 2, 0)), zwxy, r.x);
    r.y = hn::MulAdd(hn::Mul(x, row(2, -2, -2, 0)), yxwz, r.y);
    r.y = hn::MulAdd(hn::Mul(z, row(2, -2, 2, 0)), wzyx, r.y);
    r.z = hn::MulAdd(hn::Mul(x, row(2, 2, -2, 0)), zwxy, r.z);
    r.z = hn::MulAdd(hn::Mul(y, row(-2, 2, -2, 0)), wzyx, r.z);
    return {hn::MulAdd(r.x, s, onlyLast(hn::Set(d, t[0]))),
            hn::MulAdd(r.y, s, onlyLast(hn::Set(d, t[1]))),
            hn::MulAdd(r.z, s, onlyLast(hn::Set(d, t[2])))};
}

/// A row of a * b, of four floats of `a`.
HWY_INLINE Row product(const float* a, const Rows& b) {
    const RowTag d;
    Row sum = onlyLast(hn::LoadU(d, a));
    sum = hn::MulAdd(hn::Set(d, a[0]), b.x, sum);
    sum = hn::MulAdd(hn::Set(d, a[1]), b.y, sum);
    return hn::MulAdd(hn::Set(d, a[2]), b.z, sum);
}

/// The largest magnitude of each column of rows of four floats. As integers, magnitudes compare as
/// the floats do, and what is not a number is the largest.
glm::vec4 largestOf(const float* values, size_t count) {
    const hn::CappedTag<int32_t, 16> d;
    const hn::FixedTag<int32_t, 4> columns;
    const size_t lanes = hn::Lanes(d);
    const auto* words = reinterpret_cast<const int32_t*>(values);
    const auto sizeAt = [&](auto tag, size_t i) HWY_ATTR {
        return hn::And(hn::LoadU(tag, words + i), hn::Set(tag, 0x7fffffff));
    };
    auto even = hn::Zero(d), odd = hn::Zero(d);  // neither waits for the other
    size_t i = 0;
    for (; i + 2 * lanes <= count; i += 2 * lanes) {
        even = hn::Max(even, sizeAt(d, i));
        odd = hn::Max(odd, sizeAt(d, i + lanes));
    }
    HWY_ALIGN int32_t all[16];
    hn::Store(hn::Max(even, odd), d, all);
    auto largest = hn::Load(columns, all);
    for (size_t l = 4; l < lanes; l += 4) largest = hn::Max(largest, hn::Load(columns, all + l));
    for (; i < count; i += 4) largest = hn::Max(largest, sizeAt(columns, i));
    glm::vec4 result;
    hn::StoreU(hn::BitCast(RowTag(), largest), RowTag(), &result.x);
    return result;
}

glm::vec4 poseSkeleton(const Skeleton& skeleton, const Pose& pose, gpu::Affine* objectFromJoint) {
    const RowTag d;
    constexpr size_t kFloats = sizeof(gpu::Affine) / sizeof(float);
    const size_t count = skeleton.size();
    const int32_t* parents = skeleton.parents.data();
    const Transform* joints = pose.joints.data();
    auto* matrices = reinterpret_cast<float*>(objectFromJoint);
    for (size_t j = 0; j < count; ++j) {
        Rows own = rowsOf(joints[j]);
        if (parents[j] != kNoParent) {
            const float* parent = matrices + kFloats * static_cast<size_t>(parents[j]);
            own = {product(parent, own), product(parent + 4, own), product(parent + 8, own)};
        }
        float* to = matrices + kFloats * j;
        hn::StoreU(own.x, d, to);
        hn::StoreU(own.y, d, to + 4);
        hn::StoreU(own.z, d, to + 8);
    }
    return largestOf(matrices, kFloats * count);
}

#endif

}  // namespace sinew::posing::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew {
namespace posing {
HWY_EXPORT(poseSkeleton);
}

glm::vec4 poseSkeleton(const Skeleton& skeleton, const Pose& pose,
                       std::span<gpu::Affine> objectFromJoint) {
    using namespace posing;
    return HWY_DYNAMIC_DISPATCH(poseSkeleton)(skeleton, pose, objectFromJoint.data());
}

}  // namespace sinew
#endif
