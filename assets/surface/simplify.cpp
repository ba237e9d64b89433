// Edge collapse by quadric error, with a penalty on uneven edges, and tangential relaxation.
#include "assets/surface/simplify.h"

#include <algorithm>
#include <queue>

namespace sinew::assets {
namespace {

// Squared distance to a set of weighted planes: the symmetric matrix of (n, d).
struct Quadric {
    double xx = 0, xy = 0, xz = 0, xd = 0, yy = 0, yz = 0, yd = 0, zz = 0, zd = 0, dd = 0;

    void addPlane(Vec3 n, double d, double w) {
        xx += w * n.x * n.x, xy += w * n.x * n.y, xz += w * n.x * n.z, xd += w * n.x * d;
        yy += w * n.y * n.y, yz += w * n.y * n.z, yd += w * n.y * d;
        zz += w * n.z * n.z, zd += w * n.z * d, dd += w * d * d;
    }
    void add(const Quadric& q) {
        xx += q.xx, xy += q.xy, xz += q.xz, xd += q.xd, yy += q.yy;
        yz += q.yz, yd += q.yd, zz += q.zz, zd += q.zd, dd += q.dd;
    }
    double error(Vec3 p) const {
        return p.x * (xx * p.x + 2 * (xy * p.y + xz * p.z + xd)) +
               p.y * (yy * p.y + 2 * (yz * p.z + yd)) + p.z * (zz * p.z + 2 * zd) + dd;
    }
};

struct Candidate {
    double cost;
    std::uint32_t a, b;
    std::uint32_t stamp;  // the sum of both vertices' versions when it was judged
    Vec3 target;
};
struct Dearer {
    bool operator()(const Candidate& l, const Candidate& r) const {
        if (l.cost != r.cost) return l.cost > r.cost;
        if (l.a != r.a) return l.a > r.a;
        return l.b != r.b ? l.b > r.b : l.stamp > r.stamp;
    }
};

class Simplifier {
public:
    Simplifier(const Mesh& mesh, const SimplifyGoal& goal)
        : goal_(goal), positions_(mesh.positions), triangles_(mesh.triangles) {
        const std::size_t count = positions_.size();
        quadrics_.resize(count);
        fans_.resize(count);
        versions_.assign(count, 0);
        alive_.assign(count, true);
        live_ = count;
        for (std::size_t t = 0; t < triangles_.size(); ++t) {
            for (const std::uint32_t v : triangles_[t])
                fans_[v].push_back(static_cast<std::uint32_t>(t));
        }
        for (const Triangle& t : triangles_) addPlanes(t);
    }

    Mesh run() {
        for (std::uint32_t v = 0; v < positions_.size(); ++v) {
            for (const std::uint32_t n : neighbours(v)) {
                if (v < n) push(v, n);
            }
        }
        while (live_ > goal_.vertexCount && !queue_.empty()) {
            const Candidate c = queue_.top();
            queue_.pop();
            if (!alive_[c.a] || !alive_[c.b] || versions_[c.a] + versions_[c.b] != c.stamp)
                continue;
            if (mayCollapse(c)) collapse(c);
        }
        return compact();
    }

private:
    void addPlanes(const Triangle& t) {
        const Vec3 a = positions_[t[0]], b = positions_[t[1]], c = positions_[t[2]];
        const Vec3 n = cross(b - a, c - a);
        const double doubleArea = length(n);
        if (doubleArea <= 0.0) return;
        const Vec3 unit = n * (1.0 / doubleArea);
        for (const std::uint32_t v : t) {
            quadrics_[v].addPlane(unit, -dot(unit, a), doubleArea);
            // Border vertices remember their plane, so that the outline in the plane is kept as
            // well.
            if (positions_[v].x == 0.0) quadrics_[v].addPlane({1, 0, 0}, 0.0, doubleArea);
        }
    }

    bool border(std::uint32_t v) const { return positions_[v].x == 0.0; }

    std::vector<std::uint32_t> neighbours(std::uint32_t v) const {
        std::vector<std::uint32_t> result;
        for (const std::uint32_t t : fans_[v]) {
            for (const std::uint32_t n : triangles_[t]) {
                if (n != v) result.push_back(n);
            }
        }
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    }

    // The point that minimises the joint quadric, held near the edge for flat or thin
    // neighbourhoods.
    Vec3 bestPoint(const Quadric& q, std::uint32_t a, std::uint32_t b) const {
        const Vec3 middle = (positions_[a] + positions_[b]) * 0.5;
        const double hold = 1e-3 * (q.xx + q.yy + q.zz);
        const double xx = q.xx + hold, yy = q.yy + hold, zz = q.zz + hold;
        const Vec3 right = {hold * middle.x - q.xd, hold * middle.y - q.yd, hold * middle.z - q.zd};
        const Vec3 r0{xx, q.xy, q.xz}, r1{q.xy, yy, q.yz}, r2{q.xz, q.yz, zz};
        const double det = dot(r0, cross(r1, r2));
        Vec3 p = middle;
        if (det > 0.0) {
            p = (cross(r1, r2) * right.x + cross(r2, r0) * right.y + cross(r0, r1) * right.z) *
                (1.0 / det);
        }
        if (length(p - middle) > length(positions_[a] - positions_[b])) p = middle;
        if (border(a) || border(b)) p.x = 0.0;
        return p;
    }

    void push(std::uint32_t a, std::uint32_t b) {
        if (a > b) std::swap(a, b);
        Quadric q = quadrics_[a];
        q.add(quadrics_[b]);
        const Vec3 target = bestPoint(q, a, b);
        const double weight = goal_.importance(target);
        const double edge = length(positions_[a] - positions_[b]) * weight;
        const double error = std::max(0.0, q.error(target)) * weight * weight;
        const double cost = error + goal_.evenness * edge * edge * edge * edge;
        queue_.push({cost, a, b, versions_[a] + versions_[b], target});
    }

