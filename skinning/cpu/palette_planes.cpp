// Palettes as planes; matrices as many columns at a time as a register holds, compiled once for
// every instruction set and chosen at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/cpu/palette_planes.cpp"
#include <hwy/foreach_target.h>
// The targets' own includes come behind.
#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "skinning/animation/affine.h"
#include "skinning/cpu/palette_planes.h"
#include "skinning/cpu/skin_kernel.h"
#include "skinning/cpu/take_apart.h"

HWY_BEFORE_NAMESPACE();
namespace sinew::kernel::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

// Without vectors.
void writeColumns(std::span<const Bind> binds, const gpu::Affine* objectFromJoint, size_t stride,
                  float* to) {
    for (const Bind& bind : binds) {
        const gpu::Affine entry =
            multiply(objectFromJoint[bind.joint], affineFrom(bind.jointFromBind));
        for (int c = 0; c < 4; ++c) {
            const glm::vec4 column(entry[0][c], entry[1][c], entry[2][c], 0.0f);
            std::memcpy(to + 4 * c, &column, sizeof(column));
        }
        to += stride;
    }
}

#else

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, 16>;
using Columns = hn::Vec<Tag>;  // one for each block of four lanes

/// One column of a product, or neighbours: the columns x y z of the left side by those of `right`.
struct LeftSide {
    Columns x, y, z, origin;

    /// Rows of four floats are transposed, in each block alike.
    HWY_INLINE explicit LeftSide(const float* rows) {
        const Tag d;
        const auto row = [&](size_t r) HWY_ATTR { return hn::LoadDup128(d, rows + 4 * r); };
        const Columns r0 = row(0), r1 = row(1), r2 = row(2), zero = hn::Zero(d);
        const Columns xy02 = hn::InterleaveLower(d, r0, r2), zw02 = hn::InterleaveUpper(d, r0, r2);
        const Columns xy1 = hn::InterleaveLower(d, r1, zero),
                      zw1 = hn::InterleaveUpper(d, r1, zero);
        x = hn::InterleaveLower(d, xy02, xy1), y = hn::InterleaveUpper(d, xy02, xy1);
        z = hn::InterleaveLower(d, zw02, zw1), origin = hn::InterleaveUpper(d, zw02, zw1);
    }
    HWY_INLINE Columns times(Columns right, Columns sum) const {
        sum = hn::MulAdd(z, hn::Broadcast<2>(right), sum);
        sum = hn::MulAdd(y, hn::Broadcast<1>(right), sum);
        return hn::MulAdd(x, hn::Broadcast<0>(right), sum);
    }
};

void writeColumns(std::span<const Bind> binds, const gpu::Affine* objectFromJoint, size_t stride,
                  float* to) {
    const Tag d;
    const hn::RebindToUnsigned<Tag> words;
    constexpr size_t kLanes = hn::MaxLanes(Tag()), kLast = 16 - kLanes;
    alignas(64) static constexpr uint32_t kFourth[16] = {0, 0, 0, 0, 0,   0,   0,   0,
                                                         0, 0, 0, 0, ~0u, ~0u, ~0u, ~0u};
    const auto fourth = hn::BitCast(d, hn::Load(words, kFourth + kLast));
    for (const Bind& bind : binds) {
        const LeftSide left(&objectFromJoint[bind.joint][0].x);
        const float* right = &bind.jointFromBind[0].x;
        for (size_t c = 0; c < kLast; c += kLanes) {
            hn::StoreU(left.times(hn::LoadU(d, right + c), hn::Zero(d)), d, to + c);
        }
        hn::StoreU(left.times(hn::LoadU(d, right + kLast), hn::And(left.origin, fourth)), d,
                   to + kLast);
        to += stride;
    }
}

#endif

}  // namespace sinew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew::kernel {

HWY_EXPORT(writeColumns);

namespace {

void putColumns(const glm::mat3& m, float* to) {
    for (int c = 0; c < 3; ++c) {
        const glm::vec4 plane(m[c], 0.0f);
        std::memcpy(to + 4 * c, &plane, sizeof(plane));
    }
}

void putInverseTransposes(std::span<const Bind> binds, size_t stride, float* planes) {
    for (size_t b = 0; b < binds.size(); ++b, planes += stride) {
        const auto column = [&](int c) {
            return glm::vec3(planes[4 * c], planes[4 * c + 1], planes[4 * c + 2]);
        };
        putColumns(jointNormalMatrix({column(0), column(1), column(2)}), planes + 16);
    }
}

void putDualQuaternion(const gpu::Affine& matrix, bool inverse, float* to) {
    const RigidAndShear parts = takeApart(matrix);
    const glm::quat &r = parts.real, &d = parts.dual;
    const glm::mat3& u = parts.shear;
    const float planes[] = {r.x,     r.y,     r.z,     r.w,     d.x,     d.y,     d.z,  d.w,
                            u[0][0], u[1][0], u[2][0], u[1][1], u[2][1], u[2][2], 0.0f, 0.0f};
    std::memcpy(to, planes, sizeof(planes));
    if (!inverse) return;
    const glm::mat3 n = jointNormalMatrix(u);
    const float normals[] = {n[0][0], n[0][1], n[0][2], n[1][1], n[1][2], n[2][2], 0.0f, 0.0f};
    std::memcpy(to + 16, normals, sizeof(normals));
}

/// Without a branch for each, so that compilers take many at once.
bool allFinite(std::span<const float> values) {
    constexpr uint32_t kExponent = 0x7f800000u;
    uint32_t bad = 0;
    for (const float value : values) {
        bad |= static_cast<uint32_t>((std::bit_cast<uint32_t>(value) & kExponent) == kExponent);
    }
    return bad == 0;
}

}  // namespace

bool writePlanes(std::span<const Bind> binds, std::span<const gpu::Affine> objectFromJoint,
                 const SkinSettings& settings, std::span<float> planes) {
    const bool inverse = settings.normals == Normals::inverseTranspose;
    const size_t stride = size_t{4} * planesOf(settings);
    if (settings.blend == Blend::linear) {
        HWY_DYNAMIC_DISPATCH(writeColumns)(binds, objectFromJoint.data(), stride, planes.data());
        if (inverse) putInverseTransposes(binds, stride, planes.data());
    } else {
        for (size_t b = 0; b < binds.size(); ++b) {
            const gpu::Affine entry =
                multiply(objectFromJoint[binds[b].joint], affineFrom(binds[b].jointFromBind));
            putDualQuaternion(entry, inverse, planes.data() + b * stride);
        }
    }
    return allFinite(planes);
}

}  // namespace sinew::kernel
#endif
