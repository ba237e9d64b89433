// Reads JOINTS_n and WEIGHTS_n of a primitive to sorted influence lists.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "skinning/gltf/file/accessor.h"
#include "skinning/gltf/mesh/named_vertices.h"
#include "skinning/model.h"

namespace sinew::gltf {

/// Reads the influence lists of the vertices that a run of primitives shares. A list merges all
/// sets JOINTS_n and WEIGHTS_n. It has at most one influence per bind and no weight of 0, is sorted
/// by descending weight, and its weights sum to 1.
class InfluenceReader {
public:
    /// `bindOfJoint` maps the skin's joints to binds. `bindOfJoint` and `vertices` must outlive the
    /// reader. Throws if only one of JOINTS_n and WEIGHTS_n is present, has an invalid format or
    /// does not have `elementCount` elements.
    InfluenceReader(const Document& document, const tinygltf::Primitive& primitive,
                    const std::string& path, size_t elementCount, const NamedVertices& vertices,
                    std::span<const uint32_t> bindOfJoint);

    /// Numbers of vertices.
    struct Repaired {
        size_t unweighted = 0;  // all weights are 0
        size_t rescaled = 0;    // the sum of the weights differs from 1 by more than 5 %
    };

    /// Appends the lists of counts.size() vertices from `first` on to `influences`, and writes
    /// their lengths to `counts`. A vertex whose weights are all 0 follows its first joint, and a
    /// vertex without JOINTS_0 the first joint of the skin. Throws on joints out of range and
    /// negative weights, and names the vertex. Thread-safe.
    Repaired read(size_t first, std::span<uint32_t> counts,
                  std::vector<Influence>& influences) const;

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

    void readRange(size_t element, std::span<uint32_t> counts, std::vector<Influence>& influences,
                   Repaired& repaired) const;

    std::vector<Set> sets_;
    const NamedVertices& vertices_;
    std::span<const uint32_t> bindOfJoint_;
};

}  // namespace sinew::gltf
