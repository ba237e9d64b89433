// Packs influences in each InfluenceFormat.
#include "skinning/packing/influences.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <span>

#include "shaders/shared/packing.h"
#include "skinning/model/bind_groups.h"

namespace sinew {
namespace {

constexpr uint32_t kSet = 4;              // influences per set of u8x4 and u16x4
constexpr uint32_t kSplit64BindBits = 7;  // minimum; 8 for more than 128 entries

bool inSets(InfluenceFormat format) {
    return format == InfluenceFormat::u8x4 || format == InfluenceFormat::u16x4;
}

/// Rounds weights to integers that sum to exactly `total`, by the largest remainder method.
void quantiseWeights(std::span<const Influence> influences, uint32_t total,
                     std::vector<uint32_t>& result) {
    result.clear();
    std::vector<std::pair<double, size_t>> remainders;
    uint64_t sum = 0;
    for (size_t i = 0; i < influences.size(); ++i) {
        const double exact = static_cast<double>(influences[i].weight) * total;
        const double floored = std::clamp(std::floor(exact), 0.0, static_cast<double>(total));
        result.push_back(static_cast<uint32_t>(floored));
        remainders.emplace_back(exact - floored, i);
        sum += result.back();
    }
    std::sort(remainders.begin(), remainders.end(), std::greater<>());
    // Float weights sum to 1 only within rounding. The heaviest influence (the first) gets the
    // rest.
    for (size_t i = 0; i < remainders.size() && sum < total; ++i, ++sum) {
        ++result[remainders[i].second];
    }
    const int64_t rest = static_cast<int64_t>(total) - static_cast<int64_t>(sum);
    result[0] = static_cast<uint32_t>(static_cast<int64_t>(result[0]) + rest);
}

uint32_t bindBitsOf(InfluenceFormat format, size_t bindCount) {
    const auto bits = static_cast<uint32_t>(std::bit_width(std::max<size_t>(bindCount, 2) - 1));
    if (format == InfluenceFormat::split20) return 20;
    return format == InfluenceFormat::split64 ? std::max(bits, kSplit64BindBits) : bits;
}

/// Returns the largest integers of the second to fourth weight in split64.
std::array<uint32_t, 3> split64Most(uint32_t bindBits) {
    const uint32_t bits = gpu::split64Bits(bindBits), last = 64 - 4 * bindBits - 2 * bits;
    return {(1u << bits) - 1, (1u << bits) - 1, (1u << last) - 1};
}

/// Appends the influences of one vertex in the layout of split64 (shaders/shared/packing.h).
void appendSplit64(std::span<const Influence> influences, uint32_t bindBits,
                   std::vector<uint32_t>& words) {
    const std::array<uint32_t, 3> most = split64Most(bindBits);
    double sum = 0;
    for (const Influence& influence : influences) sum += double{influence.weight};
    std::array<uint64_t, 3> weights{};
    uint64_t low = 0;
    for (uint32_t i = 0; i < kSet; ++i) {
        low |= uint64_t{influences[i < influences.size() ? i : 0].bind} << (i * bindBits);
        if (i == 0 || i >= influences.size()) continue;
        const double share = std::min((i + 1) * double{influences[i].weight} / sum, 1.0);
        weights[i - 1] = static_cast<uint64_t>(share * most[i - 1] + 0.5);
    }
    const uint32_t bits = gpu::split64Bits(bindBits), above = 32 - 2 * bits;
    low |= weights[2] >> above << (4 * bindBits);
    words.push_back(static_cast<uint32_t>(low));
    words.push_back(
        static_cast<uint32_t>(weights[0] | weights[1] << bits | weights[2] << 2 * bits));
}

/// Returns the integer that represents a weight of 1. packedFloat does not use it.
uint32_t largestWeight(InfluenceFormat format, uint32_t bindBits) {
    switch (format) {
        case InfluenceFormat::u8x4:
            return 0xff;
        case InfluenceFormat::u16x4:
            return 0xffff;
        default:
            return ~0u >> bindBits;
    }
}

void appendWords(InfluenceFormat format, std::span<const Influence> influences,
                 std::span<const uint32_t> weights, uint32_t bindBits,
                 std::vector<uint32_t>& words) {
    if (format == InfluenceFormat::split64) return appendSplit64(influences, bindBits, words);
    if (!inSets(format)) {
        for (size_t i = 0; i < influences.size(); ++i) {
            const Influence& influence = influences[i];
            words.push_back(format == InfluenceFormat::packedFloat
                                ? std::bit_cast<uint32_t>(static_cast<float>(influence.bind) +
                                                          0.5f * influence.weight)
                                : influence.bind | (weights[i] << bindBits));
        }
        return;
    }
    const uint32_t bits = format == InfluenceFormat::u8x4 ? 8 : 16;
    const uint32_t perWord = 32 / bits;
    const size_t wordsOfHalf = kSet / perWord;  // half of a set: palette entries or weights
    for (size_t set = 0; set < influences.size(); set += kSet) {
        const size_t first = words.size();
        words.resize(first + 2 * wordsOfHalf);
        for (size_t i = 0; i < kSet && set + i < influences.size(); ++i) {
            const uint32_t shift = static_cast<uint32_t>(i % perWord) * bits;
            words[first + i / perWord] |= influences[set + i].bind << shift;
            words[first + wordsOfHalf + i / perWord] |= weights[set + i] << shift;
        }
    }
}

}  // namespace

uint64_t paletteLimit(InfluenceFormat format) {
    switch (format) {
        case InfluenceFormat::u8x4:
        case InfluenceFormat::split64:
            return uint64_t{1} << 8;
        case InfluenceFormat::u16x4:
            return uint64_t{1} << 16;
        case InfluenceFormat::split20:
            return uint64_t{1} << 20;
        case InfluenceFormat::packedFloat:
            return uint64_t{1} << 22;  // leaves one bit for the weight
        case InfluenceFormat::split32:
            return uint64_t{1} << 31;
    }
    return 0;
}

std::vector<uint32_t> orderByInfluences(const Geometry& geometry, std::span<const uint8_t> lastOf) {
    const auto rankOf = [&](uint32_t v) {
        return std::pair(lastOf.empty() ? 0 : -int{lastOf[v]}, influenceCount(geometry, v, 0));
    };
    std::vector<uint32_t> order(geometry.vertexCount());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return rankOf(a) < rankOf(b); });
    for (size_t first = 0; first < order.size();) {
        const auto after = std::upper_bound(
            order.begin() + static_cast<std::ptrdiff_t>(first), order.end(), rankOf(order[first]),
            [&](const auto& rank, uint32_t v) { return rank < rankOf(v); });
        const auto end = static_cast<size_t>(after - order.begin());
        // Groups begin at multiples of kBindGroup in GPU vertex order.
        const size_t start = std::min(end, (first + kBindGroup - 1) / kBindGroup * kBindGroup);
        groupByBinds(geometry, std::span(order).subspan(start, end - start));
        first = end;
    }
    return order;
}

