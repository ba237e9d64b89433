// Simplifies by edge collapses with a priority queue. A collapse moves one end of an edge onto the
// other end.
#include "skinning/lod/simplify.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <queue>
#include <tuple>

namespace sinew {
namespace {

// Weight of a plane at a border edge (perpendicular to its triangle), relative to a triangle's
// plane.
constexpr double kBorderWeight = 10.0;
// Cosine of the largest angle by which a triangle or normal may turn.
constexpr double kLeastTurn = 0.25;
constexpr uint32_t kNone = ~0u;

/// A weighted sum of squared distances from planes, as a function of a point x: x A x + 2 b x + c.
struct Quadric {
    double weights = 0;
    double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
    glm::dvec3 b{0.0};
    double c = 0;

    void addPlane(const glm::dvec3& n, const glm::dvec3& on, double weight) {
        const double d = -glm::dot(n, on);
        weights += weight;
        xx += weight * n.x * n.x;
        xy += weight * n.x * n.y;
        xz += weight * n.x * n.z;
        yy += weight * n.y * n.y;
        yz += weight * n.y * n.z;
        zz += weight * n.z * n.z;
        b += weight * d * n;
        c += weight * d * d;
    }
    void add(const Quadric& other) {
        weights += other.weights;
        xx += other.xx;
        xy += other.xy;
        xz += other.xz;
        yy += other.yy;
        yz += other.yz;
        zz += other.zz;
        b += other.b;
        c += other.c;
    }
    double at(const glm::dvec3& p) const {
        return p.x * (xx * p.x + 2 * xy * p.y + 2 * xz * p.z) + p.y * (yy * p.y + 2 * yz * p.z) +
               zz * p.z * p.z + 2 * glm::dot(b, p) + c;
    }
};

/// The collapse of site `from` onto site `to` (see findSites()). It is outdated if the version of
/// either site has changed.
struct Collapse {
    double cost = 0;
    uint32_t from = 0, to = 0;
    uint32_t fromVersion = 0, toVersion = 0;
    // True if the cost includes the distance of vertices that were removed before.
    bool isSure = false;

    bool operator<(const Collapse& other) const {  // reversed for the queue
        return std::tie(other.cost, other.from, other.to) < std::tie(cost, from, to);
    }
};

class Simplifier {
public:
    Simplifier(std::span<const uint32_t> indices, std::span<const uint32_t> wedges,
               std::span<const glm::vec3> normals, std::span<const Positions> poses)
        : wedges_(wedges),
          normals_(normals),
          poses_(poses),
          corners_(indices.begin(), indices.end()),
          alive_(indices.size() / 3, 1) {
        findSites();
        triangles_.resize(versions_.size());
        for (uint32_t t = 0; t < alive_.size(); ++t) addTriangle(t);
        addPlanes();
        for (uint32_t site = 0; site < versions_.size(); ++site) queueFrom(site);
    }

    size_t triangleCount() const { return left_; }

    /// Collapses the edge with the least cost. Returns false if no collapse is possible.
    bool collapseCheapest() {
        while (!queue_.empty()) {
            Collapse next = queue_.top();
            queue_.pop();
            if (versions_[next.from] != next.fromVersion || versions_[next.to] != next.toVersion) {
                continue;
            }
            if (!allowed(next.from, next.to)) continue;
            if (!next.isSure) {
                next.isSure = true;
                const double far = farthestGone(next.from, next.to);
                if (far * far > next.cost) {
                    next.cost = far * far;
                    queue_.push(next);
                    continue;
                }
            }
            collapse(next.from, next.to);
            return true;
        }
        return false;
    }

