// The cpu method's inner loop, compiled once for every instruction set and chosen at run time.
//
// Neighbours are mostly bound to the same few joints. So a group's matrices are blended element by
// element, one vertex a lane: an element of a bind's matrix is the same in all lanes, and its
// weights differ, 0 where a vertex is not bound to it. Nothing is gathered and nothing transposed.
//
// Where a group has many binds, transforms are blended vertex by vertex, a plane (four floats) at a
// time: one load and one multiply-add for each plane of each influence. The planes of the group
// then lie transposed in registers. docs/kernels.md has what was measured.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/cpu/skin_kernel.cpp"
#include <hwy/foreach_target.h>
// The targets' own includes come behind.
#include <hwy/highway.h>

#include <cstring>

#include "shaders/shared/layout.h"
#include "skinning/cpu/crowd_input.h"
#include "skinning/cpu/skin_kernel.h"

HWY_BEFORE_NAMESPACE();
namespace sinew::kernel::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Lane = hn::CappedTag<float, kGroup>;
using Plane = hn::CappedTag<float, 4>;  // all of one, or one float where there are no vectors
using V = hn::Vec<Lane>;

struct V3 {
    V x, y, z;
};

// Named, because some targets' vectors have no "+".
HWY_INLINE V3 add(const V3& a, const V3& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
HWY_INLINE V3 scaled(const V3& a, V s) {
    return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
}
HWY_INLINE V3 mulAdd(const V3& a, V s, const V3& b) {
    return {hn::MulAdd(a.x, s, b.x), hn::MulAdd(a.y, s, b.y), hn::MulAdd(a.z, s, b.z)};
}
HWY_INLINE V dot(const V3& a, const V3& b) {
    return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}
HWY_INLINE V3 cross(const V3& a, const V3& b) {
    return {hn::NegMulAdd(a.z, b.y, hn::Mul(a.y, b.z)), hn::NegMulAdd(a.x, b.z, hn::Mul(a.z, b.x)),
            hn::NegMulAdd(a.y, b.x, hn::Mul(a.x, b.y))};
}

/// Three columns.
struct M3 {
    V3 x, y, z;
};
HWY_INLINE V3 transform(const M3& m, const V3& v) {
    return mulAdd(m.x, v.x, mulAdd(m.y, v.y, scaled(m.z, v.z)));
}

/// The cofactor matrix times the sign of the determinant.
HWY_INLINE M3 normalMatrix(const M3& m) {
    M3 out{cross(m.y, m.z), cross(m.z, m.x), cross(m.x, m.y)};
    const Lane d;
    const V determinant = dot(m.x, out.x);
    const V one = hn::Set(d, 1.0f);
    const V side = hn::IfThenElse(hn::Lt(determinant, hn::Zero(d)), hn::Neg(one), one);
    return {scaled(out.x, side), scaled(out.y, side), scaled(out.z, side)};
}

struct V4 {
    V x, y, z, w;
};
HWY_INLINE V3 xyz(const V4& v) {
    return {v.x, v.y, v.z};
}

/// Four blended planes, one vertex a lane.
struct FourPlanes {
    V4 a, b, c, d;
};

/// The blended planes of a group: planes[p] holds four floats a vertex.
struct Planes {
    alignas(64) float values[8][4 * kGroup];

    HWY_INLINE V4 load(uint32_t plane, uint32_t lane) const {
        V4 v;
        hn::LoadInterleaved4(Lane(), values[plane] + 4 * lane, v.x, v.y, v.z, v.w);
        return v;
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

/// Four planes of one vertex from `first` on. With `sided` the first two are a dual quaternion's.
template <bool sided>
HWY_INLINE void blendFour(const WeightedBind* influences, uint32_t count, const float* palette,
                          uint32_t stride, uint32_t first, uint32_t lane, Planes& out) {
    const Plane d;
    const float* heaviest = palette + size_t{influences[0].bind} * stride;
    for (size_t part = 0; part < 4; part += hn::Lanes(d)) {
        const float* from = heaviest + 4 * first + part;
        auto p0 = hn::Load(d, from), p1 = hn::Load(d, from + 4);
        auto p2 = hn::Load(d, from + 8), p3 = hn::Load(d, from + 12);
        if (count > 1) {  // the weight of a single one is 1
            const auto w = hn::Set(d, influences[0].weight);
            p0 = hn::Mul(p0, w), p1 = hn::Mul(p1, w), p2 = hn::Mul(p2, w), p3 = hn::Mul(p3, w);
        }
        for (uint32_t i = 1; i < count; ++i) {
            const float* entry = palette + size_t{influences[i].bind} * stride;
            const float weight = influences[i].weight;
            const auto w = hn::Set(d, weight);
            const auto side = sided && farSide(heaviest, entry) ? hn::Neg(w) : w;
            from = entry + 4 * first + part;
            p0 = hn::MulAdd(hn::Load(d, from), side, p0);
            p1 = hn::MulAdd(hn::Load(d, from + 4), side, p1);
            p2 = hn::MulAdd(hn::Load(d, from + 8), w, p2);
            p3 = hn::MulAdd(hn::Load(d, from + 12), w, p3);
        }
        float* to = out.values[first] + 4 * lane + part;
        hn::Store(p0, d, to);
        hn::Store(p1, d, to + 4 * kGroup);
        hn::Store(p2, d, to + 8 * kGroup);
        hn::Store(p3, d, to + 12 * kGroup);
    }
}

/// What is left to do with a vertex in bind space, one vertex a lane.
struct Transform {
    M3 linear;
    M3 normals;
    V3 translation;
    V3 turn;  // the rotation's quaternion, x y z
    V turnW;  // and w
};

/// v turned by a unit quaternion: v + 2 (w (q x v) + q x (q x v)).
HWY_INLINE V3 turned(const Transform& m, const V3& v) {
    const V3 once = cross(m.turn, v);
    const V3 both = mulAdd(once, m.turnW, cross(m.turn, once));
    return mulAdd(both, hn::Set(Lane(), 2.0f), v);
}

/// Four floats, the same in each lane.
HWY_INLINE V4 inAllLanes(const float* of) {
    const Lane d;
    return {hn::Set(d, of[0]), hn::Set(d, of[1]), hn::Set(d, of[2]), hn::Set(d, of[3])};
}
HWY_INLINE V4 scaled(const V4& a, V s) {
    return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s), hn::Mul(a.w, s)};
}
HWY_INLINE V4 mulAdd(const V4& a, V s, const V4& b) {
    return {hn::MulAdd(a.x, s, b.x), hn::MulAdd(a.y, s, b.y), hn::MulAdd(a.z, s, b.z),
            hn::MulAdd(a.w, s, b.w)};
}
HWY_INLINE V dot(const V4& a, const V4& b) {
    return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::MulAdd(a.z, b.z, hn::Mul(a.w, b.w))));
}

