// Weld, neighbours, groups, weighted sums: section numbers are those of Mikkelsen's thesis.
#include "skinning/gltf/tangent_space.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace sinew::gltf {

namespace {

// glTF's v runs down the picture while a normal map's green points up it: the sign is the opposite
// of what the published implementation says of the same uvs.
constexpr float kPreservingSign = -1.0f;
constexpr float kMirroredSign = 1.0f;

constexpr uint32_t kNone = ~0u;

// Decisions are made on single-precision values by the published implementation's bounds: a triangle
// that counts as degenerate for one and not for the other would change its neighbours' tangents.
bool isNonZero(float value) { return std::abs(value) > std::numeric_limits<float>::min(); }

glm::vec3 normalizedOrZero(const glm::vec3& v) {
    const float length = std::sqrt(glm::dot(v, v));
    return isNonZero(length) ? v / length : glm::vec3(0.0f);
}

/// The direction of `v` within the plane that `normal` stands on.
glm::vec3 projected(const glm::vec3& v, const glm::vec3& normal) {
    return normalizedOrZero(v - normal * glm::dot(normal, v));
}

/// A corner is a triangle's vertex: 3 * triangle + 0, 1 or 2. Edge c runs from corner c to the next.
uint32_t nextCorner(uint32_t corner) { return corner % 3 == 2 ? corner - 2 : corner + 1; }
uint32_t previousCorner(uint32_t corner) { return corner % 3 == 0 ? corner + 2 : corner - 1; }

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

/// vertex -> the first vertex of the same position, normal and uv. Sorted by a hash of the eight
/// values and by the values themselves where hashes agree, so that no input makes it quadratic.
std::vector<uint32_t> weld(const Mesh& mesh) {
    using Values = std::array<float, 8>;
    const auto valuesOf = [&](uint32_t v) {
        const glm::vec3 &p = mesh.positions[v], &n = mesh.normals[v];
        const glm::vec2& t = mesh.uvs[v];
        return Values{p.x, p.y, p.z, n.x, n.y, n.z, t.x, t.y};
    };
    struct Key {
        uint64_t hash;
        uint32_t vertex;
    };
    std::vector<Key> keys(mesh.positions.size());
    for (uint32_t v = 0; v < keys.size(); ++v) {
        uint64_t hash = 0;
        for (const float value : valuesOf(v)) {
            const uint32_t bits = std::bit_cast<uint32_t>(value + 0.0f);  // -0 equals 0
            hash = (std::rotl(hash, 29) ^ bits) * 0x9e3779b97f4a7c15u;
        }
        keys[v] = {hash, v};
    }
    std::sort(keys.begin(), keys.end(), [&](const Key& a, const Key& b) {
        if (a.hash != b.hash) return a.hash < b.hash;
        const Values left = valuesOf(a.vertex), right = valuesOf(b.vertex);
        return left != right ? left < right : a.vertex < b.vertex;
    });
    std::vector<uint32_t> welded(keys.size());
    for (size_t i = 0; i < keys.size(); ++i) {
        const uint32_t v = keys[i].vertex;
        const bool same = i > 0 && keys[i].hash == keys[i - 1].hash &&
                          valuesOf(v) == valuesOf(keys[i - 1].vertex);
        welded[v] = same ? welded[keys[i - 1].vertex] : v;
    }
    return welded;
}

struct Triangle {
    glm::vec3 tangent{0.0f};   // unit length, along +u; zero where the triangle knows none
    bool degenerate = false;   // two corners at one position: takes part in nothing
    bool anyGroup = false;     // no area in uv: joins whichever group reaches it first
    bool preserving = false;   // uvs turn the same way as positions
    bool assigned[3] = {false, false, false};