    std::vector<uint32_t> indices() const {
        std::vector<uint32_t> result;
        for (uint32_t t = 0; t < alive_.size(); ++t) {
            if (!alive_[t]) continue;
            result.insert(result.end(), corners_.begin() + 3 * t, corners_.begin() + 3 * t + 3);
        }
        return result;
    }

private:
    uint32_t siteAt(uint32_t triangle, uint32_t corner) const {
        return siteOf_[corners_[3 * triangle + corner]];
    }
    /// Returns the index into corners_ of the triangle's corner at `site`.
    uint32_t cornerAt(uint32_t triangle, uint32_t site) const {
        uint32_t corner = 3 * triangle;
        while (siteOf_[corners_[corner]] != site) ++corner;
        return corner;
    }
    uint32_t vertexAt(uint32_t triangle, uint32_t site) const {
        return corners_[cornerAt(triangle, site)];
    }
    bool touches(uint32_t triangle, uint32_t site) const {
        return siteAt(triangle, 0) == site || siteAt(triangle, 1) == site ||
               siteAt(triangle, 2) == site;
    }
    glm::dvec3 position(uint32_t site, size_t pose) const { return poses_[pose][vertexOf_[site]]; }

    /// Groups vertices into sites. A site is all vertices with the same position in all poses.
    void findSites() {
        const auto key = [&](uint32_t v) {
            std::vector<float> all;
            for (const Positions& pose : poses_) {
                for (int c = 0; c < 3; ++c) all.push_back(pose[v][c]);
            }
            return all;
        };
        std::map<std::vector<float>, uint32_t> sites;
        for (uint32_t v = 0; v < poses_.front().size(); ++v) {
            const auto [at, isNew] = sites.try_emplace(key(v), sites.size());
            if (isNew) vertexOf_.push_back(v);
            siteOf_.push_back(at->second);
        }
        versions_.resize(sites.size());
        locked_.resize(sites.size());
        quadrics_.resize(sites.size() * poses_.size());
        for (uint32_t site = 0; site < sites.size(); ++site) mergedInto_.push_back({site});
    }

    void addTriangle(uint32_t t) {
        const uint32_t a = siteAt(t, 0), b = siteAt(t, 1), c = siteAt(t, 2);
        if (a == b || b == c || c == a) {
            alive_[t] = 0;  // no area in any pose
            return;
        }
        ++left_;
        for (const uint32_t site : {a, b, c}) triangles_[site].push_back(t);
    }

    /// Returns the normal of a triangle; its length is twice the area.
    glm::dvec3 normal(uint32_t a, uint32_t b, uint32_t c, size_t pose) const {
        const glm::dvec3 origin = position(a, pose);
        return glm::cross(position(b, pose) - origin, position(c, pose) - origin);
    }

    void addPlanes() {
        for (uint32_t t = 0; t < alive_.size(); ++t) {
            if (!alive_[t]) continue;
            const std::array<uint32_t, 3> sites{siteAt(t, 0), siteAt(t, 1), siteAt(t, 2)};
            for (uint32_t k = 0; k < poses_.size(); ++k) {
                const glm::dvec3 n = normal(sites[0], sites[1], sites[2], k);
                const double area = glm::length(n);
                if (area == 0) continue;
                for (const uint32_t site : sites) {
                    quadric(site, k).addPlane(n / area, position(site, k), area);
                }
            }
            for (uint32_t c = 0; c < 3; ++c) {
                const uint32_t from = sites[c], to = sites[(c + 1) % 3];
                const size_t sides = trianglesOn(from, to);
                if (sides > 2) locked_[from] = locked_[to] = 1;
                if (sides == 1) addBorder(sites, from, to);
            }
        }
    }

    void addBorder(const std::array<uint32_t, 3>& sites, uint32_t from, uint32_t to) {
        for (uint32_t k = 0; k < poses_.size(); ++k) {
            const glm::dvec3 edge = position(to, k) - position(from, k);
            const glm::dvec3 n = glm::cross(edge, normal(sites[0], sites[1], sites[2], k));
            const double length = glm::length(n);
            if (length == 0) continue;
            for (const uint32_t site : {from, to}) {
                quadric(site, k).addPlane(n / length, position(site, k),
                                          kBorderWeight * glm::dot(edge, edge));
            }
        }
    }

    Quadric& quadric(uint32_t site, size_t pose) { return quadrics_[site * poses_.size() + pose]; }

    size_t trianglesOn(uint32_t a, uint32_t b) const {
        return static_cast<size_t>(std::count_if(triangles_[a].begin(), triangles_[a].end(),
                                                 [&](uint32_t t) { return touches(t, b); }));
    }

