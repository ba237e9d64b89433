// Packs skinned vertices into the GPU's vertex formats. Each lane has one vertex. Compiled once per
// instruction set.
#if defined(SINEW_PACK_LANES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_PACK_LANES_H
#undef SINEW_PACK_LANES_H
#else
#define SINEW_PACK_LANES_H
#endif

#include <hwy/highway.h>

#include "shaders/shared/vertex.h"
#include "skinning/cpu/crowd_input.h"
#include "skinning/cpu/lanes.h"

HWY_BEFORE_NAMESPACE();
namespace sinew::kernel::HWY_NAMESPACE {

struct OctWords {
    Words x, y;
};

/// Returns packSnorm(octFromVector(n)) of packing.h, but ties round to even, and the bits above
/// xBits and yBits are undefined. Adding 1.5 * 2^23 to a float puts the rounded integer into its
/// low bits.
template <int xBits, int yBits = xBits>
HWY_INLINE OctWords packOct(const V3& n) {
    const Lane d;
    const hn::RebindToUnsigned<Lane> words;
    constexpr auto kLargestX = static_cast<float>((1 << (xBits - 1)) - 1);
    constexpr auto kLargestY = static_cast<float>((1 << (yBits - 1)) - 1);
    const V sign = hn::SignBit(d);
    const V ax = hn::AndNot(sign, n.x), ay = hn::AndNot(sign, n.y), az = hn::AndNot(sign, n.z);
    const V length = hn::Add(hn::Add(ax, ay), az);
    const V scale = hn::Div(hn::Set(d, kLargestX), hn::Max(length, hn::Set(d, 1e-30f)));
    const V fold = hn::Min(n.z, hn::Zero(d));
    const V lastIsOne = hn::Set(d, 0x1.8p23f);
    const V x = hn::Or(hn::Sub(ax, fold), hn::And(sign, n.x));
    const V y = hn::Or(hn::Sub(ay, fold), hn::And(sign, n.y));
    const V yScale = xBits == yBits ? scale : hn::Mul(scale, hn::Set(d, kLargestY / kLargestX));
    return {hn::BitCast(words, hn::MulAdd(x, scale, lastIsOne)),
            hn::BitCast(words, hn::MulAdd(y, yScale, lastIsOne))};
}
template <int bits>
HWY_INLINE Words lowBits(Words value) {
    return hn::And(value, hn::Set(hn::RebindToUnsigned<Lane>(), (1u << bits) - 1u));
}
/// Does the same as packUnorm16() of packing.h.
HWY_INLINE Words packUnorm16(V value) {
    const Lane d;
    const hn::RebindToSigned<Lane> integers;
    const hn::RebindToUnsigned<Lane> words;
    const V clamped = hn::Min(hn::Max(value, hn::Zero(d)), hn::Set(d, 1.0f));
    const V rounded = hn::MulAdd(clamped, hn::Set(d, 65535.0f), hn::Set(d, 0.5f));
    return hn::BitCast(words, hn::ConvertTo(integers, rounded));
}

#if HWY_TARGET == HWY_SCALAR
HWY_INLINE Words lowHalves(Words low, Words high) {
    return hn::Or(lowBits<16>(low), hn::ShiftLeft<16>(high));
}
HWY_INLINE void storeFive(Words a, Words b, Words c, Words d, Words e, std::byte* to) {
    for (const Words& word : {a, b, c, d, e}) {
        hn::StoreU(word, hn::RebindToUnsigned<Lane>(), reinterpret_cast<uint32_t*>(to));
        to += sizeof(uint32_t);
    }
}
#else
/// Joins the low 16 bits of `low` and of `high`. Those of `low` are first in memory.
HWY_INLINE Words lowHalves(Words low, Words high) {
    const hn::Repartition<uint16_t, Lane> halves;
    return hn::BitCast(
        hn::RebindToUnsigned<Lane>(),
        hn::OddEven(hn::BitCast(halves, hn::ShiftLeft<16>(high)), hn::BitCast(halves, low)));
}

template <class Vector>
HWY_INLINE void storeBlocks(const Vector& words, std::byte* to, size_t stride) {
    const hn::DFromV<Vector> d;
    constexpr size_t kBlocks = hn::MaxLanes(hn::DFromV<Vector>()) / 4;
    if constexpr (kBlocks <= 1) {
        hn::StoreU(words, d, reinterpret_cast<uint32_t*>(to));
    } else {
        const hn::Half<decltype(d)> half;
        storeBlocks(hn::LowerHalf(words), to, stride);
        storeBlocks(hn::UpperHalf(half, words), to + kBlocks / 2 * stride, stride);
    }
}

/// Stores five words per lane contiguously. Four lanes of five words become five blocks of 16
/// bytes.
HWY_INLINE void storeFive(Words a, Words b, Words c, Words d, Words e, std::byte* to) {
    const hn::RebindToUnsigned<Lane> words;
    const hn::Repartition<uint64_t, Lane> pairs;
    const auto lower = [&](Words u, Words v) HWY_ATTR {
        return hn::BitCast(pairs, hn::InterleaveLower(words, u, v));
    };
    const auto upper = [&](Words u, Words v) HWY_ATTR {
        return hn::BitCast(pairs, hn::InterleaveUpper(words, u, v));
    };
    const auto store = [&](auto block, size_t index) HWY_ATTR {
        storeBlocks(hn::BitCast(words, block), to + 16 * index, 4 * sizeof(gpu::PackedVertex));
    };
    const auto ea = hn::BitCast(pairs, hn::OddEven(a, e));  // e0 a1 e2 a3
    store(hn::InterleaveLower(pairs, lower(a, b), lower(c, d)), 0);
    store(hn::OddEven(lower(b, c), ea), 1);
    store(hn::CombineShiftRightBytes<8>(pairs, upper(a, b), lower(d, e)), 2);
    store(hn::OddEven(ea, upper(c, d)), 3);
    store(hn::InterleaveUpper(pairs, upper(b, c), upper(d, e)), 4);
}
#endif

HWY_INLINE void storeFull(const V3& position, const V3& normal, const V3& tangent, Words negative,
                          std::byte* to) {
    const hn::RebindToUnsigned<Lane> words;
    const OctWords n = packOct<16>(normal), t = packOct<16>(tangent);
    const Words ofNormal = lowHalves(n.x, n.y), ofTangent = lowHalves(t.x, t.y);
    storeFive(hn::BitCast(words, position.x), hn::BitCast(words, position.y),
              hn::BitCast(words, position.z), ofNormal,
              hn::Or(hn::And(ofTangent, hn::Set(words, 0xfffffffeu)), negative), to);
}

HWY_INLINE void storeCompact(const V3& position, const V3& normal, const V3& tangent,
                             Words negative, const Box& box, std::byte* to) {
    const Lane d;
    const glm::vec3 scale = boxFromObjectScale(box);
    const auto inBox = [&](V value, int axis) HWY_ATTR {
        return packUnorm16(
            hn::Mul(hn::Sub(value, hn::Set(d, box.low[axis])), hn::Set(d, scale[axis])));
    };
    const OctWords n = packOct<12>(normal), t = packOct<12, 11>(tangent);
    const Words ofNormal = hn::Or(lowBits<12>(n.x), hn::ShiftLeft<12>(lowBits<12>(n.y)));
    const Words direction = hn::Or(lowBits<12>(t.x), hn::ShiftLeft<12>(lowBits<11>(t.y)));
    const Words ofTangent = hn::Or(direction, hn::ShiftLeft<23>(negative));
    hn::StoreInterleaved3(hn::Or(inBox(position.x, 0), hn::ShiftLeft<16>(inBox(position.y, 1))),
                          hn::Or(inBox(position.z, 2), hn::ShiftLeft<16>(ofNormal)),
                          hn::Or(hn::ShiftRight<16>(ofNormal), hn::ShiftLeft<8>(ofTangent)),
                          hn::RebindToUnsigned<Lane>(), reinterpret_cast<uint32_t*>(to));
}

}  // namespace sinew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