    bool unassigned() const { return !assigned[0] && !assigned[1] && !assigned[2]; }
};

/// Section 2.1: the first-order derivative of position by u.
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

/// edge -> the same edge as another triangle runs through it, the other way; kNone at borders.
/// Where more than two triangles meet, the first of either direction are paired, and so on.
std::vector<uint32_t> pairEdges(const std::vector<uint32_t>& welded, const Mesh& mesh,
                                const std::vector<Triangle>& triangles) {
    const auto vertexAt = [&](uint32_t corner) { return welded[mesh.triangles[corner]]; };
    // Counted into one bucket for the smaller of an edge's vertices; edges of one triangle at most
    // share a vertex, so buckets are short except at the hubs of fans.
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

/// Corners of one vertex whose triangles are connected by edges and share an orientation.
class Groups {
public:
    Groups(const Mesh& mesh, std::vector<Triangle>& triangles, std::vector<uint32_t> paired)
        : mesh_(mesh), triangles_(triangles), paired_(std::move(paired)) {}

    /// The group of `corner`, which has none yet and lies in a triangle that knows its tangent.
    /// Valid until the next call.
    std::span<const uint32_t> grow(uint32_t corner) {
        const bool preserving = triangles_[corner / 3].preserving;
        members_.clear();
        join(corner, preserving);
        for (size_t i = 0; i < members_.size(); ++i) {
            const uint32_t member = members_[i];
            // Across the edge that leaves the vertex it is the next corner; across the one that
            // comes in, the corner where the paired edge starts.
            const uint32_t left = paired_[member], right = paired_[previousCorner(member)];
            if (left != kNone) join(nextCorner(left), preserving);
            if (right != kNone) join(right, preserving);
        }
        return members_;
    }

    /// Sum over the group of each triangle's tangent, projected onto the plane of the normal and
    /// weighted by the corner's angle there; section 2.2's answer to how finely a surface is cut.
    glm::vec3 tangent(std::span<const uint32_t> members) const {
        glm::vec3 sum(0.0f);
        for (const uint32_t corner : members) {
            const Triangle& triangle = triangles_[corner / 3];
            if (triangle.anyGroup) continue;
            const glm::vec3& normal = mesh_.normal(corner);
            const glm::vec3& here = mesh_.position(corner);
            const glm::vec3 in =
                projected(mesh_.position(previousCorner(corner)) - here, normal);
            const glm::vec3 out = projected(mesh_.position(nextCorner(corner)) - here, normal);
            const float angle = std::acos(glm::clamp(glm::dot(in, out), -1.0f, 1.0f));
            sum += angle * projected(triangle.tangent, normal);
        }
        return normalizedOrZero(sum);
    }

private:
    void join(uint32_t corner, bool preserving) {
        Triangle& triangle = triangles_[corner / 3];
        if (triangle.assigned[corner % 3]) return;
        // The first group to reach a triangle without an orientation of its own lends it one.
        if (triangle.anyGroup && triangle.unassigned()) triangle.preserving = preserving;
        if (triangle.preserving != preserving) return;
        triangle.assigned[corner % 3] = true;
        members_.push_back(corner);
    }

    const Mesh& mesh_;
    std::vector<Triangle>& triangles_;
    std::vector<uint32_t> paired_;
    std::vector<uint32_t> members_;
};

}  // namespace

void generateCornerTangents(std::span<const glm::vec3> positions,
                            std::span<const glm::vec3> normals, std::span<const glm::vec2> uvs,
                            std::span<const uint32_t> triangles,
                            std::span<glm::vec4> cornerTangents) {
    const Mesh mesh{positions, normals, uvs, triangles};
    const std::vector<uint32_t> welded = weld(mesh);
    std::vector<Triangle> described(triangles.size() / 3);
    for (uint32_t t = 0; t < described.size(); ++t) described[t] = describe(mesh, 3 * t);

    const glm::vec4 unknown(1.0f, 0.0f, 0.0f, kMirroredSign);
    std::fill(cornerTangents.begin(), cornerTangents.end(), unknown);
    Groups groups(mesh, described, pairEdges(welded, mesh, described));
    for (uint32_t corner = 0; corner < mesh.cornerCount(); ++corner) {
        const Triangle& triangle = described[corner / 3];
        if (triangle.anyGroup || triangle.assigned[corner % 3]) continue;
        const std::span<const uint32_t> members = groups.grow(corner);
        const float sign = triangle.preserving ? kPreservingSign : kMirroredSign;
        const glm::vec4 tangent(groups.tangent(members), sign);
        for (const uint32_t member : members) cornerTangents[member] = tangent;
    }

    // Triangles without an extent take what the first other triangle at the vertex has.
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
