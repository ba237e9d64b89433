// The cpu method's inner loop. It is compiled once per instruction set and chosen at run time.
//
// Neighbouring vertices mostly have the same few binds. So the matrices of a group of vertices are
// blended element by element, one vertex per lane: the lanes share the element of a bind's matrix
// and have different weights (0: no influence). This needs no gather and no transpose. In a group
// with many binds, one vertex is blended after the other, as many planes of four floats at a time
// as a register holds. Then the planes are transposed. docs/kernels.md has measurements.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/cpu/skin_kernel.cpp"
#include <hwy/foreach_target.h>
// Headers that are compiled per instruction set must follow foreach_target.h.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <cstring>

#include "skinning/cpu/lanes.h"
#include "skinning/cpu/pack_lanes.h"
#include "skinning/cpu/skin_kernel.h"

HWY_BEFORE_NAMESPACE();
namespace sinew::kernel::HWY_NAMESPACE {

struct FourPlanes {
    V4 a, b, c, d;
};

/// The blended planes of a group, one vertex after the other.
struct Planes {
    static constexpr size_t kStride = 32;
    alignas(64) float values[kGroup][kStride];

    HWY_INLINE V4 load(uint32_t plane, uint32_t lane) const {
        return loadPlane([&](size_t i) { return &values[lane + i][4 * plane]; });
    }
    HWY_INLINE FourPlanes loadFour(uint32_t first, uint32_t lane) const {
        return {load(first, lane), load(first + 1, lane), load(first + 2, lane),
                load(first + 3, lane)};
    }
};

HWY_INLINE bool farSide(const float* first, const float* other) {
    return first[0] * other[0] + first[1] * other[1] + first[2] * other[2] + first[3] * other[3] <
           0.0f;
}

/// Blends four planes of one vertex, from plane `first` on, as many at once as a register holds. A
/// palette is aligned only to 16 bytes (one plane). With `sided`, the first two planes are a dual
/// quaternion.
template <bool sided>
HWY_INLINE void blendFour(const WeightedBind* influences, uint32_t count, const float* palette,
                          uint32_t stride, uint32_t first, float* out) {
    const hn::CappedTag<float, sided ? 8 : 16> d;
    constexpr size_t kLanes = hn::MaxLanes(d), kParts = 16 / kLanes;
    const float* heaviest = palette + size_t{influences[0].bind} * stride;
    hn::Vec<decltype(d)> sum[kParts];
    const auto most = hn::Set(d, influences[0].weight);
    for (size_t part = 0; part < kParts; ++part) {
        sum[part] = hn::Mul(hn::LoadU(d, heaviest + 4 * first + part * kLanes), most);
    }
    for (uint32_t i = 1; i < count; ++i) {
        const float* entry = palette + size_t{influences[i].bind} * stride;
        const auto w = hn::Set(d, influences[i].weight);
        const auto side = sided && farSide(heaviest, entry) ? hn::Neg(w) : w;
        for (size_t part = 0; part < kParts; ++part) {
            sum[part] = hn::MulAdd(hn::LoadU(d, entry + 4 * first + part * kLanes),
                                   part < kParts / 2 ? side : w, sum[part]);
        }
    }
    for (size_t part = 0; part < kParts; ++part) {
        hn::Store(sum[part], d, out + 4 * first + part * kLanes);
    }
}

struct Transform {
    M3 linear;
    M3 normals;
    V3 translation;
    V3 turn;  // x y z of the rotation's quaternion
    V turnW;  // w of the rotation's quaternion
};

/// Rotates v by a unit quaternion: v + 2 (w (q x v) + q x (q x v)).
HWY_INLINE V3 turned(const Transform& m, const V3& v) {
    const V3 once = cross(m.turn, v);
    const V3 both = mulAdd(once, m.turnW, cross(m.turn, once));
    return mulAdd(both, hn::Set(Lane(), 2.0f), v);
}

HWY_INLINE Words bytesOf(const std::array<uint8_t, kGroup>& bytes, uint32_t lane) {
    const hn::Rebind<uint8_t, Lane> d;
    return hn::PromoteTo(hn::RebindToUnsigned<Lane>(), hn::LoadU(d, bytes.data() + lane));
}

/// Returns a bit for each bind of the group that the vector of lanes from `lane` on may use.
HWY_INLINE uint32_t bindsOf(const Group& group, uint32_t lane) {
    if constexpr (hn::MaxLanes(Lane()) == kGroup) return (1u << group.bindCount) - 1;
    return group.halfBinds[2 * lane / kGroup];
}
HWY_INLINE uint32_t takeBind(uint32_t& binds) {
    const auto first = static_cast<uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(binds));
    binds &= binds - 1;
    return first;
}

