// Skinned vertices as the GPU reads them, one a lane until they are stored. As lanes.h.
#if defined(SINEW_PACK_LANES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SINEW_PACK_LANES_H
#undef SINEW_PACK_LANES_H
#else
#define SINEW_PACK_LANES_H
#endif

#include <hwy/highway.h>

#include "shaders/shared/layout.h"
#include "skinning/cpu/crowd_input.h"
#include "skinning/cpu/lanes.h"

HWY_BEFORE_NAMESPACE();
namespace sinew::kernel::HWY_NAMESPACE {

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
    return {hn::Add(x, hn::CopySignToAbs(fold, x)), hn::Add(y, hn::CopySignToAbs(fold, y))};
}

/// packing.h's packSnorm of what is in [-1, 1] but for rounding; halves go to even numbers. The
/// bits above `bits` are not cleared. Where a sum's last place is 1, its low bits are the integer.
template <int bits>
HWY_INLINE Words packSnorm(V value) {
    const hn::RebindToUnsigned<Lane> words;
    const V largest = hn::Set(Lane(), static_cast<float>((1 << (bits - 1)) - 1));
    return hn::BitCast(words, hn::MulAdd(value, largest, hn::Set(Lane(), 0x1.8p23f)));
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
/// The low 16 bits of each, `low` first.
HWY_INLINE Words lowHalves(Words low, Words high) {
    const hn::Repartition<uint16_t, Lane> halves;
    return hn::BitCast(
        hn::RebindToUnsigned<Lane>(),
        hn::OddEven(hn::BitCast(halves, hn::ShiftLeft<16>(high)), hn::BitCast(halves, low)));
}

/// The blocks of 16 bytes of a vector, `stride` bytes apart.
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

/// Vertices of five words, one after the other: four lanes become five blocks.
HWY_INLINE void storeFive(Words a, Words b, Words c, Words d, Words e, std::byte* to) {
    const hn::RebindToUnsigned<Lane> words;
    const hn::Repartition<uint64_t, Lane> pairs;
    const auto lower = [&](Words u, Words v) HWY_ATTR {
        return hn::BitCast(pairs, hn::InterleaveLower(words, u, v));
    };
    const auto upper = [&](Words u, Words v) HWY_ATTR {
        return hn::BitCast(pairs, hn::InterleaveUpper(words, u, v));
    };
    const auto store = [&](auto block, size_t place) HWY_ATTR {
        storeBlocks(hn::BitCast(words, block), to + 16 * place, 4 * sizeof(gpu::PackedVertex));
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
    const Oct n = octFromVector(normal), t = octFromVector(tangent);
    const Words ofNormal = lowHalves(packSnorm<16>(n.x), packSnorm<16>(n.y));
    const Words ofTangent = lowHalves(packSnorm<16>(t.x), packSnorm<16>(t.y));
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
    const Oct n = octFromVector(normal), t = octFromVector(tangent);
    const Words ofNormal =
        hn::Or(lowBits<12>(packSnorm<12>(n.x)), hn::ShiftLeft<12>(lowBits<12>(packSnorm<12>(n.y))));
    const Words direction =
        hn::Or(lowBits<12>(packSnorm<12>(t.x)), hn::ShiftLeft<12>(lowBits<11>(packSnorm<11>(t.y))));
    const Words ofTangent = hn::Or(direction, hn::ShiftLeft<23>(negative));
    hn::StoreInterleaved3(hn::Or(inBox(position.x, 0), hn::ShiftLeft<16>(inBox(position.y, 1))),
                          hn::Or(inBox(position.z, 2), hn::ShiftLeft<16>(ofNormal)),
                          hn::Or(hn::ShiftRight<16>(ofNormal), hn::ShiftLeft<8>(ofTangent)),
                          hn::RebindToUnsigned<Lane>(), reinterpret_cast<uint32_t*>(to));
}

}  // namespace sinew::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
