// JOINTS_n and WEIGHTS_n of a primitive as sorted influence lists.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "skinning/gltf/file/accessor.h"
#include "skinning/gltf/mesh/named_vertices.h"
#include "skinning/model.h"

namespace sinew::gltf {

/// Influence lists of a run: all sets, no zero weights, merged binds, heaviest first, normalized.
class InfluenceReader {
public:
    /// `bindOfJoint` maps the skin's joints to binds; it and `vertices` must outlive the reader.
    /// Throws on incomplete pairs of sets, other formats and sizes other than `elementCount`.
    InfluenceReader(const Document& document, const tinygltf::Primitive& primitive,
                    const std::string& path, size_t elementCount, const NamedVertices& vertices,
                    std::span<const uint32_t> bindOfJoint);

    /// Appends the lists of the vertices from `first` on to `influences`, and writes their lengths
    /// to `counts`. A vertex with zero weights follows its first joint; returns the number of such
    /// vertices. Throws on joints out of range and negative weights, and names the vertex.
    /// Thread-safe.
    size_t read(size_t first, std::span<uint32_t> counts, std::vector<Influence>& influences) const;

private:
    struct Set {
        Accessor joints;  // 4 per vertex
        Accessor weights;
        std::string jointsPath;
        std::string weightsPath;
    };
    void gather(const Set& set, size_t vertex, std::span<const uint32_t> joints,
                std::span<const float> weights, std::vector<Influence>& list) const;
    uint32_t bindOf(const Set& set, size_t vertex, uint32_t joint) const;

    size_t readRange(size_t element, std::span<uint32_t> counts,
                     std::vector<Influence>& influences) const;

    std::vector<Set> sets_;
    const NamedVertices& vertices_;
    std::span<const uint32_t> bindOfJoint_;
};

}  // namespace sinew::gltf