/// Adds a palette entry times its weight. With `sided`, its dual quaternion changes sign if it is
/// nearer to -`pivot`.
template <bool sided>
HWY_INLINE void addBind(const float* entry, V weight, const V4& pivot, FourPlanes& sum) {
    V side = weight;
    if constexpr (sided) {
        const auto far = hn::Lt(dot(pivot, inAllLanes(entry)), hn::Zero(Lane()));
        side = hn::IfThenElse(far, hn::Neg(weight), weight);
    }
    sum.a = addPlane(entry, side, sum.a);
    sum.b = addPlane(entry + 4, side, sum.b);
    sum.c = mulAdd(inAllLanes(entry + 8), weight, sum.c);
    sum.d = mulAdd(inAllLanes(entry + 12), weight, sum.d);
}

/// Blends like blendFour(), for groups with few binds. The compiler removes unused planes.
template <bool sided, uint32_t stride>
HWY_INLINE FourPlanes blendShared(const Group& group, const Prepared& prepared,
                                  const float* palette, uint32_t lane) {
    const Lane d;
    const hn::RebindToUnsigned<Lane> words;
    const V zero = hn::Zero(d);
    const uint32_t* const names = prepared.binds.data() + group.firstBind;
    const LaneWeights* const shares = prepared.laneWeights.data() + group.firstBind;
    const auto entryOf = [&](size_t b) HWY_ATTR { return palette + size_t{names[b]} * stride; };
    const uint32_t binds = bindsOf(group, lane);
    if ((binds & (binds - 1)) == 0) {
        const float* only =
            entryOf(static_cast<uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(binds)));
        return {inAllLanes(only), inAllLanes(only + 4), inAllLanes(only + 8),
                inAllLanes(only + 12)};
    }
    const V4 none{zero, zero, zero, zero};
    V4 pivot = none;  // rotation of the heaviest bind of each lane
    for (uint32_t left = sided ? binds : 0; left != 0;) {
        const uint32_t b = takeBind(left);
        const auto heaviest =
            hn::RebindMask(d, hn::Eq(bytesOf(group.heaviest, lane), hn::Set(words, b)));
        const V4 real = inAllLanes(entryOf(b));
        pivot = {
            hn::IfThenElse(heaviest, real.x, pivot.x), hn::IfThenElse(heaviest, real.y, pivot.y),
            hn::IfThenElse(heaviest, real.z, pivot.z), hn::IfThenElse(heaviest, real.w, pivot.w)};
    }
    FourPlanes sum{none, none, none, none};
    const auto add = [&](size_t b) HWY_ATTR {
        const V weight = hn::Load(d, shares[b].of.data() + lane);
        if (lane == 0) hwy::Prefetch(shares + b + kWeightsAhead);
        addBind<sided>(entryOf(b), weight, pivot, sum);
    };
    if (binds == (1u << group.bindCount) - 1) {  // all binds: the usual case
        for (size_t b = 0, n = group.bindCount; b < n; ++b) add(b);
    } else {
        for (uint32_t left = binds; left != 0;) add(takeBind(left));
    }
    return sum;
}

