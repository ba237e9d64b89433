// Finds nearest triangles with a tree of boxes around the triangles in the first pose. Distances
// are compared as sums of squares over all poses, so regions that touch in one pose only are
// distinct.
#include "skinning/lod/surface_match.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace sinew {
namespace {

constexpr size_t kMostMatchedPoses = 6;
constexpr uint32_t kLeaf = 4;
// Maximum number of times that a triangle is cut, each time into four.
constexpr int kMostCuts = 6;

struct PosedPoint {
    std::array<glm::vec3, kMostMatchedPoses> at;
};

struct Found {
    float squared = std::numeric_limits<float>::infinity();  // sum over all poses
    SurfacePoint point;
};

class Surface {
public:
    Surface(std::span<const uint32_t> indices, std::span<const Positions> poses)
        : indices_(indices), poses_(poses.first(std::min(poses.size(), kMostMatchedPoses))) {}

    uint32_t size() const { return static_cast<uint32_t>(indices_.size() / 3); }
    size_t poses() const { return poses_.size(); }
    const glm::vec3& corner(uint32_t triangle, uint32_t corner, size_t pose) const {
        return poses_[pose][indices_[3 * triangle + corner]];
    }
    glm::vec3 at(const SurfacePoint& point, size_t pose) const {
        const glm::vec3& a = corner(point.triangle, 0, pose);
        return a + point.u * (corner(point.triangle, 1, pose) - a) +
               point.v * (corner(point.triangle, 2, pose) - a);
    }
    PosedPoint posed(const SurfacePoint& point) const {
        PosedPoint posed;
        for (size_t k = 0; k < poses(); ++k) posed.at[k] = at(point, k);
        return posed;
    }
    /// Returns the nearest point of a triangle (Ericson, "Real-Time Collision Detection", 5.1.5).
    /// The method needs only dot products, so it works with their sums over all poses.
    Found nearestOf(uint32_t triangle, const PosedPoint& posed) const;
    /// Returns the largest distance between two points over all poses.
    float distance(const SurfacePoint& point, const PosedPoint& posed) const;

private:
    std::span<const uint32_t> indices_;
    std::span<const Positions> poses_;
};

float clampedShare(float part, float rest) {
    const float sum = part + rest;
    return sum > 0 ? std::clamp(part / sum, 0.0f, 1.0f) : 0.0f;
}

Found Surface::nearestOf(uint32_t triangle, const PosedPoint& posed) const {
    float bb = 0, bc = 0, cc = 0, pb = 0, pc = 0;
    for (size_t k = 0; k < poses(); ++k) {
        const glm::vec3& a = corner(triangle, 0, k);
        const glm::vec3 b = corner(triangle, 1, k) - a, c = corner(triangle, 2, k) - a;
        const glm::vec3 p = posed.at[k] - a;
        bb += glm::dot(b, b);
        bc += glm::dot(b, c);
        cc += glm::dot(c, c);
        pb += glm::dot(p, b);
        pc += glm::dot(p, c);
    }
    const float atB = pb - bb, atC = pc - cc;  // dot(p - b, b) and dot(p - c, c)
    const float acrossB = pc - bc, acrossC = pb - bc;
    const float vc = pb * acrossB - atB * pc, vb = acrossC * pc - pb * atC;
    const float va = atB * atC - acrossC * acrossB;
    float u = 0, v = 0;
    if (pb <= 0 && pc <= 0) {
    } else if (atB >= 0 && acrossB <= atB) {
        u = 1;
    } else if (vc <= 0 && pb >= 0 && atB <= 0) {
        u = clampedShare(pb, -atB);
    } else if (atC >= 0 && acrossC <= atC) {
        v = 1;
    } else if (vb <= 0 && pc >= 0 && atC <= 0) {
        v = clampedShare(pc, -atC);
    } else if (va <= 0 && acrossB - atB >= 0 && acrossC - atC >= 0) {
        v = clampedShare(acrossB - atB, acrossC - atC);
        u = 1 - v;
    } else if (va + vb + vc > 0) {
        u = vb / (va + vb + vc);
        v = vc / (va + vb + vc);
    }
    Found found{.squared = 0, .point = {triangle, u, v}};
    for (size_t k = 0; k < poses(); ++k) {
        const glm::vec3 off = at(found.point, k) - posed.at[k];
        found.squared += glm::dot(off, off);
    }
    return found;
}

float Surface::distance(const SurfacePoint& point, const PosedPoint& posed) const {
    float most = 0;
    for (size_t k = 0; k < poses(); ++k) {
        most = std::max(most, glm::distance(at(point, k), posed.at[k]));
    }
    return most;
}

/// A tree of bounding boxes, split at medians.
class Tree {
public:
    explicit Tree(const Surface& surface) : surface_(surface), order_(surface.size()) {
        std::iota(order_.begin(), order_.end(), 0u);
        build(0, surface.size());
    }

