// groupByBinds() puts vertices with the same binds into groups.
#include "skinning/model/bind_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace sinew {
namespace {

/// A vertex for each list of binds.
Geometry boundTo(const std::vector<std::vector<uint32_t>>& binds) {
    Geometry geometry;
    geometry.influenceOffsets = {0};
    for (const std::vector<uint32_t>& own : binds) {
        for (const uint32_t bind : own) {
            geometry.influences.push_back({bind, 1.0f / static_cast<float>(own.size())});
        }
        geometry.influenceOffsets.push_back(static_cast<uint32_t>(geometry.influences.size()));
    }
    geometry.positions.resize(binds.size());
    return geometry;
}

std::vector<uint32_t> grouped(const Geometry& geometry, uint32_t limit = 0) {
    std::vector<uint32_t> order(geometry.vertexCount());
    std::iota(order.begin(), order.end(), 0u);
    groupByBinds(geometry, order, limit);
    return order;
}

/// The largest number of binds of a group.
size_t mostBinds(const Geometry& geometry, std::span<const uint32_t> order, uint32_t limit = 0) {
    size_t most = 0;
    for (size_t first = 0; first < order.size(); first += kBindGroup) {
        std::set<uint32_t> binds;
        for (size_t i = first; i < std::min(first + kBindGroup, order.size()); ++i) {
            for (uint32_t k = 0; k < influenceCount(geometry, order[i], limit); ++k) {
                binds.insert(geometry.influences[geometry.influenceOffsets[order[i]] + k].bind);
            }
        }
        most = std::max(most, binds.size());
    }
    return most;
}

/// 600 vertices with 16 alternating pairs of binds. The last window is partial.
std::vector<std::vector<uint32_t>> inTurn() {
    std::vector<std::vector<uint32_t>> binds;
    for (uint32_t v = 0; v < 600; ++v) binds.push_back({2 * (v % 16), 2 * (v % 16) + 1});
    return binds;
}

TEST(BindGroups, NeighboursShareTheirBinds) {
    const Geometry geometry = boundTo(inTurn());
    const std::vector<uint32_t> order = grouped(geometry);
    EXPECT_EQ(mostBinds(geometry, std::span(order).first(512)), 2u);
    std::vector<uint32_t> all(order.begin(), order.end());
    std::sort(all.begin(), all.end());
    for (uint32_t v = 0; v < 600; ++v) ASSERT_EQ(all[v], v) << "no permutation";
}

TEST(BindGroups, NoVertexLeavesItsWindow) {
    const std::vector<uint32_t> order = grouped(boundTo(inTurn()));
    for (uint32_t i = 0; i < order.size(); ++i) {
        ASSERT_EQ(order[i] / kBindWindow, i / kBindWindow) << i;
    }
}

TEST(BindGroups, RemainingVerticesJoinTheGroupWithTheFewestNewBinds) {
    std::vector<std::vector<uint32_t>> binds(32);
    for (uint32_t v = 0; v < 12; ++v) binds[2 * v] = {0, 1, 2};
    for (uint32_t v = 0; v < 12; ++v) binds[2 * v + 1] = {7, 8, 9};
    for (uint32_t v = 24; v < 28; ++v) binds[v] = {8, 9};
    for (uint32_t v = 28; v < 32; ++v) binds[v] = {1};
    const Geometry geometry = boundTo(binds);
    EXPECT_EQ(mostBinds(geometry, grouped(geometry)), 3u);
}

TEST(BindGroups, InfluencesBeyondTheLimitDoNotCount) {
    std::vector<std::vector<uint32_t>> binds;
    for (uint32_t v = 0; v < 32; ++v) {
        const uint32_t pair = v / 2 % 8;
        binds.push_back({v % 2, 2 + 2 * pair, 3 + 2 * pair});
    }
    const Geometry geometry = boundTo(binds);
    EXPECT_EQ(mostBinds(geometry, grouped(geometry, 1), 1), 1u);
    EXPECT_GT(mostBinds(geometry, grouped(geometry), 1), 1u)
        << "with all influences those of a pair go together";
}

TEST(BindGroups, AWindowOfTooManyBindsStaysAsItIs) {
    std::vector<std::vector<uint32_t>> binds;
    for (uint32_t v = 0; v < 256; ++v) binds.push_back({v % 65});
    const std::vector<uint32_t> order = grouped(boundTo(binds));
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
    for (auto& own : binds) own[0] %= 64;
    const std::vector<uint32_t> fewer = grouped(boundTo(binds));
    EXPECT_FALSE(std::is_sorted(fewer.begin(), fewer.end()));
}

}  // namespace
}  // namespace sinew
