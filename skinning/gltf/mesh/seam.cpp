// Finds the vertices that need copies, and inserts the copies into all vertex arrays.
#include "skinning/gltf/mesh/seam.h"

#include <algorithm>
#include <cstddef>

#include "skinning/model/gather.h"

namespace sinew::gltf {

namespace {

constexpr uint32_t kNoVertex = ~0u;
constexpr float kSameDirection = 0.99999f;  // cosine of 0.26 degrees

bool same(const glm::vec4& a, const glm::vec4& b) {
    return a.w == b.w && glm::dot(glm::vec3(a), glm::vec3(b)) > kSameDirection;
}

}  // namespace

std::vector<uint32_t> shareTangents(std::span<const glm::vec4> ofCorners,
                                    std::span<uint32_t> corners, std::span<glm::vec4> tangents,
                                    std::vector<glm::vec4>& copyTangents) {
    std::vector<uint32_t> copyOf;
    std::vector<bool> taken(tangents.size(), false);
    std::vector<uint32_t> next(tangents.size(), kNoVertex);  // vertex or copy -> its next copy
    for (size_t c = 0; c < corners.size(); ++c) {
        const uint32_t vertex = corners[c];
        const glm::vec4& tangent = ofCorners[c];
        if (!taken[vertex]) {
            taken[vertex] = true;
            tangents[vertex] = tangent;
            continue;
        }
        uint32_t at = vertex;
        const auto tangentAt = [&](uint32_t v) {
            return v < tangents.size() ? tangents[v] : copyTangents[v - tangents.size()];
        };
        while (!same(tangentAt(at), tangent) && next[at] != kNoVertex) at = next[at];
        if (!same(tangentAt(at), tangent)) {
            const auto copy = static_cast<uint32_t>(next.size());
            next[at] = copy;
            next.push_back(kNoVertex);
            copyOf.push_back(vertex);
            copyTangents.push_back(tangent);
            at = copy;
        }
        corners[c] = at;
    }
    return copyOf;
}

void insertCopies(std::span<VertexRun> runs, Geometry& geometry) {
    std::vector<uint32_t> from;  // new vertex -> old vertex
    for (VertexRun& run : runs) {
        const uint32_t first = run.first;
        run.first = static_cast<uint32_t>(from.size());
        for (uint32_t v = 0; v < run.count; ++v) from.push_back(first + v);
        for (const uint32_t copied : run.copyOf) from.push_back(first + copied);
        run.count += static_cast<uint32_t>(run.copyOf.size());
    }
    if (from.size() == geometry.positions.size()) return;
    gather(geometry, from);
    for (const VertexRun& run : runs) {
        const size_t firstCopy = run.first + run.count - run.copyOf.size();
        std::ranges::copy(run.copyTangents,
                          geometry.tangents.begin() + static_cast<ptrdiff_t>(firstCopy));
    }
}

}  // namespace sinew::gltf
