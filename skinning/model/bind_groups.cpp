// Groups vertices with a greedy algorithm. The set of binds of a vertex is a mask of 64 bits.
#include "skinning/model/bind_groups.h"

#include <algorithm>
#include <bit>
#include <map>
#include <vector>

namespace sinew {
namespace {

constexpr size_t kMostBinds = 64;

std::span<const Influence> influencesOf(const Geometry& geometry, uint32_t vertex, uint32_t limit) {
    return std::span(geometry.influences)
        .subspan(geometry.influenceOffsets[vertex], influenceCount(geometry, vertex, limit));
}

struct Alike {
    uint64_t binds = 0;
    std::vector<uint32_t> vertices;
};

/// Returns the vertices of a window, grouped by equal sets of binds. Returns nothing if the window
/// has more than kMostBinds binds.
std::vector<Alike> boundAlike(const Geometry& geometry, std::span<const uint32_t> window,
                              uint32_t limit) {
    std::vector<uint32_t> all;
    for (const uint32_t v : window) {
        for (const Influence& influence : influencesOf(geometry, v, limit)) {
            all.push_back(influence.bind);
        }
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if (all.size() > kMostBinds) return {};
    std::map<uint64_t, std::vector<uint32_t>> verticesOf;
    for (const uint32_t v : window) {
        uint64_t binds = 0;
        for (const Influence& influence : influencesOf(geometry, v, limit)) {
            const auto found = std::lower_bound(all.begin(), all.end(), influence.bind);
            binds |= uint64_t{1} << (found - all.begin());
        }
        verticesOf[binds].push_back(v);
    }
    std::vector<Alike> alike;
    for (auto& [binds, vertices] : verticesOf) alike.push_back({binds, std::move(vertices)});
    return alike;
}

void takeGroup(std::vector<Alike>& alike, std::span<uint32_t> out) {
    auto from = std::max_element(alike.begin(), alike.end(), [](const Alike& a, const Alike& b) {
        return a.vertices.size() < b.vertices.size();
    });
    uint64_t binds = 0;
    for (size_t filled = 0; filled < out.size();) {
        binds |= from->binds;
        const size_t taken = std::min(out.size() - filled, from->vertices.size());
        const auto end = from->vertices.begin() + static_cast<std::ptrdiff_t>(taken);
        std::copy(from->vertices.begin(), end, out.begin() + static_cast<std::ptrdiff_t>(filled));
        from->vertices.erase(from->vertices.begin(), end);
        filled += taken;
        if (from->vertices.empty()) alike.erase(from);
        from = std::min_element(alike.begin(), alike.end(), [&](const Alike& a, const Alike& b) {
            return std::popcount(a.binds & ~binds) < std::popcount(b.binds & ~binds);
        });
    }
}

}  // namespace

uint32_t influenceCount(const Geometry& geometry, uint32_t vertex, uint32_t limit) {
    const uint32_t count =
        geometry.influenceOffsets[vertex + 1] - geometry.influenceOffsets[vertex];
    return limit > 0 ? std::min(count, limit) : count;
}

void groupByBinds(const Geometry& geometry, std::span<uint32_t> vertices, uint32_t limit) {
    for (size_t first = 0; first < vertices.size(); first += kBindWindow) {
        const auto window =
            vertices.subspan(first, std::min<size_t>(kBindWindow, vertices.size() - first));
        std::vector<Alike> alike = boundAlike(geometry, window, limit);
        for (size_t at = 0; !alike.empty(); at += kBindGroup) {
            takeGroup(alike, window.subspan(at, std::min<size_t>(kBindGroup, window.size() - at)));
        }
    }
}

}  // namespace sinew
