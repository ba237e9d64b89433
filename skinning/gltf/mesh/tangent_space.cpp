// Implements MikkTSpace: welds vertices, pairs edges, groups corners and adds weighted tangents.
#include "skinning/gltf/mesh/tangent_space.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "skinning/gltf/basis.h"

namespace sinew::gltf {

namespace {

// w of a tangent. The signs are opposite to the published implementation, because v points down in
// glTF, and the green axis of a normal map points up.
constexpr float kPreservingSign = -1.0f;
constexpr float kMirroredSign = 1.0f;

constexpr uint32_t kNone = ~0u;

// Uses float and the limit of the published implementation. If a triangle were degenerate in only
// one implementation, the tangents of its neighbours would differ.
bool isNonZero(float value) {
    return std::abs(value) > std::numeric_limits<float>::min();
}

glm::vec3 normalizedOrZero(const glm::vec3& v) {
    const float length = std::sqrt(glm::dot(v, v));
    return isNonZero(length) ? v / length : glm::vec3(0.0f);
}

glm::vec3 projected(const glm::vec3& v, const glm::vec3& normal) {
    return normalizedOrZero(v - normal * glm::dot(normal, v));
}

template <typename Body>
void parallelFor(size_t count, const Body& body) {
    constexpr size_t kGrain = 1024;  // items of about 100 ns
    tbb::parallel_for(tbb::blocked_range<size_t>(0, count, kGrain),
                      [&](const tbb::blocked_range<size_t>& range) {
                          for (size_t i = range.begin(); i < range.end(); ++i) body(i);
                      });
}

/// Returns the next corner of the triangle. Corners are numbered 3 * triangle + 0, 1 or 2. Edge c
/// runs from corner c to nextCorner(c).
uint32_t nextCorner(uint32_t corner) {
    return corner % 3 == 2 ? corner - 2 : corner + 1;
}
uint32_t previousCorner(uint32_t corner) {
    return corner % 3 == 0 ? corner + 2 : corner - 1;
}

struct Mesh {
    std::span<const glm::vec3> positions;
    std::span<const glm::vec3> normals;
    std::span<const glm::vec2> uvs;
    std::span<const uint32_t> triangles;

    const glm::vec3& position(uint32_t corner) const { return positions[triangles[corner]]; }
    const glm::vec3& normal(uint32_t corner) const { return normals[triangles[corner]]; }
    const glm::vec2& uv(uint32_t corner) const { return uvs[triangles[corner]]; }
    uint32_t cornerCount() const { return static_cast<uint32_t>(triangles.size()); }
};

/// Maps each vertex to the first one with equal position, normal and uv.
std::vector<uint32_t> weld(const Mesh& mesh) {
    using Values = std::array<float, 8>;
    const auto valuesOf = [&](uint32_t v) {
        const glm::vec3 &p = mesh.positions[v], &n = mesh.normals[v];
        const glm::vec2& t = mesh.uvs[v];
        return Values{p.x, p.y, p.z, n.x, n.y, n.z, t.x, t.y};
    };
    // With a random seed, a file cannot be prepared so that all hashes collide. The result does not
    // depend on the seed.
    const uint64_t seed = std::random_device()();
    const auto hashOf = [&](const Values& values) {
        uint64_t hash = seed;
        for (const float value : values) {
            const uint32_t bits = std::bit_cast<uint32_t>(value + 0.0f);  // -0 becomes 0
            hash = (std::rotl(hash, 29) ^ bits) * 0x9e3779b97f4a7c15u;
        }
        return hash ^ (hash >> 32);
    };
    struct Entry {
        uint32_t tag = 0;  // upper hash bits; values are compared only if tags are equal
        uint32_t vertex = kNone;
    };
    const size_t count = mesh.positions.size();
    std::vector<Entry> table(std::bit_ceil(2 * count));
    std::vector<uint32_t> welded(count);
    for (uint32_t v = 0; v < count; ++v) {
        const Values values = valuesOf(v);
        const uint64_t hash = hashOf(values);
        const auto tag = static_cast<uint32_t>(hash >> 32);
        size_t slot = hash & (table.size() - 1);
        while (table[slot].vertex != kNone &&
               (table[slot].tag != tag || valuesOf(table[slot].vertex) != values)) {
            slot = (slot + 1) & (table.size() - 1);
        }
        if (table[slot].vertex == kNone) table[slot] = {tag, v};
        welded[v] = table[slot].vertex;
    }
    return welded;
}

struct Triangle {
    glm::vec3 tangent{0.0f};  // unit length, along +u; 0: none
    bool degenerate = false;  // two equal corners: ignored
    bool anyGroup = false;    // no uv area: joins the first group that reaches it
    bool preserving = false;  // uvs have the orientation of positions
    bool assigned[3] = {false, false, false};

