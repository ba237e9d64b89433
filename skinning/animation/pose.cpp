// Poses the joint hierarchy in one forward loop. The code is compiled for several instruction sets;
// the best one is selected at run time. docs/kernels.md has measurements.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/animation/pose.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come before highway.h.
#include <hwy/highway.h>

#include <cmath>
#include <cstddef>

#include "skinning/animation/affine.h"
#include "skinning/animation/pose.h"

HWY_BEFORE_NAMESPACE();
namespace sinew::posing::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

glm::vec4 poseSkeleton(const Skeleton& skeleton, const Pose& pose, gpu::Affine* objectFromJoint) {
    glm::vec4 largest(0.0f);
    for (uint32_t j = 0; j < skeleton.size(); ++j) {
        const gpu::Affine own = affineFrom(pose.joints[j]);
        const int32_t parent = skeleton.parents[j];
        objectFromJoint[j] = parent == kNoParent ? own : multiply(objectFromJoint[parent], own);
        for (int r = 0; r < 3; ++r) {
            for (int c = 0; c < 4; ++c) {  // NaN is stored, too
                const float size = std::abs(objectFromJoint[j][r][c]);
                if (!(size <= largest[c])) largest[c] = size;
            }
        }
    }
    return largest;
}

#else

namespace hn = hwy::HWY_NAMESPACE;

// A register has blocks of four floats. A block is a matrix row: x, y, z and the translation.
using Tag = hn::CappedTag<float, 16>;
using V = hn::Vec<Tag>;
constexpr size_t kBlocks = hn::MaxLanes(Tag()) / 4;
constexpr size_t kMatrix = sizeof(gpu::Affine) / sizeof(float);
constexpr size_t kTransform = sizeof(Transform) / sizeof(float);

/// Loads blocks of four floats, `stride` floats apart. Blocks from `count` on are 0 and not read.
template <class D>
HWY_INLINE hn::Vec<D> loadBlocks(D d, const float* from, size_t stride, size_t count) {
    constexpr size_t kHalf = hn::MaxLanes(D()) / 8;
    if constexpr (kHalf == 0) {
        return hn::LoadU(d, from);
    } else {
        if (stride == 4 && count == 2 * kHalf) return hn::LoadU(d, from);
        const hn::Half<D> half;
        const auto lower = loadBlocks(half, from, stride, HWY_MIN(count, kHalf));
        if (count <= kHalf) return hn::ZeroExtendVector(d, lower);
        const float* rest = from + kHalf * stride;
        return hn::Combine(d, loadBlocks(half, rest, stride, count - kHalf), lower);
    }
}
template <class D>
HWY_INLINE void storeBlocks(D d, hn::Vec<D> v, size_t count, float* to) {
    constexpr size_t kHalf = hn::MaxLanes(D()) / 8;
    if constexpr (kHalf == 0) {
        hn::StoreU(v, d, to);
    } else {
        if (count == 2 * kHalf) {
            hn::StoreU(v, d, to);
            return;
        }
        const hn::Half<D> half;
        storeBlocks(half, hn::LowerHalf(half, v), HWY_MIN(count, kHalf), to);
        if (count <= kHalf) return;
        storeBlocks(half, hn::UpperHalf(half, v), count - kHalf, to + 4 * kHalf);
    }
}
HWY_INLINE V inAllBlocks(V v, size_t block) {
    const Tag d;
    if constexpr (kBlocks == 1) {
        return v;
    } else if constexpr (kBlocks == 2) {
        return block == 0 ? hn::ConcatLowerLower(d, v, v) : hn::ConcatUpperUpper(d, v, v);
    } else {
        alignas(64) static constexpr int32_t kLanes[][16] = {
            {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3},
            {4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7},
            {8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11},
            {12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15}};
        return hn::TableLookupLanes(v, hn::SetTableIndices(d, kLanes[block]));
    }
}
HWY_INLINE V eachBlock(const uint32_t (&bits)[4]) {
    return hn::BitCast(Tag(), hn::LoadDup128(hn::RebindToUnsigned<Tag>(), bits));
}
/// onlyLast() keeps component w of each block and clears the others; butLast() clears only w.
alignas(16) constexpr uint32_t kLast[4] = {0, 0, 0, ~0u};
HWY_INLINE V onlyLast(V v) {
    return hn::And(v, eachBlock(kLast));
}
HWY_INLINE V butLast(V v) {
    return hn::AndNot(eachBlock(kLast), v);
}

