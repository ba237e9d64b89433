// Places the instances of crowds on a grid.
#include "skinning/animation/placement.h"

#include <algorithm>
#include <cmath>

#include "skinning/random.h"

namespace sinew {
namespace {

struct Grid {
    uint32_t columns;
    uint32_t rows;
    float spacing;
};

Grid gridFor(const Box& bounds, uint32_t count) {
    const uint32_t columns =
        static_cast<uint32_t>(std::ceil(std::sqrt(static_cast<double>(count))));
    const glm::vec3 size = bounds.high - bounds.low;
    return {columns, (count + columns - 1) / columns, 1.05f * std::max({size.x, size.z, 1e-6f})};
}

glm::vec3 gridPosition(const Grid& grid, uint32_t i) {
    const uint32_t row = i / grid.columns;
    const float shift = grid.rows > 1 ? (row % 2 ? 0.25f : -0.25f) : 0.0f;
    const float x =
        static_cast<float>(i % grid.columns) - 0.5f * static_cast<float>(grid.columns - 1) + shift;
    const float z = 0.5f * static_cast<float>(grid.rows - 1) - static_cast<float>(row);
    return grid.spacing * glm::vec3(x, 0.0f, z);
}

/// Largest random offset from the centre of a grid cell, as a fraction of the grid's spacing.
constexpr float kMostAside = 0.22f;
constexpr float kMostTurned = 0.45f;  // radians, to either side

/// Returns three pseudo-random numbers in [-1, 1).
glm::vec3 randomFor(uint32_t seed, uint32_t instance) {
    const uint64_t hash = mixed(uint64_t{seed} << 32 | instance);
    const glm::vec3 shares(shareOf(mixed(hash)), shareOf(mixed(hash + 1)),
                           shareOf(mixed(hash + 2)));
    return 2.0f * shares - 1.0f;
}

/// Returns a bound of how far a random rotation moves points that are at most `far` from the
/// origin, per axis.
glm::vec3 movedByTurns(const glm::vec3& far) {
    const float s = std::sin(kMostTurned), c = std::cos(kMostTurned);
    return {(1.0f - c) * far.x + s * far.z, 0.0f, (1.0f - c) * far.z + s * far.x};
}

gpu::Affine turnedAbout(float radians, const glm::vec3& at) {
    const float s = std::sin(radians), c = std::cos(radians);
    return {glm::vec4(c, 0, s, at.x), glm::vec4(0, 1, 0, at.y), glm::vec4(-s, 0, c, at.z)};
}

gpu::Affine gridPlacement(const Grid& grid, uint32_t i, uint32_t count, const Box& bounds,
                          uint32_t scatter) {
    const glm::vec3 randoms = scatter > 0 && count > 1 ? randomFor(scatter, i) : glm::vec3(0.0f);
    const glm::vec3 center = bounds.center();
    const float s = std::sin(kMostTurned * randoms.x), c = std::cos(kMostTurned * randoms.x);
    const glm::vec3 aside = kMostAside * grid.spacing * glm::vec3(randoms.y, 0.0f, randoms.z);
    const glm::vec3 p =
        gridPosition(grid, i) + aside -
        glm::vec3(c * center.x + s * center.z, bounds.low.y, c * center.z - s * center.x);
    return turnedAbout(kMostTurned * randoms.x, p);
}

size_t explicitCount(const CrowdLayout& crowd) {
    return std::min<size_t>(crowd.placements.size(), crowd.instanceCount);
}

uint32_t onGrid(std::span<const CrowdLayout> crowds) {
    uint32_t count = 0;
    for (const CrowdLayout& crowd : crowds) {
        count += crowd.instanceCount - static_cast<uint32_t>(explicitCount(crowd));
    }
    return count;
}

Box largestOf(std::span<const CrowdLayout> crowds) {
    glm::vec3 size(0.0f);
    for (const CrowdLayout& crowd : crowds) {
        if (explicitCount(crowd) == crowd.instanceCount) continue;
        size = glm::max(size, crowd.bounds.high - crowd.bounds.low);
    }
    return {glm::vec3(0.0f), size};
}

struct Member {
    // Sort key within the crowd, [0, 1).
    double share = 0;
    uint32_t crowd = 0;
    uint32_t instance = 0;
    auto operator<=>(const Member&) const = default;
};

/// Returns the grid instances of all crowds in mixed order. Instance i of n in a crowd gets a
/// random sort key in [i / n, (i + 1) / n).
std::vector<Member> mixedMembers(std::span<const CrowdLayout> crowds) {
    std::vector<Member> members;
    for (uint32_t c = 0; c < crowds.size(); ++c) {
        const auto first = static_cast<uint32_t>(explicitCount(crowds[c]));
        const uint32_t count = crowds[c].instanceCount - first;
        for (uint32_t i = 0; i < count; ++i) {
            const double within = double{shareOf(mixed(uint64_t{c} << 32 | i))};
            members.push_back({(i + within) / count, c, first + i});
        }
    }
    if (crowds.size() > 1) std::sort(members.begin(), members.end());
    return members;
}

}  // namespace

std::vector<gpu::Affine> layOutCrowd(const Box& bounds, uint32_t count, uint32_t scatter) {
    const CrowdLayout crowd{bounds, count, {}};
    return std::move(layOutCrowds({&crowd, 1}, scatter)[0]);
}

std::vector<std::vector<gpu::Affine>> layOutCrowds(std::span<const CrowdLayout> crowds,
                                                   uint32_t scatter) {
    std::vector<std::vector<gpu::Affine>> worldFromObject(crowds.size());
    for (size_t c = 0; c < crowds.size(); ++c) {
        worldFromObject[c].resize(crowds[c].instanceCount);
        for (size_t i = 0; i < explicitCount(crowds[c]); ++i) {
            const Placement& placement = crowds[c].placements[i];
            worldFromObject[c][i] =
                turnedAbout(glm::radians(placement.turnedDegrees), placement.at);
        }
    }
    const std::vector<Member> members = mixedMembers(crowds);
    const auto count = static_cast<uint32_t>(members.size());
    if (count == 0) return worldFromObject;
    const Grid grid = gridFor(largestOf(crowds), count);
    for (uint32_t i = 0; i < count; ++i) {
        const auto [share, crowd, instance] = members[i];
        worldFromObject[crowd][instance] =
            gridPlacement(grid, i, count, crowds[crowd].bounds, scatter);
    }
    return worldFromObject;
}

std::vector<uint32_t> sharedOut(uint32_t instanceCount, std::span<const uint32_t> shares) {
    uint64_t all = 0;
    for (const uint32_t share : shares) all += share;
    std::vector<uint32_t> counts;
    uint64_t before = 0, assigned = 0;
    for (const uint32_t share : shares) {
        before += share;
        const uint64_t upToHere = (instanceCount * before + all - 1) / all;
        counts.push_back(static_cast<uint32_t>(upToHere - assigned));
        assigned = upToHere;
    }
    return counts;
}

gpu::Affine moved(const gpu::Affine& worldFromObject, const Anchor& anchor) {
    gpu::Affine there = worldFromObject;
    for (int axis = 0; axis < 3; ++axis) {
        there[axis].w += glm::dot(glm::vec3(worldFromObject[axis]), anchor.at);
    }
    return there;
}

Box reachOf(std::span<const Anchor> anchors) {
    if (anchors.empty()) return {};
    Box reach = Box::nothing();
    for (const Anchor& anchor : anchors) reach.include(anchor.at);
    return reach;
}

Box crowdBounds(const Box& bounds, uint32_t instanceCount, const Box& reach, uint32_t scatter) {
    const Grid grid = gridFor(bounds, instanceCount);
    const glm::vec3 half = 0.5f * (bounds.high - bounds.low);
    const float shift = grid.rows > 1 ? 0.25f : 0.0f;
    glm::vec3 far(grid.spacing * (0.5f * static_cast<float>(grid.columns - 1) + shift) + half.x,
                  0.0f, grid.spacing * 0.5f * static_cast<float>(grid.rows - 1) + half.z);
    glm::vec3 farther(0.0f);
    if (scatter > 0 && instanceCount > 1) {
        const float aside = kMostAside * grid.spacing;
        far += glm::vec3(aside, 0.0f, aside) + movedByTurns(half);
        farther = movedByTurns(glm::max(glm::abs(reach.low), glm::abs(reach.high)));
    }
    return {reach.low - farther + glm::vec3(-far.x, 0.0f, -far.z),
            reach.high + farther + glm::vec3(far.x, 2.0f * half.y, far.z)};
}

Box crowdBounds(std::span<const CrowdLayout> crowds, std::span<const Box> reaches,
                uint32_t scatter) {
    Box around = Box::nothing(), reach = Box::nothing();
    for (size_t c = 0; c < crowds.size(); ++c) {
        const Box gone{crowds[c].bounds.low + reaches[c].low,
                       crowds[c].bounds.high + reaches[c].high};
        for (size_t i = 0; i < explicitCount(crowds[c]); ++i) {
            const Placement& placement = crowds[c].placements[i];
            around.include(transformed(
                gone, turnedAbout(glm::radians(placement.turnedDegrees), placement.at)));
        }
        if (explicitCount(crowds[c]) < crowds[c].instanceCount) reach.include(reaches[c]);
    }
    if (const uint32_t count = onGrid(crowds)) {
        around.include(crowdBounds(largestOf(crowds), count, reach, scatter));
    }
    return around;
}

}  // namespace sinew
