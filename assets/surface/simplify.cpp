// Edge collapse by meshoptimizer, and tangential relaxation.
#include "assets/surface/simplify.h"

#include <meshoptimizer.h>

namespace sinew::assets {

Mesh simplify(const Mesh& mesh, std::size_t triangles, const std::function<Vec3(Vec3)>& seen) {
    std::vector<std::array<float, 3>> positions;
    for (const Vec3 vertex : mesh.positions) {
        const Vec3 p = seen(vertex);
        positions.push_back(
            {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
    }
    constexpr float kAnyError = 1.0f;
    std::vector<Triangle> kept(mesh.triangles.size());
    const std::size_t indices =
        meshopt_simplify(kept.data()->data(), mesh.triangles.data()->data(),
                         3 * mesh.triangles.size(), positions.data()->data(), positions.size(),
                         sizeof(positions[0]), 3 * triangles, kAnyError, 0, nullptr);
    Mesh result;
    std::vector<std::int64_t> places(mesh.positions.size(), -1);
    kept.resize(indices / 3);
    for (Triangle t : kept) {
        for (std::uint32_t& v : t) {
            if (places[v] < 0) {
                places[v] = static_cast<std::int64_t>(result.positions.size());
                result.positions.push_back(mesh.positions[v]);
            }
            v = static_cast<std::uint32_t>(places[v]);
        }
        result.triangles.push_back(t);
    }
    return result;
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