/// As blendFour, where few binds move the whole group. Floats that nobody reads cost nothing.
template <bool sided>
HWY_INLINE FourPlanes blendShared(const Group& group, const Prepared& prepared,
                                  const float* palette, uint32_t stride, uint32_t lane) {
    const Lane d;
    const hn::RebindToUnsigned<Lane> words;
    const V zero = hn::Zero(d);
    const auto entryOf = [&](uint32_t b) HWY_ATTR {
        return palette + size_t{prepared.binds[group.firstBind + b]} * stride;
    };
    const V4 none{zero, zero, zero, zero};
    V4 pivot = none;  // each lane's heaviest
    for (uint32_t b = 0; sided && b < group.bindCount; ++b) {
        const auto heaviest = hn::RebindMask(
            d, hn::Eq(hn::Load(words, group.heaviest.data() + lane), hn::Set(words, b)));
        const V4 real = inAllLanes(entryOf(b));
        pivot = {
            hn::IfThenElse(heaviest, real.x, pivot.x), hn::IfThenElse(heaviest, real.y, pivot.y),
            hn::IfThenElse(heaviest, real.z, pivot.z), hn::IfThenElse(heaviest, real.w, pivot.w)};
    }
    FourPlanes sum{none, none, none, none};
    for (uint32_t b = 0; b < group.bindCount; ++b) {
        const float* entry = entryOf(b);
        const V weight = hn::Load(d, prepared.laneWeights[group.firstBind + b].of.data() + lane);
        const V4 first = inAllLanes(entry);
        V side = weight;
        if (sided) side = hn::IfThenElse(hn::Lt(dot(pivot, first), zero), hn::Neg(weight), weight);
        sum.a = mulAdd(first, side, sum.a);
        sum.b = mulAdd(inAllLanes(entry + 4), side, sum.b);
        sum.c = mulAdd(inAllLanes(entry + 8), weight, sum.c);
        sum.d = mulAdd(inAllLanes(entry + 12), weight, sum.d);
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

struct Oct {
    V x, y;
};
/// Of lengths, to 2 units in the last place: a division takes as long as ten other instructions.
HWY_INLINE V reciprocal(V length) {
    const V two = hn::Set(Lane(), 2.0f);
#if HWY_ARCH_X86
    const V rough = hn::ApproximateReciprocal(length);  // 12 bits
    return hn::Mul(rough, hn::NegMulAdd(length, rough, two));
#else
    return hn::Div(hn::Set(Lane(), 1.0f), length);
#endif
}

/// packing.h's octFromVector.
HWY_INLINE Oct octFromVector(const V3& n) {
    const Lane d;
    const V zero = hn::Zero(d);
    const V length = hn::Add(hn::Add(hn::Abs(n.x), hn::Abs(n.y)), hn::Abs(n.z));
    const V scale = reciprocal(hn::Max(length, hn::Set(d, 1e-30f)));
    const V fold = hn::Max(hn::Mul(hn::Neg(n.z), scale), zero);
    const V x = hn::Mul(n.x, scale), y = hn::Mul(n.y, scale);
    const V down = hn::Neg(fold);
    return {hn::Add(x, hn::IfThenElse(hn::Ge(x, zero), fold, down)),
            hn::Add(y, hn::IfThenElse(hn::Ge(y, zero), fold, down))};
}

using Words = hn::Vec<hn::RebindToUnsigned<Lane>>;
/// packing.h's packSnorm of what is in [-1, 1] but for rounding; halves go to even numbers. Bits
/// above `bits` are the sign's.
template <int bits>
HWY_INLINE Words packSnorm(V value) {
    const hn::RebindToUnsigned<Lane> words;
    const V largest = hn::Set(Lane(), static_cast<float>((1 << (bits - 1)) - 1));
    return hn::BitCast(words, hn::NearestInt(hn::Mul(value, largest)));
}
template <int bits>
HWY_INLINE Words lowBits(Words value) {
    return hn::And(value, hn::Set(hn::RebindToUnsigned<Lane>(), (1u << bits) - 1u));
}
/// packing.h's packUnorm16.
HWY_INLINE Words packUnorm16(V value) {
    const Lane d;
    const hn::RebindToSigned<Lane> integers;
    const hn::RebindToUnsigned<Lane> words;
    const V clamped = hn::Min(hn::Max(value, hn::Zero(d)), hn::Set(d, 1.0f));
    const V rounded = hn::MulAdd(clamped, hn::Set(d, 65535.0f), hn::Set(d, 0.5f));
    return hn::BitCast(words, hn::ConvertTo(integers, rounded));
}

/// `words` x kGroup words, one vertex after the other.
struct Staged {
    alignas(64) float xyzn[4 * kGroup];  // full: position and normal
    alignas(64) uint32_t tangents[kGroup];
    alignas(64) uint32_t compact[3 * kGroup];
};

HWY_INLINE void stageFull(const V3& position, const V3& normal, const V3& tangent, V sign,
                          uint32_t lane, Staged& out) {
    const Lane d;
    const hn::RebindToUnsigned<Lane> words;
    const Oct n = octFromVector(normal), t = octFromVector(tangent);
    const Words ofNormal =
        hn::Or(lowBits<16>(packSnorm<16>(n.x)), hn::ShiftLeft<16>(packSnorm<16>(n.y)));
    const Words ofTangent =
        hn::Or(lowBits<16>(packSnorm<16>(t.x)), hn::ShiftLeft<16>(packSnorm<16>(t.y)));
    const Words negative = hn::ShiftRight<31>(hn::BitCast(words, sign));
    hn::StoreInterleaved4(position.x, position.y, position.z, hn::BitCast(d, ofNormal), d,
                          out.xyzn + 4 * lane);
    hn::Store(hn::Or(hn::And(ofTangent, hn::Set(words, 0xfffffffeu)), negative), words,
              out.tangents + lane);
}

HWY_INLINE void stageCompact(const V3& position, const V3& normal, const V3& tangent, V sign,
                             const Box& box, uint32_t lane, Staged& out) {
    const Lane d;
    const hn::RebindToUnsigned<Lane> words;
    const glm::vec3 scale = boxFromObjectScale(box);
    const auto inBox = [&](V value, int axis) HWY_ATTR {
        return packUnorm16(
            hn::Mul(hn::Sub(value, hn::Set(d, box.low[axis])), hn::Set(d, scale[axis])));
    };
    const Oct n = octFromVector(normal), t = octFromVector(tangent);
    const Words ofNormal =
        hn::Or(lowBits<12>(packSnorm<12>(n.x)), hn::ShiftLeft<12>(lowBits<12>(packSnorm<12>(n.y))));
    const Words direction =
        hn::Or(lowBits<12>(packSnorm<12>(t.x)), hn::ShiftLeft<12>(lowBits<11>(packSnorm<11>(t.y))));
    const Words negative = hn::ShiftRight<31>(hn::BitCast(words, sign));
    const Words ofTangent = hn::Or(direction, hn::ShiftLeft<23>(negative));
    hn::StoreInterleaved3(hn::Or(inBox(position.x, 0), hn::ShiftLeft<16>(inBox(position.y, 1))),
                          hn::Or(inBox(position.z, 2), hn::ShiftLeft<16>(ofNormal)),
                          hn::Or(hn::ShiftRight<16>(ofNormal), hn::ShiftLeft<8>(ofTangent)), words,
                          out.compact + 3 * lane);
}

/// Adds the morph targets of a group. Few vertices have any.
void addMorphs(const Geometry& geometry, const float* weights, Group& group) {
    for (uint32_t lane = 0; lane < group.used; ++lane) {
        const uint32_t v = group.vertices[lane];
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
HWY_INLINE void blendGroup(const Group& group, const WeightedBind* influences, const float* palette,
                           uint32_t planes, Planes& out) {
    constexpr bool kSided = blend == Blend::dualQuaternion;
    for (uint32_t lane = 0; lane < kGroup; ++lane) {
        const WeightedBind* own = influences + group.influences[lane];
        const uint32_t count = group.counts[lane];
        blendFour<kSided>(own, count, palette, 4 * planes, 0, lane, out);
        if (planes == 8) blendFour<false>(own, count, palette, 32, 4, lane, out);
    }
}

/// Lanes [lane, lane + Lanes) of a group, from their transform to words.
template <Blend blend>
HWY_INLINE void transformLanes(const Group& group, Transform& m, const Instance& instance,
                               const SkinSettings& settings, uint32_t lane, Staged& out) {
    const Lane d;
    const auto load = [&](const Floats& values)
                          HWY_ATTR { return hn::Load(d, values.data() + lane); };
    if (settings.normals == Normals::cofactor) m.normals = normalMatrix(m.linear);
    V3 position = transform(m.linear, {load(group.px), load(group.py), load(group.pz)});
    V3 normal = transform(m.normals, {load(group.nx), load(group.ny), load(group.nz)});
    V3 tangent = transform(m.linear, {load(group.tx), load(group.ty), load(group.tz)});
    if constexpr (blend == Blend::dualQuaternion) {
        position = turned(m, position);
        normal = turned(m, normal);
        tangent = turned(m, tangent);
    }
    position = add(position, m.translation);
    if (settings.output == Output::full) {
        stageFull(position, normal, tangent, load(group.sign), lane, out);
    } else {
        stageCompact(position, normal, tangent, load(group.sign), *instance.box, lane, out);
    }
}

/// Binds of a group beyond which it is blended vertex by vertex.
constexpr uint32_t kMostShared = 16;

/// Whether to blend every bind of the group in every lane. What is infinite must not meet a lane
/// that has none of it.
bool blendsShared(const Group& group, const Instance& instance) {
    // 24 instructions a bind and 8 lanes; vertex by vertex, some 14 an influence.
    return instance.finite && group.bindCount <= kMostShared;
}

template <Blend blend>
void skinGroups(const Prepared& prepared, size_t block, const Geometry& geometry,
                const Instance& instance, const SkinSettings& settings, std::byte* staged) {
    constexpr bool kSided = blend == Blend::dualQuaternion;
    const uint32_t planeCount = planesOf(settings), stride = 4 * planeCount;
    const bool inverse = settings.normals == Normals::inverseTranspose;
    Planes planes;
    Staged results;
    Group morphed;
    for (const Group& base : prepared.block(block)) {
        const Group* group = &base;
        if (base.morphed) {
            morphed = base;
            addMorphs(geometry, instance.morphWeights, morphed);
            group = &morphed;
        }
        const bool shared = blendsShared(*group, instance);
        if (!shared) {
            blendGroup<blend>(*group, prepared.influences.data(), instance.palette, planeCount,
                              planes);
        }
        for (uint32_t lane = 0; lane < kGroup; lane += static_cast<uint32_t>(hn::Lanes(Lane()))) {
            const FourPlanes first =
                shared ? blendShared<kSided>(*group, prepared, instance.palette, stride, lane)
                       : planes.loadFour(0, lane);
            FourPlanes normals = first;
            if (inverse) {
                normals = shared ? blendShared<false>(*group, prepared, instance.palette + 16,
                                                      stride, lane)
                                 : planes.loadFour(4, lane);
            }
            Transform m;
            if constexpr (blend == Blend::linear) {
                linearOf(first, normals, m);
            } else {
                dualQuaternionOf(first, normals, inverse, m);
            }
            transformLanes<blend>(*group, m, instance, settings, lane, results);
        }
        for (uint32_t lane = 0; lane < group->used; ++lane) {
            if (settings.output == Output::full) {
                std::byte* to = staged + group->slots[lane] * sizeof(gpu::PackedVertex);
                std::memcpy(to, results.xyzn + 4 * lane, 16);
                std::memcpy(to + 16, results.tangents + lane, 4);
            } else {
                std::memcpy(staged + group->slots[lane] * sizeof(gpu::CompactVertex),
                            results.compact + 3 * lane, sizeof(gpu::CompactVertex));
            }
        }
    }
}

void skinBlock(const Prepared& prepared, size_t block, const Geometry& geometry,
               const Instance& instance, const SkinSettings& settings, std::byte* staged) {
    const auto skin = settings.blend == Blend::linear ? skinGroups<Blend::linear>
                                                      : skinGroups<Blend::dualQuaternion>;
    skin(prepared, block, geometry, instance, settings, staged);
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