struct Locals {
    V rows[3];
};

/// Returns T * R * S of consecutive joints. Each element of R is 1 or 0, plus two products of
/// quaternion components. One factor of a product is a component. The other factor is an element of
/// a shuffled quaternion with changed signs, which two rows share:
///   1 - 2yy - 2zz 2xy - 2zw 2xz + 2yw
///   2xy + 2zw 1 - 2xx - 2zz 2yz - 2xw
///   2xz - 2yw 2yz + 2xw 1 - 2xx - 2yy
HWY_INLINE Locals localsOf(const Transform* joints) {
    static_assert(offsetof(Transform, rotation) == 12 && offsetof(Transform, scale) == 28);
    constexpr uint32_t kMinus = 0x80000000u, kOne = 0x3f800000u;  // the bits of -0 and 1
    alignas(16) static constexpr uint32_t kSigns[][4] = {
        {kMinus, 0, 0, 0}, {kMinus, kMinus, 0, 0}, {0, kMinus, 0, 0}};
    alignas(16) static constexpr uint32_t kUnits[][4] = {
        {kOne, 0, 0, 0}, {0, kOne, 0, 0}, {0, 0, kOne, 0}};
    const Tag d;
    const auto load = [&](size_t offset) HWY_ATTR {
        return loadBlocks(d, &joints->translation.x + offset, kTransform, kBlocks);
    };
    const V t = load(0), q = load(3);
    const V s = butLast(hn::Shuffle0321(load(6)));  // the scale without w
    const V x = hn::Broadcast<0>(q), y = hn::Broadcast<1>(q), z = hn::Broadcast<2>(q);
    const V twice = hn::Add(q, q);
    const V yxwz = hn::Xor(hn::Shuffle2301(twice), eachBlock(kSigns[0]));
    const V zwxy = hn::Xor(hn::Shuffle1032(twice), eachBlock(kSigns[1]));
    const V wzyx = hn::Xor(hn::Shuffle0123(twice), eachBlock(kSigns[2]));
    const V r0 = hn::MulAdd(y, yxwz, hn::MulAdd(z, zwxy, eachBlock(kUnits[0])));
    const V r1 = hn::NegMulAdd(x, yxwz, hn::MulAdd(z, wzyx, eachBlock(kUnits[1])));
    const V r2 = hn::NegMulAdd(x, zwxy, hn::NegMulAdd(y, wzyx, eachBlock(kUnits[2])));
    return {hn::MulAdd(r0, s, onlyLast(hn::Broadcast<0>(t))),
            hn::MulAdd(r1, s, onlyLast(hn::Broadcast<1>(t))),
            hn::MulAdd(r2, s, onlyLast(hn::Broadcast<2>(t)))};
}

constexpr size_t kParts = (3 + kBlocks - 1) / kBlocks;

/// One matrix. A register holds as many rows as fit; other blocks are unused.
struct Matrix {
    V parts[kParts];
};
constexpr size_t rowsOf(size_t part) {
    return HWY_MIN(kBlocks, 3 - kBlocks * part);
}

HWY_INLINE Matrix load(const float* from) {
    Matrix m;
    for (size_t p = 0; p < kParts; ++p) {
        m.parts[p] = loadBlocks(Tag(), from + 4 * kBlocks * p, 4, rowsOf(p));
    }
    return m;
}
HWY_INLINE void store(const Matrix& m, float* to) {
    for (size_t p = 0; p < kParts; ++p) {
        storeBlocks(Tag(), m.parts[p], rowsOf(p), to + 4 * kBlocks * p);
    }
}

