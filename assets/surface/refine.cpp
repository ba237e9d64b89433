// Midpoint subdivision: one new vertex an edge.
#include "assets/surface/refine.h"

#include <algorithm>
#include <map>

namespace sinew::assets {
namespace {

constexpr std::size_t kInfluences = 8;

Influences mean(const Influences& a, const Influences& b) {
    std::map<int, double> sums;
    for (const Influences* list : {&a, &b}) {
        for (const auto& [joint, weight] : *list) sums[joint] += weight / 2;
    }
    Influences result(sums.begin(), sums.end());
    std::stable_sort(result.begin(), result.end(),
                     [](const auto& x, const auto& y) { return x.second > y.second; });
    if (result.size() > kInfluences) result.resize(kInfluences);
    double kept = 0;
    for (const auto& [joint, weight] : result) kept += weight;
    for (auto& [joint, weight] : result) weight /= kept;
    return result;
}

}  // namespace

Character refined(const Character& character) {
    Character c = character;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
        const auto [found, isNew] = middles.try_emplace(std::minmax(a, b));
        if (!isNew) return found->second;
        found->second = static_cast<std::uint32_t>(c.positions.size());
        c.positions.push_back((c.positions[a] + c.positions[b]) * 0.5);
        c.normals.push_back(normalize(c.normals[a] + c.normals[b]));
        c.tangents.push_back(
            {normalize(c.tangents[a].direction + c.tangents[b].direction), c.tangents[a].hand});
        c.uvs.push_back((c.uvs[a] + c.uvs[b]) * 0.5);
        c.influences.push_back(mean(c.influences[a], c.influences[b]));
        return found->second;
    };
    c.triangles.clear();
    for (const auto& [p, q, r] : character.triangles) {
        const std::uint32_t pq = middle(p, q), qr = middle(q, r), rp = middle(r, p);
        c.triangles.insert(c.triangles.end(),
                           {{p, pq, rp}, {pq, q, qr}, {rp, qr, r}, {pq, qr, rp}});
    }
    return c;
}

}  // namespace sinew::assets