    bool mayCollapse(const Candidate& c) const {
        const auto na = neighbours(c.a), nb = neighbours(c.b);
        std::vector<std::uint32_t> common;
        std::set_intersection(na.begin(), na.end(), nb.begin(), nb.end(),
                              std::back_inserter(common));
        std::size_t shared = 0;
        for (const std::uint32_t t : fans_[c.a]) {
            shared += std::count(triangles_[t].begin(), triangles_[t].end(), c.b) > 0 ? 1 : 0;
        }
        // The link condition: what both ends touch is exactly the triangles that vanish.
        if (common.size() != shared) return false;
        if (border(c.a) && border(c.b) && shared != 1) return false;
        for (const std::uint32_t n : common) {
            if (fans_[n].size() <= (border(n) ? 2u : 3u)) return false;
        }
        return keepsFacing(c, c.a, c.b) && keepsFacing(c, c.b, c.a);
    }

    bool keepsFacing(const Candidate& c, std::uint32_t moved, std::uint32_t other) const {
        for (const std::uint32_t t : fans_[moved]) {
            const Triangle& tri = triangles_[t];
            if (std::count(tri.begin(), tri.end(), other) > 0) continue;
            std::array<Vec3, 3> before, after;
            for (std::size_t i = 0; i < 3; ++i) {
                before[i] = positions_[tri[i]];
                after[i] = tri[i] == moved ? c.target : before[i];
            }
            const Vec3 n0 = cross(before[1] - before[0], before[2] - before[0]);
            const Vec3 n1 = cross(after[1] - after[0], after[2] - after[0]);
            if (dot(n0, n1) < 0.25 * length(n0) * length(n1)) return false;
            const double longest =
                std::max({length(after[1] - after[0]), length(after[2] - after[1]),
                          length(after[0] - after[2])});
            if (length(n1) < 0.12 * longest * longest) {
                // A sliver may stay one, but none is made.
                if (length(n1) < 0.8 * length(n0)) return false;
            }
        }
        return true;
    }

    void collapse(const Candidate& c) {
        const std::uint32_t keep = c.a, drop = c.b;
        positions_[keep] = c.target;
        quadrics_[keep].add(quadrics_[drop]);
        std::vector<std::uint32_t> fan;
        for (const std::uint32_t t : fans_[drop]) {
            Triangle& tri = triangles_[t];
            if (std::count(tri.begin(), tri.end(), keep) > 0) {
                for (const std::uint32_t v : tri) {
                    if (v != drop) std::erase(fans_[v], t);
                }
            } else {
                std::replace(tri.begin(), tri.end(), drop, keep);
                fan.push_back(t);
            }
        }
        fans_[keep].insert(fans_[keep].end(), fan.begin(), fan.end());
        fans_[drop].clear();
        alive_[drop] = false;
        --live_;
        ++versions_[keep];
        for (const std::uint32_t n : neighbours(keep)) push(keep, n);
    }

    Mesh compact() const {
        Mesh mesh;
        std::vector<std::uint32_t> index(positions_.size(), 0);
        for (std::size_t v = 0; v < positions_.size(); ++v) {
            if (!alive_[v] || fans_[v].empty()) continue;
            index[v] = static_cast<std::uint32_t>(mesh.positions.size());
            mesh.positions.push_back(positions_[v]);
        }
        for (std::size_t t = 0; t < triangles_.size(); ++t) {
            const Triangle& tri = triangles_[t];
            const auto& fan = fans_[tri[0]];
            if (!alive_[tri[0]] || std::find(fan.begin(), fan.end(), t) == fan.end()) continue;
            mesh.triangles.push_back({index[tri[0]], index[tri[1]], index[tri[2]]});
        }
        return mesh;
    }

    const SimplifyGoal& goal_;
    std::vector<Vec3> positions_;
    std::vector<Triangle> triangles_;
    std::vector<Quadric> quadrics_;
    std::vector<std::vector<std::uint32_t>> fans_;
    std::vector<std::uint32_t> versions_;
    std::vector<bool> alive_;
    std::size_t live_ = 0;
    std::priority_queue<Candidate, std::vector<Candidate>, Dearer> queue_;
};

}  // namespace

Mesh simplify(const Mesh& mesh, const SimplifyGoal& goal) {
    return Simplifier(mesh, goal).run();
}

void relax(Mesh& mesh, int rounds, double strength, const std::function<Vec3(Vec3)>& project) {
    const std::size_t count = mesh.positions.size();
    for (int round = 0; round < rounds; ++round) {
        std::vector<Vec3> sums(count);
        std::vector<double> weights(count, 0.0);
        for (const Triangle& t : mesh.triangles) {
            for (int i = 0; i < 3; ++i) {
                const std::uint32_t a = t[i], b = t[(i + 1) % 3];
                const bool aBorder = mesh.positions[a].x == 0.0,
                           bBorder = mesh.positions[b].x == 0.0;
                if (!aBorder || bBorder) sums[a] += mesh.positions[b], weights[a] += 1.0;
                if (!bBorder || aBorder) sums[b] += mesh.positions[a], weights[b] += 1.0;
            }
        }
        for (std::size_t v = 0; v < count; ++v) {
            if (weights[v] == 0.0) continue;
            const bool border = mesh.positions[v].x == 0.0;
            Vec3 p = project(mix(mesh.positions[v], sums[v] * (1.0 / weights[v]), strength));
            if (border) p.x = 0.0;
            mesh.positions[v] = p;
        }
    }
}

}  // namespace sinew::assets