HWY_INLINE void linearOf(const FourPlanes& m, const FourPlanes& normals, Transform& out) {
    out.linear = {xyz(m.a), xyz(m.b), xyz(m.c)};
    out.translation = xyz(m.d);
    out.normals = {xyz(normals.a), xyz(normals.b), xyz(normals.c)};
}

HWY_INLINE void dualQuaternionOf(const FourPlanes& q, const FourPlanes& normals, bool inverse,
                                 Transform& out) {
    const Lane d;
    const V zero = hn::Zero(d);
    const V3 real = xyz(q.a);
    const V inverseLength =
        hn::Div(hn::Set(d, 1.0f), hn::Sqrt(hn::MulAdd(q.a.w, q.a.w, dot(real, real))));
    out.turn = scaled(real, inverseLength);
    out.turnW = hn::Mul(q.a.w, inverseLength);
    const V3 dual = scaled(xyz(q.b), inverseLength);
    const V dualW = hn::Mul(q.b.w, inverseLength);
    // Twice the vector part of dual * conjugate(real).
    const V3 moved =
        add(mulAdd(dual, out.turnW, cross(out.turn, dual)), scaled(out.turn, hn::Neg(dualW)));
    out.translation = scaled(moved, hn::Set(d, 2.0f));
    out.linear = {{q.c.x, zero, zero}, {q.c.y, q.c.w, zero}, {q.c.z, q.d.x, q.d.y}};
    out.normals = out.linear;
    if (!inverse) return;
    out.normals = {{normals.a.x, normals.a.y, normals.a.z},
                   {zero, normals.a.w, normals.b.x},
                   {zero, zero, normals.b.y}};
}

void addMorphs(const Geometry& geometry, const float* weights, const Members& members,
               Group& group) {
    for (uint32_t lane = 0; lane < group.used; ++lane) {
        const uint32_t v = members.vertices[lane];
        for (uint32_t i = geometry.morphOffsets[v]; i < geometry.morphOffsets[v + 1]; ++i) {
            const MorphDelta& delta = geometry.morphDeltas[i];
            const float weight = weights[delta.weight];
            if (weight == 0) continue;
            group.px[lane] += delta.position.x * weight;
            group.py[lane] += delta.position.y * weight;
            group.pz[lane] += delta.position.z * weight;
            group.nx[lane] += delta.normal.x * weight;
            group.ny[lane] += delta.normal.y * weight;
            group.nz[lane] += delta.normal.z * weight;
            group.tx[lane] += delta.tangent.x * weight;
            group.ty[lane] += delta.tangent.y * weight;
            group.tz[lane] += delta.tangent.z * weight;
        }
    }
}

template <Blend blend>
HWY_INLINE void blendGroup(const Members& members, const WeightedBind* influences,
                           const float* palette, uint32_t planes, Planes& out) {
    constexpr bool kSided = blend == Blend::dualQuaternion;
    for (uint32_t lane = 0; lane < kGroup; ++lane) {
        const WeightedBind* own = influences + members.influences[lane];
        hwy::Prefetch(own + kInfluencesAhead);
        const uint32_t count = members.counts[lane];
        float* to = out.values[lane];
        blendFour<kSided>(own, count, palette, 4 * planes, 0, to);
        if (planes == 8) blendFour<false>(own, count, palette, 32, 4, to);
    }
}

/// Returns 1 in the lanes whose tangent has w = -1 in the mesh.
HWY_INLINE Words negativeInMesh(const Group& group, uint32_t lane) {
    const hn::RebindToUnsigned<Lane> words;
    alignas(64) static constexpr uint32_t kBits[kGroup] = {
        1u << 0, 1u << 1, 1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
        1u << 8, 1u << 9, 1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15};
    const auto negative =
        hn::TestBit(hn::Set(words, group.negative), hn::Load(words, kBits + lane));
    return hn::IfThenElseZero(negative, hn::Set(words, 1u));
}

/// Skinned vertices in object space, one per lane, and the determinants of the blended matrices.
/// Directions are not normalized.
struct Skinned {
    V3 position, normal, tangent;
    V determinant;
};

