// Collects the distinct sets of influences of a model.
#include "skinning/bounds/binds_together.h"

#include <algorithm>
#include <map>
#include <set>

namespace sinew {

BindsTogether bindsTogether(const Model& model, const BindBoxes& boxes) {
    std::vector<uint32_t> entryOf(model.binds.size());
    for (uint32_t e = 0; e < boxes.entries.size(); ++e) entryOf[boxes.entries[e].bind] = e;
    const Geometry& geometry = model.geometry;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> pairs;
    std::set<std::vector<uint32_t>> seen;
    BindsTogether all{.blended = std::vector<Box>(boxes.entries.size(), Box::nothing())};
    const auto pairOf = [&](uint32_t a, uint32_t b) {
        const auto [at, isNew] = pairs.try_emplace({a, b}, static_cast<uint32_t>(pairs.size()));
        if (isNew) {
            const Box &ofA = boxes.entries[a].box, &ofB = boxes.entries[b].box;
            const Box shared{glm::max(ofA.low, ofB.low), glm::min(ofA.high, ofB.high)};
            all.pairs.push_back({.a = a, .b = b, .shared = shared});
        }
        return at->second;
    };
    std::vector<uint32_t> entries;
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        entries.clear();
        for (uint32_t i = geometry.influenceOffsets[v]; i < geometry.influenceOffsets[v + 1]; ++i) {
            entries.push_back(entryOf[geometry.influences[i].bind]);
        }
        if (entries.size() < 2) continue;
        for (const uint32_t e : entries) all.blended[e].include(geometry.positions[v]);
        std::sort(entries.begin(), entries.end());
        if (!seen.insert(entries).second) continue;
        BindSet set{.count = static_cast<uint32_t>(entries.size())};
        const size_t rows = set.count > kMostInSet ? 1 : entries.size();
        for (size_t i = 0; i < rows; ++i) {
            for (size_t j = i + 1; j < entries.size(); ++j) {
                const uint32_t pair = pairOf(entries[i], entries[j]);
                all.pairs[pair].most = std::max(all.pairs[pair].most, set.most());
                set.pairs.push_back(pair);
            }
        }
        if (all.sets.size() <= kMostSets) all.sets.push_back(std::move(set));
    }
    if (all.sets.size() > kMostSets) all.sets.clear();
    return all;
}

}  // namespace sinew