PackedInfluences packInfluences(const Model& model, std::span<const uint32_t> order,
                                InfluenceFormat format, std::span<const uint8_t> lastOf) {
    const Geometry& geometry = model.geometry;
    const auto countOf = [&](uint32_t v) {
        const uint32_t count = geometry.influenceOffsets[v + 1] - geometry.influenceOffsets[v];
        return inSets(format) ? (count + kSet - 1) / kSet * kSet : count;
    };
    PackedInfluences result;
    result.bindBits = bindBitsOf(format, model.binds.size());
    const uint32_t largest = largestWeight(format, result.bindBits);
    result.weightScale = 1.0f / static_cast<float>(largest);
    if (format == InfluenceFormat::split64) {
        const std::array<uint32_t, 3> most = split64Most(result.bindBits);
        result.weightScale = 0.5f / static_cast<float>(most[0]);
        result.lastWeightScale = 0.25f / static_cast<float>(most[2]);
    }

    std::vector<uint32_t> weights;
    result.offsets.reserve(order.size() + 1);
    result.words.reserve(geometry.influences.size());
    for (uint32_t i = 0; i < order.size(); ++i) {
        const uint32_t v = order[i];
        const uint32_t firstInfluence = geometry.influenceOffsets[v];
        const std::span influences(geometry.influences.data() + firstInfluence,
                                   geometry.influenceOffsets[v + 1] - firstInfluence);
        const uint32_t firstWord = static_cast<uint32_t>(result.words.size());
        result.offsets.push_back(firstWord);
        quantiseWeights(influences, largest, weights);
        appendWords(format, influences, weights, result.bindBits, result.words);
        const uint32_t level = lastOf.empty() ? 0 : lastOf[v];
        if (result.buckets.empty() || result.buckets.back().influenceCount != countOf(v) ||
            result.buckets.back().level != level) {
            result.buckets.push_back(
                {.level = level,
                 .influenceCount = countOf(v),
                 .firstVertex = i,
                 .firstWord = firstWord});
        }
        ++result.buckets.back().vertexCount;
    }
    result.offsets.push_back(static_cast<uint32_t>(result.words.size()));
    return result;
}

uint32_t mostInfluences(InfluenceFormat format) {
    return format == InfluenceFormat::split64 ? kSet : 0;
}

uint32_t influenceBytes(InfluenceFormat format, uint32_t count) {
    if (format == InfluenceFormat::split64) return 2 * sizeof(uint32_t);
    const uint32_t sets = (count + kSet - 1) / kSet;
    if (format == InfluenceFormat::u8x4) return sets * 8;
    if (format == InfluenceFormat::u16x4) return sets * 16;
    return count * sizeof(uint32_t);
}

InfluenceSums influenceSums(const Geometry& geometry, InfluenceFormat format, uint32_t limit) {
    InfluenceSums sums;
    for (size_t v = 0; v < geometry.vertexCount(); ++v) {
        uint32_t count = geometry.influenceOffsets[v + 1] - geometry.influenceOffsets[v];
        if (limit > 0) count = std::min(count, limit);
        if (inSets(format)) count = (count + kSet - 1) / kSet * kSet;
        sums.walked += count;
        sums.bytes += influenceBytes(format, count);
        sums.lengths.insert(count);
    }
    return sums;
}

}  // namespace sinew
