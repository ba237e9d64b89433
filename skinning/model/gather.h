// Selects vertices of a geometry by index.
#pragma once

#include <span>
#include <vector>

#include "skinning/model.h"

namespace sinew {

/// Returns the values with the indices `from`, in this order. Without values, the result is empty.
template <typename T>
std::vector<T> gathered(const std::vector<T>& values, std::span<const uint32_t> from) {
    std::vector<T> result;
    if (values.empty()) return result;
    result.reserve(from.size());
    for (const uint32_t v : from) result.push_back(values[v]);
    return result;
}

/// Replaces the vertices by those with the indices `from`, in this order; an index may occur
/// several times. Geometry::indices do not change.
void gather(Geometry& geometry, std::span<const uint32_t> from);

}  // namespace sinew
