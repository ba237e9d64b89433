// Gathers all vertex arrays of a geometry.
#include "skinning/model/gather.h"

namespace sinew {
namespace {

template <typename T>
void gatherLists(std::vector<uint32_t>& offsets, std::vector<T>& items,
                 std::span<const uint32_t> from) {
    if (offsets.empty()) return;
    std::vector<uint32_t> newOffsets{0};
    std::vector<T> newItems;
    newOffsets.reserve(from.size() + 1);
    newItems.reserve(items.size());
    for (const uint32_t v : from) {
        newItems.insert(newItems.end(), items.begin() + static_cast<ptrdiff_t>(offsets[v]),
                        items.begin() + static_cast<ptrdiff_t>(offsets[v + 1]));
        newOffsets.push_back(static_cast<uint32_t>(newItems.size()));
    }
    offsets = std::move(newOffsets);
    items = std::move(newItems);
}

}  // namespace

void gather(Geometry& geometry, std::span<const uint32_t> from) {
    geometry.positions = gathered(geometry.positions, from);
    geometry.normals = gathered(geometry.normals, from);
    geometry.tangents = gathered(geometry.tangents, from);
    for (std::vector<glm::vec2>& uvs : geometry.uvSets) uvs = gathered(uvs, from);
    geometry.colors = gathered(geometry.colors, from);
    gatherLists(geometry.influenceOffsets, geometry.influences, from);
    gatherLists(geometry.morphOffsets, geometry.morphDeltas, from);
}

}  // namespace sinew