/// Returns `a` times the matrix in a block of `locals`. Two independent sums shorten the latency.
HWY_INLINE Matrix product(const Matrix& a, const Locals& locals, size_t block) {
    const V x = inAllBlocks(locals.rows[0], block), y = inAllBlocks(locals.rows[1], block),
            z = inAllBlocks(locals.rows[2], block);
    Matrix out;
    for (size_t p = 0; p < kParts; ++p) {
        const V rows = a.parts[p];
        const V one = hn::MulAdd(hn::Broadcast<0>(rows), x, onlyLast(rows));
        const V other = hn::MulAdd(hn::Broadcast<1>(rows), y, hn::Mul(hn::Broadcast<2>(rows), z));
        out.parts[p] = hn::Add(one, other);
    }
    return out;
}

/// Largest magnitudes of matrix elements. Their bits are compared as integers, which gives the same
/// order; NaN is the largest.
struct Largest {
    using Integers = hn::RebindToSigned<Tag>;
    hn::Vec<Integers> parts[kParts];

    HWY_INLINE Largest() {
        for (auto& part : parts) part = hn::Zero(Integers());
    }
    HWY_INLINE void add(const Matrix& m) {
        const Integers d;
        for (size_t p = 0; p < kParts; ++p) {
            const auto size = hn::And(hn::BitCast(d, m.parts[p]), hn::Set(d, 0x7fffffff));
            parts[p] = hn::Max(parts[p], size);
        }
    }
    glm::vec4 ofColumns() const {
        alignas(64) int32_t rows[kParts * kBlocks * 4];
        for (size_t p = 0; p < kParts; ++p) hn::Store(parts[p], Integers(), rows + 4 * kBlocks * p);
        const hn::FixedTag<int32_t, 4> d;
        const auto row = [&](size_t r) HWY_ATTR { return hn::Load(d, rows + 4 * r); };
        const auto largest = hn::Max(hn::Max(row(0), row(1)), row(2));
        const hn::FixedTag<float, 4> floats;
        glm::vec4 result;
        hn::StoreU(hn::BitCast(floats, largest), floats, &result.x);
        return result;
    }
};

glm::vec4 poseSkeleton(const Skeleton& skeleton, const Pose& pose, gpu::Affine* objectFromJoint) {
    const size_t count = skeleton.size();
    const int32_t* parents = skeleton.parents.data();
    const Transform* joints = pose.joints.data();
    auto* matrices = reinterpret_cast<float*>(objectFromJoint);
    const gpu::Affine unit(glm::vec4(1, 0, 0, 0), glm::vec4(0, 1, 0, 0), glm::vec4(0, 0, 1, 0));
    const Matrix one = load(&unit[0].x);
    Largest largest;
    // Matrix of joint j - 1, in registers, because it is often the parent of joint j.
    Matrix before = one;
    const auto addJoint = [&](const Locals& locals, size_t block, size_t j) HWY_ATTR {
        const int32_t parent = parents[j];
        if (parent == kNoParent) {
            before = one;
        } else if (static_cast<size_t>(parent) + 1 != j) {
            before = load(matrices + kMatrix * static_cast<size_t>(parent));
        }
        before = product(before, locals, block);
        store(before, matrices + kMatrix * j);
        largest.add(before);
    };
    size_t j = 0;
    for (; j + kBlocks <= count; j += kBlocks) {
        const Locals locals = localsOf(joints + j);
        for (size_t block = 0; block < kBlocks; ++block) addJoint(locals, block, j + block);
    }
    if (j < count) {
        Transform padded[kBlocks];
        for (size_t i = 0; j + i < count; ++i) padded[i] = joints[j + i];
        const Locals locals = localsOf(padded);
        for (size_t block = 0; j + block < count; ++block) addJoint(locals, block, j + block);
    }
    return largest.ofColumns();
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
