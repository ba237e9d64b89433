// The elements of a primitive's accessors that become vertices of the model.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "skinning/model.h"

namespace sinew::gltf {

/// The accessor elements to which triangle corners refer, ascending. The element at position i of
/// this list is vertex i of the run.
class NamedVertices {
public:
    NamedVertices() = default;
    NamedVertices(std::span<const std::span<uint32_t>> corners, size_t elementCount);

    size_t count() const { return count_; }
    const std::vector<VertexRange>& ranges() const { return ranges_; }

    /// Replaces each element index by the index of its vertex in the run.
    void renumber(std::span<uint32_t> corners) const;

    /// Calls read(element, vertex, n) for each range of n consecutive elements. The ranges cover
    /// the vertices [first, first + count).
    template <typename Read>
    void each(size_t first, size_t count, const Read& read) const {
        auto range = static_cast<size_t>(std::upper_bound(starts_.begin(), starts_.end(), first) -
                                         starts_.begin() - 1);
        for (size_t vertex = first; vertex < first + count; ++range) {
            const size_t skipped = vertex - starts_[range];
            const size_t size =
                std::min<size_t>(ranges_[range].count - skipped, first + count - vertex);
            read(ranges_[range].first + skipped, vertex, size);
            vertex += size;
        }
    }

private:
    std::vector<VertexRange> ranges_;
    std::vector<uint32_t> starts_;
    size_t count_ = 0;
};

}  // namespace sinew::gltf