template <Blend blend, Normals normals>
HWY_INLINE Skinned transformLanes(const Group& group, const Transform& m, uint32_t lane) {
    const Lane d;
    const auto load = [&](const Floats& values)
                          HWY_ATTR { return hn::Load(d, values.data() + lane); };
    const V3 from{load(group.px), load(group.py), load(group.pz)};
    V3 position =
        blend == Blend::linear ? moved(m.linear, from, m.translation) : transform(m.linear, from);
    if constexpr (blend == Blend::dualQuaternion) {
        position = add(turned(m, position), m.translation);
    }
    const V zero = hn::Zero(d), one = hn::Set(d, 1.0f);
    Skinned out{position, {zero, zero, one}, {one, zero, zero}, determinant(m.linear)};
    if constexpr (normals != Normals::none) {
        const V3 normal{load(group.nx), load(group.ny), load(group.nz)};
        out.normal = normals == Normals::cofactor ? byCofactors(m.linear, normal)
                                                  : transform(m.normals, normal);
        out.tangent = transform(m.linear, {load(group.tx), load(group.ty), load(group.tz)});
        if constexpr (blend == Blend::dualQuaternion) {
            out.normal = turned(m, out.normal);
            out.tangent = turned(m, out.tangent);
        }
    }
    return out;
}

/// Transforms a group's vertices. `blended(plane, lane)` returns four planes from `plane` on, for
/// the vector of lanes from `lane` on.
template <Blend blend, Normals normals, class Blended>
HWY_INLINE void transformGroup(const Group& group, const Blended& blended, Skinned* out) {
    constexpr uint32_t kLanes = hn::MaxLanes(Lane());
    constexpr bool inverse = normals == Normals::inverseTranspose;
    for (uint32_t lane = 0; lane < kGroup; lane += kLanes) {
        const FourPlanes first = blended(0, lane);
        const FourPlanes second = inverse ? blended(4, lane) : first;
        Transform m;
        if constexpr (blend == Blend::linear) {
            linearOf(first, second, m);
        } else {
            dualQuaternionOf(first, second, inverse, m);
        }
        out[lane / kLanes] = transformLanes<blend, normals>(group, m, lane);
    }
}

template <Output output>
HWY_INLINE void storeLanes(const Group& group, const Skinned& v, const Instance& instance,
                           uint32_t lane, std::byte* to) {
    // A matrix that mirrors changes the sign of the tangent's w.
    const Words mirrored =
        hn::ShiftRight<31>(hn::BitCast(hn::RebindToUnsigned<Lane>(), v.determinant));
    const Words negative = hn::Xor(negativeInMesh(group, lane), mirrored);
    if constexpr (output == Output::full) {
        storeFull(v.position, v.normal, v.tangent, negative, to);
    } else {
        storeCompact(v.position, v.normal, v.tangent, negative, *instance.box, to);
    }
}

/// Returns true if blendShared() may blend the group. An infinite element times a lane's weight of
/// 0 would be NaN.
HWY_INLINE bool blendsShared(const Group& group, const Instance& instance) {
    return instance.finite && group.bindCount > 0;
}

/// Prefetches a group. Groups are read once, front to back, and too fast for hardware prefetchers.
/// The blend prefetches the weights, because prefetching them here would exceed the registers.
HWY_INLINE void prefetch(const Prepared& prepared, uint32_t g) {
    if (g >= prepared.groups.size()) return;
    const Group& group = prepared.groups[g];
    const auto* lines = reinterpret_cast<const LaneWeights*>(&group);
    for (size_t i = 0; i < sizeof(Group) / sizeof(LaneWeights); ++i) hwy::Prefetch(lines + i);
}
constexpr uint32_t kGroupsAhead = 7;