    bool unassigned() const { return !assigned[0] && !assigned[1] && !assigned[2]; }
};

/// Computes a triangle's tangent, the direction of increasing u. It follows from edges = tangent *
/// du + bitangent * dv.
Triangle describe(const Mesh& mesh, uint32_t corner) {
    const glm::vec3 &p0 = mesh.position(corner), &p1 = mesh.position(corner + 1),
                    &p2 = mesh.position(corner + 2);
    Triangle triangle{.degenerate = p0 == p1 || p1 == p2 || p2 == p0, .anyGroup = true};
    if (triangle.degenerate) return triangle;
    const glm::vec2 uv1 = mesh.uv(corner + 1) - mesh.uv(corner);
    const glm::vec2 uv2 = mesh.uv(corner + 2) - mesh.uv(corner);
    const float area = uv1.x * uv2.y - uv1.y * uv2.x;
    triangle.preserving = area > 0;
    if (!isNonZero(area)) return triangle;
    const glm::vec3 edge1 = p1 - p0, edge2 = p2 - p0;
    const glm::vec3 alongU = edge1 * uv2.y - edge2 * uv1.y;
    const glm::vec3 alongV = edge2 * uv1.x - edge1 * uv2.x;
    const float stretchU = glm::length(alongU) / std::abs(area);
    const float stretchV = glm::length(alongV) / std::abs(area);
    triangle.anyGroup = !isNonZero(stretchU) || !isNonZero(stretchV);
    triangle.tangent = normalizedOrZero(triangle.preserving ? alongU : -alongU);
    return triangle;
}

/// Maps each edge to the opposite edge of the adjacent triangle; kNone at borders. If more than two
/// triangles share an edge, edges of opposite directions are paired in order.
std::vector<uint32_t> pairEdges(const std::vector<uint32_t>& welded, const Mesh& mesh,
                                const std::vector<Triangle>& triangles) {
    const auto vertexAt = [&](uint32_t corner) { return welded[mesh.triangles[corner]]; };
    // Edges are sorted into buckets, one for each vertex: an edge is in the bucket of its smaller
    // vertex. Buckets are short, except at the centre of a triangle fan.
    std::vector<uint32_t> ends(mesh.positions.size() + 1, 0);
    const auto forEachEdge = [&](const auto& visit) {
        for (uint32_t edge = 0; edge < mesh.cornerCount(); ++edge) {
            if (triangles[edge / 3].degenerate) continue;
            const uint32_t from = vertexAt(edge), to = vertexAt(nextCorner(edge));
            visit(edge, std::min(from, to), std::max(from, to));
        }
    };
    forEachEdge([&](uint32_t, uint32_t low, uint32_t) { ++ends[low + 1]; });
    for (size_t v = 1; v < ends.size(); ++v) ends[v] += ends[v - 1];
    struct Edge {
        uint32_t high;
        uint32_t edge;
    };
    std::vector<Edge> edges(ends.back());
    std::vector<uint32_t> starts = ends;
    forEachEdge([&](uint32_t edge, uint32_t low, uint32_t high) {
        edges[starts[low]++] = {high, edge};
    });

    std::vector<uint32_t> paired(mesh.cornerCount(), kNone);
    std::vector<uint32_t> upward, downward;
    for (size_t v = 0; v + 1 < ends.size(); ++v) {
        const auto bucket = std::span(edges).subspan(ends[v], ends[v + 1] - ends[v]);
        std::sort(bucket.begin(), bucket.end(), [](const Edge& a, const Edge& b) {
            return a.high != b.high ? a.high < b.high : a.edge < b.edge;
        });
        for (size_t first = 0, end = 0; first < bucket.size(); first = end) {
            upward.clear();
            downward.clear();
            for (end = first; end < bucket.size() && bucket[end].high == bucket[first].high;
                 ++end) {
                const uint32_t edge = bucket[end].edge;
                (vertexAt(edge) == v ? upward : downward).push_back(edge);
            }
            for (size_t i = 0; i < std::min(upward.size(), downward.size()); ++i) {
                paired[upward[i]] = downward[i];
                paired[downward[i]] = upward[i];
            }
        }
    }
    return paired;
}

/// Groups of corners that share a tangent: corners of one vertex whose triangles are connected and
/// have the same uv orientation. Group g starts at members[offsets[g]].
struct Groups {
    std::vector<uint32_t> members;
    std::vector<uint32_t> offsets{0};
};

Groups group(std::vector<Triangle>& triangles, const std::vector<uint32_t>& paired) {
    Groups groups;
    groups.members.reserve(paired.size());
    const auto join = [&](uint32_t corner, bool preserving) {
        Triangle& triangle = triangles[corner / 3];
        if (triangle.assigned[corner % 3]) return;
        // A triangle without uv area takes the orientation of the first group that reaches it.
        if (triangle.anyGroup && triangle.unassigned()) triangle.preserving = preserving;
        if (triangle.preserving != preserving) return;
        triangle.assigned[corner % 3] = true;
        groups.members.push_back(corner);
    };
    for (uint32_t corner = 0; corner < paired.size(); ++corner) {
        const Triangle& triangle = triangles[corner / 3];
        if (triangle.anyGroup || triangle.assigned[corner % 3]) continue;
        const bool preserving = triangle.preserving;
        join(corner, preserving);
        for (size_t i = groups.offsets.back(); i < groups.members.size(); ++i) {
            const uint32_t member = groups.members[i];
            // `left` is paired with the member's outgoing edge, so it ends at this vertex. `right`
            // is paired with its incoming edge, so it starts at this vertex.
            const uint32_t left = paired[member], right = paired[previousCorner(member)];
            if (left != kNone) join(nextCorner(left), preserving);
            if (right != kNone) join(right, preserving);
        }
        groups.offsets.push_back(static_cast<uint32_t>(groups.members.size()));
    }
    return groups;
}

/// Returns the tangent of a group. The tangents of its triangles are projected onto the plane of
/// the normal and weighted by the corner's angle, so that the result does not depend on the
/// triangulation.
glm::vec3 groupTangent(const Mesh& mesh, std::span<const Triangle> triangles,
                       std::span<const uint32_t> members) {
    const glm::vec3& normal = mesh.normal(members[0]);
    const glm::vec3& here = mesh.position(members[0]);
    glm::vec3 sum(0.0f);
    for (const uint32_t corner : members) {
        if (triangles[corner / 3].anyGroup) continue;
        const glm::vec3 in = projected(mesh.position(previousCorner(corner)) - here, normal);
        const glm::vec3 out = projected(mesh.position(nextCorner(corner)) - here, normal);
        const float angle = std::acos(glm::clamp(glm::dot(in, out), -1.0f, 1.0f));
        sum += angle * projected(triangles[corner / 3].tangent, normal);
    }
    const glm::vec3 tangent = normalizedOrZero(sum);
    // `tangent` is 0 if the sum cancels, or if triangles are perpendicular to the plane.
    return tangent != glm::vec3(0.0f) ? tangent : perpendicularTo(normal);
}

}  // namespace

void generateCornerTangents(std::span<const glm::vec3> positions,
                            std::span<const glm::vec3> normals, std::span<const glm::vec2> uvs,
                            std::span<const uint32_t> triangles,
                            std::span<glm::vec4> cornerTangents) {
    const Mesh mesh{positions, normals, uvs, triangles};
    const std::vector<uint32_t> welded = weld(mesh);
    std::vector<Triangle> described(triangles.size() / 3);
    parallelFor(described.size(),
                [&](size_t t) { described[t] = describe(mesh, static_cast<uint32_t>(3 * t)); });
    const Groups groups = group(described, pairEdges(welded, mesh, described));

    const glm::vec4 unknown(1.0f, 0.0f, 0.0f, kMirroredSign);
    std::fill(cornerTangents.begin(), cornerTangents.end(), unknown);
    parallelFor(groups.offsets.size() - 1, [&](size_t g) {
        const auto members =
            std::span(groups.members)
                .subspan(groups.offsets[g], groups.offsets[g + 1] - groups.offsets[g]);
        const bool preserving = described[members[0] / 3].preserving;
        const glm::vec4 tangent(groupTangent(mesh, described, members),
                                preserving ? kPreservingSign : kMirroredSign);
        for (const uint32_t member : members) cornerTangents[member] = tangent;
    });

    // Corners of degenerate triangles get the tangent of the first other corner at the same vertex.
    std::vector<uint32_t> firstCorner(positions.size(), kNone);
    for (uint32_t corner = mesh.cornerCount(); corner-- > 0;) {
        if (!described[corner / 3].degenerate) firstCorner[welded[triangles[corner]]] = corner;
    }
    for (uint32_t corner = 0; corner < mesh.cornerCount(); ++corner) {
        if (!described[corner / 3].degenerate) continue;
        const uint32_t source = firstCorner[welded[triangles[corner]]];
        if (source != kNone) cornerTangents[corner] = cornerTangents[source];
    }
}

}  // namespace sinew::gltf