    /// Returns the nearest point of the surface. The triangle `guess` is tested first, which only
    /// saves time.
    Found nearest(const PosedPoint& posed, uint32_t guess) const {
        Found best = surface_.nearestOf(guess, posed);
        std::array<uint32_t, 64> stack;
        size_t depth = 0;
        stack[depth++] = 0;
        while (depth > 0) {
            const uint32_t at = stack[--depth];
            const Node& node = nodes_[at];
            if (outside(node, posed.at[0]) > best.squared) continue;
            if (node.second == 0) {
                for (uint32_t i = node.first; i < node.first + node.count; ++i) {
                    consider(order_[i], posed, best);
                }
                continue;
            }
            uint32_t near = at + 1, far = node.second;
            if (outside(nodes_[far], posed.at[0]) < outside(nodes_[near], posed.at[0])) {
                std::swap(near, far);
            }
            stack[depth++] = far;
            stack[depth++] = near;
        }
        return best;
    }

private:
    struct Node {
        glm::vec3 low, high;
        uint32_t first = 0, count = 0;  // leaf: range in order_
        // Index of the second child; the first child follows its parent.
        uint32_t second = 0;
    };

    void build(uint32_t first, uint32_t count) {
        const auto node = static_cast<uint32_t>(nodes_.size());
        Node made{.low = glm::vec3(std::numeric_limits<float>::infinity()),
                  .high = glm::vec3(-std::numeric_limits<float>::infinity()),
                  .first = first,
                  .count = count};
        for (uint32_t i = first; i < first + count; ++i) {
            for (uint32_t c = 0; c < 3; ++c) {
                made.low = glm::min(made.low, surface_.corner(order_[i], c, 0));
                made.high = glm::max(made.high, surface_.corner(order_[i], c, 0));
            }
        }
        nodes_.push_back(made);
        if (count <= kLeaf) return;
        const glm::vec3 sides = made.high - made.low;
        const int axis = sides.x >= sides.y && sides.x >= sides.z ? 0 : sides.y >= sides.z ? 1 : 2;
        const auto middle = [&](uint32_t t) {
            return surface_.corner(t, 0, 0)[axis] + surface_.corner(t, 1, 0)[axis] +
                   surface_.corner(t, 2, 0)[axis];
        };
        const auto from = order_.begin() + first;
        const uint32_t half = count / 2;
        std::nth_element(from, from + half, from + count, [&](uint32_t a, uint32_t b) {
            const float left = middle(a), right = middle(b);
            return left < right || (left == right && a < b);
        });
        build(first, half);
        nodes_[node].second = static_cast<uint32_t>(nodes_.size());
        build(first + half, count - half);
        nodes_[node].count = 0;
    }

    static float outside(const Node& node, const glm::vec3& point) {
        const glm::vec3 off = glm::max(glm::max(node.low - point, point - node.high), glm::vec3(0));
        return glm::dot(off, off);
    }

    void consider(uint32_t triangle, const PosedPoint& posed, Found& best) const {
        const Found found = surface_.nearestOf(triangle, posed);
        const bool same = found.squared == best.squared;
        if (found.squared < best.squared || (same && triangle < best.point.triangle)) best = found;
    }

    const Surface& surface_;
    std::vector<uint32_t> order_;
    std::vector<Node> nodes_;
};

struct Corner {
    SurfacePoint point;
    PosedPoint posed;
    SurfacePoint nearest;
    float off = 0;
};
using Piece = std::array<Corner, 3>;

class Matcher {
public:
    Matcher(const Surface& from, const Surface& to, const Tree& tree)
        : from_(from), to_(to), tree_(tree) {}

    Piece pieceOf(uint32_t triangle) {
        return {cornerAt({triangle, 0, 0}), cornerAt({triangle, 1, 0}), cornerAt({triangle, 0, 1})};
    }