template <Blend blend, Normals normalsBy, Output output>
void skinGroups(const Prepared& prepared, size_t block, const Geometry& geometry,
                const Instance& instance, std::byte* staged) {
    constexpr bool kSided = blend == Blend::dualQuaternion;
    constexpr uint32_t kLanes = hn::MaxLanes(Lane());
    constexpr bool inverse = normalsBy == Normals::inverseTranspose;
    constexpr uint32_t planeCount = inverse ? 8 : 4, stride = 4 * planeCount;
    constexpr size_t bytes = skinnedVertexBytes(output);
    const bool inOrder = prepared.inOrder[block];
    Planes planes;
    alignas(64) std::byte apart[kGroup * sizeof(gpu::PackedVertex)];
    Group morphed;
    for (uint32_t g = prepared.firstGroups[block]; g < prepared.firstGroups[block + 1]; ++g) {
        const Group* group = &prepared.groups[g];
        if (group->morphed) {
            morphed = *group;
            addMorphs(geometry, instance.morphWeights, prepared.members[g], morphed);
            group = &morphed;
        }
        prefetch(prepared, g + kGroupsAhead);
        std::byte* to = inOrder ? staged + group->slots[0] * bytes : apart;
        Skinned skinned[kGroup / kLanes];
        if (blendsShared(*group, instance)) {
            transformGroup<blend, normalsBy>(
                *group,
                [&](uint32_t plane, uint32_t lane) HWY_ATTR {
                    return plane == 0 ? blendShared<kSided, stride>(*group, prepared,
                                                                    instance.palette, lane)
                                      : blendShared<false, stride>(*group, prepared,
                                                                   instance.palette + 16, lane);
                },
                skinned);
        } else {
            blendGroup<blend>(prepared.members[g], prepared.influences.data(), instance.palette,
                              planeCount, planes);
            transformGroup<blend, normalsBy>(
                *group,
                [&](uint32_t plane, uint32_t lane)
                    HWY_ATTR { return planes.loadFour(plane, lane); },
                skinned);
        }
        // The stores are a separate loop: the processor overlaps two short loops better than one
        // long loop.
        for (uint32_t lane = 0; lane < kGroup; lane += kLanes) {
            storeLanes<output>(*group, skinned[lane / kLanes], instance, lane, to + lane * bytes);
        }
        for (uint32_t lane = 0; !inOrder && lane < group->used; ++lane) {
            std::memcpy(staged + group->slots[lane] * bytes, apart + lane * bytes, bytes);
        }
    }
}

/// Selects a kernel. Settings are template parameters, because branches in the loops would cost
/// registers.
template <Blend blend, Normals normals>
auto kernelOf(Output output) {
    return output == Output::full ? skinGroups<blend, normals, Output::full>
                                  : skinGroups<blend, normals, Output::compact>;
}
template <Blend blend>
auto kernelOf(const SkinSettings& settings) {
    switch (settings.normals) {
        case Normals::raw:
            return kernelOf<blend, Normals::raw>(settings.output);
        case Normals::inverseTranspose:
            return kernelOf<blend, Normals::inverseTranspose>(settings.output);
        case Normals::none:
            return kernelOf<blend, Normals::none>(settings.output);
        default:
            return kernelOf<blend, Normals::cofactor>(settings.output);
    }
}

void skinBlock(const Prepared& prepared, size_t block, const Geometry& geometry,
               const Instance& instance, const SkinSettings& settings, std::byte* staged) {
    const auto skin = settings.blend == Blend::linear ? kernelOf<Blend::linear>(settings)
                                                      : kernelOf<Blend::dualQuaternion>(settings);
    skin(prepared, block, geometry, instance, staged);
}

}  // namespace sinew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sinew::kernel {

HWY_EXPORT(skinBlock);

void skinBlock(const Prepared& prepared, size_t block, const Geometry& geometry,
               const Instance& instance, const SkinSettings& settings, std::byte* staged) {
    HWY_DYNAMIC_DISPATCH(skinBlock)(prepared, block, geometry, instance, settings, staged);
}

}  // namespace sinew::kernel
#endif