    std::vector<uint32_t> neighbours(uint32_t site) const {
        std::vector<uint32_t> all;
        for (const uint32_t t : triangles_[site]) {
            for (uint32_t c = 0; c < 3; ++c) {
                if (siteAt(t, c) != site) all.push_back(siteAt(t, c));
            }
        }
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }

    bool onBorder(uint32_t site) const {
        const std::vector<uint32_t> around = neighbours(site);
        return std::any_of(around.begin(), around.end(),
                           [&](uint32_t other) { return trianglesOn(site, other) == 1; });
    }

    void queue(uint32_t from, uint32_t to) {
        double cost = 0;
        for (size_t k = 0; k < poses_.size(); ++k) {
            const glm::dvec3 p = position(to, k);
            const Quadric& planes = quadric(from, k);
            if (planes.weights > 0) cost = std::max(cost, planes.at(p) / planes.weights);
        }
        queue_.push({cost, from, to, versions_[from], versions_[to]});
    }
    void queueFrom(uint32_t site) {
        for (const uint32_t other : neighbours(site)) queue(site, other);
    }

    bool allowed(uint32_t from, uint32_t to) const {
        if (locked_[from]) return false;
        const size_t sides = trianglesOn(from, to);
        if (sides == 0 || sides > 2) return false;
        if (sides == 2 && onBorder(from)) return false;
        // Link condition of an edge collapse: a vertex that is adjacent to both ends of the edge
        // must share a triangle with both ends.
        const std::vector<uint32_t> a = neighbours(from), b = neighbours(to);
        std::vector<uint32_t> both;
        std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
        return both.size() == sides && wedgesGo(from, to) && keepsSides(from, to);
    }

    /// Returns the vertex at `to` that replaces `vertex` at `from`. If a triangle on the collapsed
    /// edge has `vertex`, it is that triangle's vertex at `to`. Otherwise it is in the wedge that
    /// continues the wedge of `vertex`. Returns kNone if no vertex, or several, qualify.
    uint32_t successor(uint32_t vertex, uint32_t from, uint32_t to) const {
        uint32_t next = kNone, wedge = kNone;
        bool forks = false;
        for (const uint32_t t : triangles_[from]) {
            if (!touches(t, to)) continue;
            const uint32_t own = vertexAt(t, from), other = vertexAt(t, to);
            if (own == vertex) {
                if (next != kNone && next != other) return kNone;
                next = other;
            }
            if (wedges_[own] != wedges_[vertex]) continue;
            forks = forks || (wedge != kNone && wedge != wedges_[other]);
            wedge = wedges_[other];
        }
        return next != kNone || forks ? next : nearestOf(wedge, to, normals_[vertex]);
    }

    /// Returns the vertex of `wedge` at `site` whose normal is nearest to `normal`, or kNone if the
    /// angle of every normal is too large.
    uint32_t nearestOf(uint32_t wedge, uint32_t site, const glm::vec3& normal) const {
        uint32_t nearest = kNone;
        double cosine = kLeastTurn;
        for (const uint32_t t : triangles_[site]) {
            const uint32_t vertex = vertexAt(t, site);
            if (wedges_[vertex] != wedge) continue;
            const double turn = glm::dot(normals_[vertex], normal);
            if (turn > cosine) cosine = turn, nearest = vertex;
        }
        return nearest;
    }

    bool wedgesGo(uint32_t from, uint32_t to) const {
        return std::all_of(triangles_[from].begin(), triangles_[from].end(), [&](uint32_t t) {
            return successor(vertexAt(t, from), from, to) != kNone;
        });
    }

    /// True if no triangle that remains after the collapse turns too far in any pose.
    bool keepsSides(uint32_t from, uint32_t to) const {
        for (const uint32_t t : triangles_[from]) {
            if (touches(t, to)) continue;
            std::array<uint32_t, 3> before{siteAt(t, 0), siteAt(t, 1), siteAt(t, 2)};
            std::array<uint32_t, 3> after = before;
            std::replace(after.begin(), after.end(), from, to);
            for (size_t k = 0; k < poses_.size(); ++k) {
                const glm::dvec3 was = normal(before[0], before[1], before[2], k);
                const glm::dvec3 is = normal(after[0], after[1], after[2], k);
                const double lengths = glm::length(was) * glm::length(is);
                if (glm::dot(was, is) < kLeastTurn * lengths) return false;
            }
        }
        return true;
    }

