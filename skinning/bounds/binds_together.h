// Collects binds that move vertices together, for bounds of dual quaternion blending.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/bounds/bounds.h"

namespace sinew {

/// A set with more binds stores only the pairs with its first bind.
inline constexpr uint32_t kMostInSet = 8;
/// Maximum number of sets. If a model has more, only the pairs are used.
inline constexpr size_t kMostSets = 4096;

/// Two binds that influence the same vertices, as indices of BindBoxes::entries.
struct BindPair {
    uint32_t a = 0;
    uint32_t b = 0;
    double most = 0;  // the largest BindSet::most() of the sets with this pair
    Box shared;       // contains the vertices of both binds, bind space
};

/// The binds that influence a vertex.
struct BindSet {
    std::vector<uint32_t> pairs;  // binds (0, 1), (0, 2), ... (1, 2), ...
    uint32_t count = 0;           // binds

    /// Returns a factor that is valid for every pose. An image is a vertex transformed by one bind.
    /// Let d be the largest distance between the two images of a pair. The dual quaternion blend
    /// leaves the hull of all images by at most most() * d (clip_arcs.cpp).
    double most() const {
        if (count == 2) return 0.5;  // the bound F s / 2 of clip_arcs.cpp, with F, s <= 1
        // The distance of two images is at most the sum of their distances from the first one.
        return (count > kMostInSet ? 2.0 : 1.0) * (count - 1);
    }
};

struct BindsTogether {
    std::vector<BindPair> pairs;
    std::vector<BindSet> sets;  // distinct; empty if there are more than kMostSets
    /// Per entry of BindBoxes: the box of its vertices with several influences, bind space.
    std::vector<Box> blended;
};

BindsTogether bindsTogether(const Model& model, const BindBoxes& boxes);

}  // namespace sinew
