// JOINTS_n and WEIGHTS_n of a primitive as sorted influence lists.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "skinning/gltf/accessor.h"
#include "skinning/gltf/named_vertices.h"
#include "skinning/model.h"

namespace sinew::gltf {

/// The influences of a run of skinned vertices: all sets, zero weights dropped, repeated binds
/// merged, heaviest first, divided by their sum.
class InfluenceReader {
public:
    /// `bindOfJoint` is the skin's joint order -> bind; it and `vertices` outlive the reader.
    /// Throws on sets that are not pairs, have another form or not `elementCount` elements.
    InfluenceReader(const Document& document, const tinygltf::Primitive& primitive,
                    const std::string& path, size_t elementCount, const NamedVertices& vertices,
                    std::span<const uint32_t> bindOfJoint);

    /// Appends the lists of the vertices from `first` on to `influences`, and their lengths to
    /// `counts`, which has an entry a vertex. A vertex whose weights are all zero follows its first
    /// joint; returns the number of such vertices. Throws, naming the vertex, on joints out of
    /// range and negative weights. May run on several threads at once.
    size_t read(size_t first, std::span<uint32_t> counts, std::vector<Influence>& influences) const;

private:
    struct Set {
        Accessor joints;  // 4 a vertex
        Accessor weights;
        std::string jointsPath;
        std::string weightsPath;
    };
    void gather(const Set& set, size_t vertex, std::span<const uint32_t> joints,
                std::span<const float> weights, std::vector<Influence>& list) const;
    uint32_t bindOf(const Set& set, size_t vertex, uint32_t joint) const;

    // Vertices of consecutive elements.
    size_t readRange(size_t element, std::span<uint32_t> counts,
                     std::vector<Influence>& influences) const;

    std::vector<Set> sets_;
    const NamedVertices& vertices_;
    std::span<const uint32_t> bindOfJoint_;
};

}  // namespace sinew::gltf