    void match(const Piece& piece, float tolerance, std::vector<SurfaceMatch>& matches, int cuts) {
        std::array<SurfacePoint, 3> best;
        float off = std::numeric_limits<float>::infinity();
        for (size_t c = 0; c < 3 && off > tolerance; ++c) {
            std::array<SurfacePoint, 3> images;
            const float most = imagesOf(piece, piece[c].nearest.triangle, images);
            if (most >= off) continue;
            off = most;
            best = images;
        }
        if (off <= tolerance || cuts == kMostCuts) {
            for (size_t c = 0; c < 3; ++c) matches.push_back({piece[c].point, best[c]});
            return;
        }
        const auto half = [&](size_t a, size_t b) {
            const SurfacePoint &p = piece[a].point, &q = piece[b].point;
            return cornerAt({p.triangle, 0.5f * (p.u + q.u), 0.5f * (p.v + q.v)});
        };
        const Corner ab = half(0, 1), bc = half(1, 2), ca = half(2, 0);
        match({piece[0], ab, ca}, tolerance, matches, cuts + 1);
        match({ab, piece[1], bc}, tolerance, matches, cuts + 1);
        match({ca, bc, piece[2]}, tolerance, matches, cuts + 1);
        match({ab, bc, ca}, tolerance, matches, cuts + 1);
    }

private:
    Corner cornerAt(const SurfacePoint& point) {
        Corner corner{.point = point, .posed = from_.posed(point)};
        corner.nearest = tree_.nearest(corner.posed, guess_).point;
        guess_ = corner.nearest.triangle;
        corner.off = to_.distance(corner.nearest, corner.posed);
        return corner;
    }

    /// Finds the point of one triangle that is nearest to each corner of the piece. Returns the
    /// largest distance.
    float imagesOf(const Piece& piece, uint32_t triangle, std::array<SurfacePoint, 3>& images) {
        float most = 0;
        for (size_t c = 0; c < 3; ++c) {
            images[c] = to_.nearestOf(triangle, piece[c].posed).point;
            most = std::max(most, to_.distance(images[c], piece[c].posed));
        }
        return most;
    }

    const Surface& from_;
    const Surface& to_;
    const Tree& tree_;
    uint32_t guess_ = 0;
};

constexpr uint32_t kRun = 128;

template <typename Body>
void forRuns(uint32_t triangles, const Body& body) {
    tbb::parallel_for(uint32_t{0}, (triangles + kRun - 1) / kRun, [&](uint32_t run) {
        body(run, run * kRun, std::min((run + 1) * kRun, triangles));
    });
}

}  // namespace

std::vector<SurfaceMatch> matchSurfaces(std::span<const uint32_t> from,
                                        std::span<const uint32_t> to,
                                        std::span<const Positions> poses, float tolerance) {
    const Surface source(from, poses), target(to, poses);
    const Tree tree(target);
    std::vector<Piece> pieces(source.size());
    forRuns(source.size(), [&](uint32_t, uint32_t first, uint32_t end) {
        Matcher matcher(source, target, tree);
        for (uint32_t t = first; t < end; ++t) pieces[t] = matcher.pieceOf(t);
    });
    for (const Piece& piece : pieces) {
        for (const Corner& corner : piece) tolerance = std::max(tolerance, corner.off);
    }
    std::vector<std::vector<SurfaceMatch>> runs(source.size() / kRun + 1);
    forRuns(source.size(), [&](uint32_t run, uint32_t first, uint32_t end) {
        Matcher matcher(source, target, tree);
        for (uint32_t t = first; t < end; ++t) matcher.match(pieces[t], tolerance, runs[run], 0);
    });
    std::vector<SurfaceMatch> matches;
    for (const auto& run : runs) matches.insert(matches.end(), run.begin(), run.end());
    return matches;
}

float distanceToTriangle(uint32_t vertex, const std::array<uint32_t, 3>& triangle,
                         std::span<const Positions> poses) {
    const Surface surface(triangle, poses);
    PosedPoint posed;
    for (size_t k = 0; k < surface.poses(); ++k) posed.at[k] = poses[k][vertex];
    return surface.distance(surface.nearestOf(0, posed).point, posed);
}

float farthestMatch(std::span<const SurfaceMatch> matches, std::span<const uint32_t> from,
                    std::span<const uint32_t> to, const Positions& pose) {
    const std::span<const Positions> poses(&pose, 1);
    const Surface source(from, poses), target(to, poses);
    float most = 0;
    for (const SurfaceMatch& match : matches) {
        most = std::max(most, glm::distance(source.at(match.from, 0), target.at(match.to, 0)));
    }
    return most;
}

}  // namespace sinew
