// Collects binds that move vertices together, for bounds of dual quaternion blending.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/bounds/bounds.h"

namespace sinew {

/// A larger set lists only the pairs with its first bind.
inline constexpr uint32_t kMostInSet = 8;
/// A model with more sets lists only pairs.
inline constexpr size_t kMostSets = 4096;

/// Two binds that move a vertex together; indices of BindBoxes::entries.
struct BindPair {
    uint32_t a = 0;
    uint32_t b = 0;
    double most = 0;  // the largest BindSet::most() of its sets
    Box shared;       // contains these vertices, bind space
};

struct BindSet {
    std::vector<uint32_t> pairs;  // binds 0 and 1, 0 and 2, ... 1 and 2, ...
    uint32_t count = 0;

    /// Blended as dual quaternions, a vertex leaves the hull of its positions by at most most()
    /// times the largest distance of a listed pair, in every pose (clip_arcs.cpp).
    double most() const {
        if (count == 2) return 0.5;  // F s / 2 (clip_arcs.cpp) with c >= 0
        // The distance of any two is at most the sum of their distances from the first.
        return (count > kMostInSet ? 2.0 : 1.0) * (count - 1);
    }
};

struct BindsTogether {
    std::vector<BindPair> pairs;
    std::vector<BindSet> sets;  // distinct; empty if there are more than kMostSets
    std::vector<Box> blended;   // by entry of BindBoxes: contains its blended vertices, bind space
};

BindsTogether bindsTogether(const Model& model, const BindBoxes& boxes);

}  // namespace sinew
