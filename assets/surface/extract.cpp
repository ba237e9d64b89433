// Marching tetrahedra over the six Kuhn tetrahedra of every cube near the surface.
#include "assets/surface/extract.h"

#include <algorithm>
#include <unordered_map>

// Tetrahedra rather than cubes: no case is ambiguous, so the result is a manifold without a table,
// also between two fingers that almost touch. Simplification removes the slivers that they bring.
namespace sinew::assets {
namespace {

constexpr int kBlock = 8;  // cubes along a block's edge

struct Corner {
    int x, y, z;
    double distance;
};

class Extractor {
public:
    Extractor(Vec3 lo, double cell, int nx, int ny)
        : lo_(lo), cell_(cell), nx_(nx + 2), ny_(ny + 2) {}

    Vec3 position(int x, int y, int z) const {
        return {x * cell_, lo_.y + y * cell_, lo_.z + z * cell_};
    }

    void tetrahedron(std::array<Corner, 4> c) {
        std::array<int, 4> order{};
        int inside = 0;
        for (int i = 0; i < 4; ++i) inside += c[i].distance < 0.0 ? 1 : 0;
        if (inside == 0 || inside == 4) return;
        if (inside == 2) {
            constexpr std::array<std::array<int, 4>, 6> kPairs = {{{0, 1, 2, 3},
                                                                   {0, 2, 3, 1},
                                                                   {0, 3, 1, 2},
                                                                   {1, 2, 0, 3},
                                                                   {1, 3, 2, 0},
                                                                   {2, 3, 0, 1}}};
            for (const auto& p : kPairs) {
                if (c[p[0]].distance < 0.0 && c[p[1]].distance < 0.0) order = p;
            }
            const auto [i, j, k, l] = order;
            const std::uint32_t ik = cut(c[i], c[k]), il = cut(c[i], c[l]), jl = cut(c[j], c[l]),
                                jk = cut(c[j], c[k]);
            mesh.triangles.push_back({ik, il, jl});
            mesh.triangles.push_back({ik, jl, jk});
            return;
        }
        constexpr std::array<std::array<int, 4>, 4> kSingles = {
            {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 0, 1, 3}, {3, 0, 2, 1}}};
        for (const auto& s : kSingles) {
            if ((c[s[0]].distance < 0.0) == (inside == 1)) order = s;
        }
        const auto [i, j, k, l] = order;
        const std::uint32_t ij = cut(c[i], c[j]), ik = cut(c[i], c[k]), il = cut(c[i], c[l]);
        mesh.triangles.push_back(inside == 1 ? Triangle{ij, ik, il} : Triangle{ij, il, ik});
    }

    Mesh mesh;

private:
    // The vertex on the edge between two corners; every edge is known by its lower corner and
    // direction.
    std::uint32_t cut(const Corner& a, const Corner& b) {
        const bool aFirst = a.x <= b.x && a.y <= b.y && a.z <= b.z;
        const Corner &p = aFirst ? a : b, &q = aFirst ? b : a;
        const auto direction =
            static_cast<std::uint64_t>((q.x - p.x) + 2 * (q.y - p.y) + 4 * (q.z - p.z));
        const std::uint64_t corner =
            (static_cast<std::uint64_t>(p.z) * static_cast<std::uint64_t>(ny_) +
             static_cast<std::uint64_t>(p.y)) *
                static_cast<std::uint64_t>(nx_) +
            static_cast<std::uint64_t>(p.x);
        const auto [found, isNew] = vertices_.try_emplace(
            corner * 8 + direction, static_cast<std::uint32_t>(mesh.positions.size()));
        if (isNew) {
            // Kept off the ends, so that no two vertices meet and no triangle vanishes.
            const double t = clamp(p.distance / (p.distance - q.distance), 0.02, 0.98);
            mesh.positions.push_back(mix(position(p.x, p.y, p.z), position(q.x, q.y, q.z), t));
        }
        return found->second;
    }

    Vec3 lo_;
    double cell_;
    int nx_, ny_;
    std::unordered_map<std::uint64_t, std::uint32_t> vertices_;  // only looked up, never walked
};

}  // namespace

Mesh extractHalf(const Distance& distance, Vec3 lo, Vec3 hi, double cell) {
    const auto blocks = [&](double from, double to) {
        return static_cast<int>(std::ceil((to - from) / (cell * kBlock)));
    };
    const int bx = blocks(0.0, hi.x), by = blocks(lo.y, hi.y), bz = blocks(lo.z, hi.z);
    Extractor extractor(lo, cell, bx * kBlock, by * kBlock);
    // Lofts overstate distances where they taper, hence twice the half diagonal.
    const double reach = cell * kBlock * 1.7320508 * 0.5 * 2.0;
    constexpr int kCorners = kBlock + 1;
    std::vector<double> values(kCorners * kCorners * kCorners);
    constexpr std::array<std::array<int, 3>, 6> kAxes = {
        {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
    for (int z = 0; z < bz; ++z)
        for (int y = 0; y < by; ++y)
            for (int x = 0; x < bx; ++x) {
                const int x0 = x * kBlock, y0 = y * kBlock, z0 = z * kBlock;
                const Vec3 middle =
                    extractor.position(x0, y0, z0) + Vec3{1, 1, 1} * (cell * kBlock * 0.5);
                if (std::fabs(distance(middle)) > reach) continue;
                const auto value = [&](int i, int j, int k) -> double& {
                    return values[(k * kCorners + j) * kCorners + i];
                };
                for (int k = 0; k < kCorners; ++k)
                    for (int j = 0; j < kCorners; ++j)
                        for (int i = 0; i < kCorners; ++i)
                            value(i, j, k) = distance(extractor.position(x0 + i, y0 + j, z0 + k));
                for (int k = 0; k < kBlock; ++k)
                    for (int j = 0; j < kBlock; ++j)
                        for (int i = 0; i < kBlock; ++i)
                            for (std::size_t a = 0; a < kAxes.size(); ++a) {
                                std::array<Corner, 4> tet;
                                std::array<int, 3> at = {i, j, k};
                                for (int s = 0; s < 4; ++s) {
                                    tet[s] = {x0 + at[0], y0 + at[1], z0 + at[2],
                                              value(at[0], at[1], at[2])};
                                    if (s < 3) ++at[kAxes[a][s]];
                                }
                                // The last three orders of the axes are odd: swap to keep the hand.
                                if (a >= 3) std::swap(tet[2], tet[3]);
                                extractor.tetrahedron(tet);
                            }
            }
    return std::move(extractor.mesh);
}

}  // namespace sinew::assets
