// Which binds move vertices together: what a bound of blended rotations is made of.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/animation/bounds.h"

namespace sinew {

/// Of a set of more binds only the pairs with its first one are listed.
inline constexpr uint32_t kMostInSet = 8;
/// Of a model with more sets only the pairs are listed.
inline constexpr size_t kMostSets = 4096;

/// Two binds that move a vertex together; numbers of entries of BindBoxes.
struct BindPair {
    uint32_t a = 0;
    uint32_t b = 0;
    double most = 0;  // BindSet::most() of any set that it is in
    Box shared;       // holds such vertices, bind space
};

/// The binds of a vertex.
struct BindSet {
    std::vector<uint32_t> pairs;  // of binds 0 and 1, 0 and 2, ... 1 and 2, ...
    uint32_t count = 0;           // of binds

    /// Blended as dual quaternions, a vertex leaves the hull of its places under each bind by no
    /// more than so many times the farthest distance of a listed pair's two places, whatever is
    /// played (clip_arcs.cpp).
    double most() const {
        if (count == 2) return 0.5;  // no side is far from the other
        // Any two are no farther apart than both are from the first.
        return (count > kMostInSet ? 2.0 : 1.0) * (count - 1);
    }
};

struct BindsTogether {
    std::vector<BindPair> pairs;
    std::vector<BindSet> sets;  // all different; empty where there are too many
    std::vector<Box> blended;   // by entry of BindBoxes: holds those vertices, bind space
};

/// Of all vertices with two influences and more.
BindsTogether bindsTogether(const Model& model, const BindBoxes& boxes);

}  // namespace sinew
