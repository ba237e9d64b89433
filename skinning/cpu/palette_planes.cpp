// Computes palettes as planes of four floats. For matrices, a SIMD register has as many columns as
// fit. For normals and dual quaternions, each lane has one bind. Compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/cpu/palette_planes.cpp"
#include <hwy/foreach_target.h>
// Headers that are compiled per instruction set must follow foreach_target.h.
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "skinning/animation/affine.h"
#include "skinning/cpu/palette_planes.h"
#include "skinning/cpu/skin_kernel.h"
#include "skinning/cpu/take_apart_lanes.h"

HWY_BEFORE_NAMESPACE();
namespace sinew::kernel::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

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

using Tag = hn::CappedTag<float, 16>;
using Columns = hn::Vec<Tag>;  // one column per block of four lanes

/// The columns of the left factor of a matrix product, repeated in each block of four lanes.
struct LeftSide {
    Columns x, y, z, origin;

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

struct LanesOfBinds {
    static constexpr size_t kCount = hn::MaxLanes(Lane());

    const float* joints[kCount];  // objectFromJoint, rows
    const float* binds[kCount];   // jointFromBind, columns
    float* planes[kCount];

    /// Lanes after the last bind repeat the last bind.
    HWY_INLINE LanesOfBinds(std::span<const Bind> all, const gpu::Affine* objectFromJoint,
                            size_t first, size_t stride, float* to) {
        for (size_t lane = 0; lane < kCount; ++lane) {
            const size_t b = std::min(first + lane, all.size() - 1);
            joints[lane] = &objectFromJoint[all[b].joint][0].x;
            binds[lane] = &all[b].jointFromBind[0].x;
            planes[lane] = to + b * stride;
        }
    }
    HWY_INLINE auto plane(size_t p) const {
        return [this, p](size_t lane) { return planes[lane] + 4 * p; };
    }
};

HWY_INLINE void entriesOf(const LanesOfBinds& lanes, M3& linear, V3& translation) {
    const auto row = [&](size_t r) HWY_ATTR {
        return loadPlane([&](size_t lane) { return lanes.joints[lane] + 4 * r; });
    };
    const V4 x = row(0), y = row(1), z = row(2);
    const auto column = [&](size_t c) HWY_ATTR {
        const V3 right = xyz(loadPlane([&](size_t lane) { return lanes.binds[lane] + 4 * c; }));
        return V3{dot(xyz(x), right), dot(xyz(y), right), dot(xyz(z), right)};
    };
    linear = {column(0), column(1), column(2)};
    translation = add(column(3), {x.w, y.w, z.w});
}

HWY_INLINE void writeTakenApart(const LanesOfBinds& lanes, bool inverse) {
    const V zero = hn::Zero(Lane());
    M3 linear;
    V3 translation;
    entriesOf(lanes, linear, translation);
    const RigidAndShearLanes parts = takeApart(linear, translation);
    const M3& u = parts.shear;
    storePlane(parts.real, lanes.plane(0));
    storePlane(parts.dual, lanes.plane(1));
    storePlane({u.x.x, u.y.x, u.z.x, u.y.y}, lanes.plane(2));
    storePlane({u.z.y, u.z.z, zero, zero}, lanes.plane(3));
    if (!inverse) return;
    const M3 n = jointNormals(u);
    storePlane({n.x.x, n.x.y, n.x.z, n.y.y}, lanes.plane(4));
    storePlane({n.y.z, n.z.z, zero, zero}, lanes.plane(5));
}

/// Writes the inverse transposes of the matrices to the planes after them.
HWY_INLINE void addNormals(const LanesOfBinds& lanes) {
    const auto column = [&](size_t c) HWY_ATTR { return xyz(loadPlane(lanes.plane(c))); };
    const M3 n = jointNormals({column(0), column(1), column(2)});
    const V zero = hn::Zero(Lane());
    storePlane({n.x.x, n.x.y, n.x.z, zero}, lanes.plane(4));
    storePlane({n.y.x, n.y.y, n.y.z, zero}, lanes.plane(5));
    storePlane({n.z.x, n.z.y, n.z.z, zero}, lanes.plane(6));
}

/// Returns true if all floats are finite. Without the sign bit, floats have the same order as their
/// bits, and NaNs exceed infinity.
HWY_INLINE bool allFinite(std::span<const float> planes) {
    const Lane floats;
    const hn::RebindToSigned<Lane> d;
    auto largest = hn::Zero(d);
    for (size_t i = 0; i < planes.size(); i += hn::Lanes(d)) {
        const auto bits = hn::BitCast(d, hn::LoadU(floats, planes.data() + i));
        largest = hn::Max(largest, hn::And(bits, hn::Set(d, 0x7fffffff)));
    }
    return hn::AllTrue(d, hn::Lt(largest, hn::Set(d, 0x7f800000)));
}

bool writePlanes(std::span<const Bind> binds, const gpu::Affine* objectFromJoint,
                 const SkinSettings& settings, std::span<float> planes) {
    const bool inverse = settings.normals == Normals::inverseTranspose;
    const bool linear = settings.blend == Blend::linear;
    const size_t stride = size_t{4} * planesOf(settings);
    if (linear) writeColumns(binds, objectFromJoint, stride, planes.data());
    for (size_t b = 0; b < binds.size() && (inverse || !linear); b += LanesOfBinds::kCount) {
        const LanesOfBinds lanes(binds, objectFromJoint, b, stride, planes.data());
        if (linear) {
            addNormals(lanes);
        } else {
            writeTakenApart(lanes, inverse);
        }
    }
    return allFinite(planes);
}

}  // namespace sinew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew::kernel {

HWY_EXPORT(writePlanes);

bool writePlanes(std::span<const Bind> binds, std::span<const gpu::Affine> objectFromJoint,
                 const SkinSettings& settings, std::span<float> planes) {
    return HWY_DYNAMIC_DISPATCH(writePlanes)(binds, objectFromJoint.data(), settings, planes);
}

}  // namespace sinew::kernel
#endif
