// Adds up the counts of visible lists, for statistics.
#include "skinning/gpu/cull/listed_instances.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "shaders/shared/view.h"
#include "skinning/gpu/cull/culling.h"

namespace sinew {

/// Adds the instances and vertices of each level of detail to `sum`.
static void addLevels(std::span<const uint32_t> header, std::span<const gpu::LevelEntry> levels,
                      ListedInstances& sum) {
    const auto endOf = [&](uint32_t begin, uint32_t level, uint32_t list) {
        return header[begin + slotOf(level, list)];
    };
    const auto countOf = [&](uint32_t begin, uint32_t level, uint32_t list) {
        return endOf(begin, level, list) - (level > 0 ? endOf(begin, level - 1, list) : 0);
    };
    bool finest = true;  // no level with drawn instances is found yet
    for (uint32_t level = 0; level < levels.size(); ++level) {
        const uint64_t vertices = levels[level].vertexCount;
        const uint32_t wanted = countOf(SINEW_HEADER_REQUESTED, level, SINEW_LIST_ANY);
        const uint32_t drawn = countOf(SINEW_HEADER_DRAWN, level, SINEW_LIST_ANY);
        sum.atLevels[level] += drawn;
        if (drawn > 0 && std::exchange(finest, false)) {
            // `end` instances request this level or a finer one. All of them are drawn coarser than
            // requested, except those that request this level and are drawn at it.
            const uint32_t end = endOf(SINEW_HEADER_REQUESTED, level, SINEW_LIST_ANY);
            sum.coarsened += end - std::min(drawn - std::min(drawn, end - wanted), wanted);
        }
        sum.verticesRequested += vertices * wanted;
        sum.vertices += vertices * drawn;
        sum.verticesInView += vertices * countOf(SINEW_HEADER_DRAWN, level, SINEW_LIST_CAMERA);
        for (uint32_t c = 0; c < SINEW_MAX_CASCADES; ++c) {
            sum.verticesInShadows +=
                vertices * countOf(SINEW_HEADER_DRAWN, level, SINEW_LIST_CASCADE + c);
        }
    }
}

/// Adds the instances at each update rate, and the largest pose error, to `sum`.
static void addRates(std::span<const uint32_t> words, ListedInstances& sum) {
    sum.mostOff = std::max(sum.mostOff, std::bit_cast<float>(words[SINEW_RATE_ERROR]));
    for (size_t rate = 0; rate < sum.atRates.size(); ++rate) {
        sum.atRates[rate] += words[SINEW_RATE_COUNTS + rate];
    }
}

ListedInstances sumOfCounts(const Buffer& counts, std::span<const gpu::LevelEntry> levels,
                            bool rated) {
    ListedInstances sum;
    static_assert(std::size(decltype(sum.cascades){}) == SINEW_MAX_CASCADES);
    static_assert(std::size(decltype(sum.atRates){}) == SINEW_MOST_RATE + 1);
    const std::span<const uint32_t> words = counts.mapped<uint32_t>();
    addLevels(words, levels, sum);
    if (rated) addRates(words.subspan(SINEW_HEADER_RATES), sum);
    sum.posed = words[SINEW_HEADER_POSED];
    sum.any = words[SINEW_LIST_ANY];
    sum.camera = words[SINEW_LIST_CAMERA];
    for (uint32_t c = 0; c < SINEW_MAX_CASCADES; ++c) {
        sum.cascades[c] = words[SINEW_LIST_CASCADE + c];
    }
    if (!rated) sum.atRates[0] = sum.any;
    return sum;
}

ListedInstances listsOfAll(uint32_t instances, uint32_t cascades, uint64_t vertices) {
    ListedInstances all{.any = instances, .camera = instances};
    std::fill_n(all.cascades.begin(), cascades, instances);
    all.posed = all.atLevels[0] = all.atRates[0] = instances;
    all.verticesRequested = all.vertices = all.verticesInView = vertices * instances;
    all.verticesInShadows = vertices * instances * cascades;
    return all;
}

void add(const ListedInstances& listed, ListedInstances& sum) {
    sum.any += listed.any;
    sum.camera += listed.camera;
    for (size_t i = 0; i < sum.cascades.size(); ++i) sum.cascades[i] += listed.cascades[i];
    for (size_t i = 0; i < sum.atLevels.size(); ++i) sum.atLevels[i] += listed.atLevels[i];
    for (size_t i = 0; i < sum.atRates.size(); ++i) sum.atRates[i] += listed.atRates[i];
    sum.posed += listed.posed;
    sum.mostOff = std::max(sum.mostOff, listed.mostOff);
    sum.coarsened += listed.coarsened;
    sum.verticesRequested += listed.verticesRequested;
    sum.vertices += listed.vertices;
    sum.verticesInView += listed.verticesInView;
    sum.verticesInShadows += listed.verticesInShadows;
}

}  // namespace sinew
