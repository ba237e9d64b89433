// Collects ranges of used elements, and maps elements to vertices.
#include "skinning/gltf/mesh/named_vertices.h"

namespace sinew::gltf {

NamedVertices::NamedVertices(std::span<const std::span<uint32_t>> corners, size_t elementCount) {
    std::vector<bool> isNamed(elementCount);
    for (const std::span<uint32_t>& list : corners) {
        for (const uint32_t element : list) isNamed[element] = true;
    }
    for (size_t element = 0; element < elementCount; ++element) {
        if (!isNamed[element]) continue;
        if (element == 0 || !isNamed[element - 1]) {
            ranges_.push_back({.first = static_cast<uint32_t>(element), .count = 0});
            starts_.push_back(static_cast<uint32_t>(count_));
        }
        ++ranges_.back().count;
        ++count_;
    }
}

void NamedVertices::renumber(std::span<uint32_t> corners) const {
    for (uint32_t& corner : corners) {
        const auto next = std::ranges::upper_bound(ranges_, corner, {}, &VertexRange::first);
        const auto range = static_cast<size_t>(next - ranges_.begin() - 1);
        corner = starts_[range] + corner - ranges_[range].first;
    }
}

}  // namespace sinew::gltf