    /// Returns the largest distance between the vertices that were collapsed into `from` and the
    /// triangles that surround `to` after the collapse.
    double farthestGone(uint32_t from, uint32_t to) const {
        std::vector<std::array<uint32_t, 3>> around;
        for (const uint32_t site : {from, to}) {
            for (const uint32_t t : triangles_[site]) {
                std::array<uint32_t, 3> sites{siteAt(t, 0), siteAt(t, 1), siteAt(t, 2)};
                if (site == from && touches(t, to)) continue;
                if (site == to && touches(t, from)) continue;
                std::replace(sites.begin(), sites.end(), from, to);
                around.push_back({vertexOf_[sites[0]], vertexOf_[sites[1]], vertexOf_[sites[2]]});
            }
        }
        float farthest = 0;
        for (const uint32_t gone : mergedInto_[from]) {
            float nearest = std::numeric_limits<float>::infinity();
            for (const auto& triangle : around) {
                nearest = std::min(nearest, distanceToTriangle(vertexOf_[gone], triangle, poses_));
            }
            farthest = std::max(farthest, nearest);
        }
        return farthest;
    }

    void collapse(uint32_t from, uint32_t to) {
        std::vector<std::pair<uint32_t, uint32_t>> moved;  // corner, and its new vertex
        std::vector<uint32_t> removed;
        for (const uint32_t t : triangles_[from]) {
            if (touches(t, to)) {
                removed.push_back(t);
                continue;
            }
            const uint32_t corner = cornerAt(t, from);
            moved.emplace_back(corner, successor(corners_[corner], from, to));
        }
        for (const uint32_t t : removed) {
            alive_[t] = 0;
            --left_;
            for (uint32_t c = 0; c < 3; ++c) std::erase(triangles_[siteAt(t, c)], t);
        }
        for (const auto& [corner, vertex] : moved) {
            corners_[corner] = vertex;
            triangles_[to].push_back(corner / 3);
        }
        triangles_[from].clear();
        for (size_t k = 0; k < poses_.size(); ++k) quadric(to, k).add(quadric(from, k));
        mergedInto_[to].insert(mergedInto_[to].end(), mergedInto_[from].begin(),
                               mergedInto_[from].end());
        mergedInto_[from].clear();
        ++versions_[from];
        ++versions_[to];
        for (const uint32_t other : neighbours(to)) {
            queue(to, other);
            queue(other, to);
        }
    }

    std::span<const uint32_t> wedges_;
    std::span<const glm::vec3> normals_;
    std::span<const Positions> poses_;
    std::vector<uint32_t> corners_;  // three vertices per triangle
    std::vector<uint8_t> alive_;
    size_t left_ = 0;
    std::vector<uint32_t> siteOf_;
    std::vector<uint32_t> vertexOf_;  // by site: one vertex of it
    // The following lists have an element per site: a set of vertices that coincide with each other
    // in every pose.
    std::vector<uint32_t> versions_;
    std::vector<uint8_t> locked_;
    std::vector<std::vector<uint32_t>> triangles_;
    std::vector<std::vector<uint32_t>> mergedInto_;  // the site and sites collapsed into it
    std::vector<Quadric> quadrics_;                  // one per site and pose
    std::priority_queue<Collapse> queue_;
};

}  // namespace

std::vector<std::vector<uint32_t>> simplify(std::span<const uint32_t> indices,
                                            std::span<const uint32_t> wedges,
                                            std::span<const glm::vec3> normals,
                                            std::span<const Positions> poses,
                                            std::span<const size_t> targets) {
    Simplifier simplifier(indices, wedges, normals, poses);
    std::vector<std::vector<uint32_t>> results;
    for (const size_t target : targets) {
        while (simplifier.triangleCount() > target) {
            if (!simplifier.collapseCheapest()) return results;
        }
        results.push_back(simplifier.indices());
    }
    return results;
}

}  // namespace sinew
