// Closed tubes, refined to the exact number of triangles and cut to that of vertices.
#include "benchmarks/figure_surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <numeric>
#include <span>
#include <stdexcept>

namespace sinew {
namespace {

/// Of a limb: both ends and a ring of three.
constexpr uint32_t kFewestLimbVertices = 5;

/// Appends a limb with exactly `count` vertices and 2 * count - 4 triangles: rings of equal length
/// and, to be exact, some vertices more in the middle one. Each triangle stands on an edge of a
/// ring, with its third corner on the next ring above or below.
void addLimb(FigureSurface& surface, uint32_t limbIndex, uint32_t count) {
    const Limb& limb = bodyLimbs()[limbIndex];
    const uint32_t inRings = count - 2;
    const auto wished =
        static_cast<uint32_t>(std::lround(std::sqrt(static_cast<float>(inRings) * limb.roundness)));
    const uint32_t columns = std::clamp(wished, 3u, inRings);
    const uint32_t rings = inRings / columns;
    const uint32_t extra = inRings - rings * columns;
    const uint32_t middle = rings / 2;
    const auto first = static_cast<uint32_t>(surface.vertices.size());

    const auto addVertex = [&](float along, float around, uint32_t ring, bool onSeam) {
        surface.vertices.push_back({.point = surfacePoint(limb, along, around),
                                    .uv = {around, along},
                                    .limb = limbIndex,
                                    .along = along,
                                    .ring = ring,
                                    .onSeam = onSeam});
    };
    const auto alongOf = [&](uint32_t ring) {  // closer together towards the ends
        const float even = static_cast<float>(ring + 1) / static_cast<float>(rings + 1);
        const float round = 0.5f - 0.5f * std::cos(glm::pi<float>() * even);
        return glm::mix(even, round, 0.4f);
    };
    addVertex(0, 0.5f, FigureSurface::kNoRing, false);
    addVertex(1, 0.5f, FigureSurface::kNoRing, false);
    for (uint32_t ring = 0; ring < rings; ++ring) {
        for (uint32_t column = 0; column < columns; ++column) {
            addVertex(alongOf(ring), static_cast<float>(column) / static_cast<float>(columns), ring,
                      column == 0);
        }
    }
    for (uint32_t column = 0; column < extra; ++column) {
        addVertex(alongOf(middle),
                  (static_cast<float>(column) + 0.5f) / static_cast<float>(columns), middle, false);
    }

    const auto at = [&](uint32_t ring, uint32_t column) {
        return first + 2 + ring * columns + column % columns;
    };
    const auto addOnEdge = [&](uint32_t ring, uint32_t column, uint32_t third, bool above) {
        const auto add = [&](uint32_t from, uint32_t to) {
            surface.triangles.push_back({.corners = {above ? from : to, above ? to : from, third},
                                         .row = above ? ring + 1 : ring,
                                         .lastColumn = column + 1 == columns});
        };
        const uint32_t from = at(ring, column);
        const uint32_t to = at(ring, column + 1);
        if (ring == middle && column < extra) {
            const uint32_t between = first + 2 + rings * columns + column;
            add(from, between);
            add(between, to);
        } else {
            add(from, to);
        }
    };
    for (uint32_t column = 0; column < columns; ++column) addOnEdge(0, column, first, false);
    for (uint32_t ring = 0; ring + 1 < rings; ++ring) {
        for (uint32_t column = 0; column < columns; ++column) {
            addOnEdge(ring, column, at(ring + 1, column + 1), true);
            addOnEdge(ring + 1, column, at(ring, column), false);
        }
    }
    for (uint32_t column = 0; column < columns; ++column) {
        addOnEdge(rings - 1, column, first + 1, true);
    }
}

/// Which corners meet at each vertex: 3 * triangle + corner.
struct Corners {
    std::vector<uint32_t> offsets;
    std::vector<uint32_t> corners;

    explicit Corners(const FigureSurface& surface)
        : offsets(surface.vertices.size() + 1), corners(3 * surface.triangles.size()) {
        for (const FigureSurface::Triangle& triangle : surface.triangles) {
            for (const uint32_t vertex : triangle.corners) ++offsets[vertex + 1];
        }
        std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
        std::vector<uint32_t> next(offsets.begin(), offsets.end() - 1);
        for (uint32_t t = 0; t < surface.triangles.size(); ++t) {
            for (uint32_t c = 0; c < 3; ++c) {
                corners[next[surface.triangles[t].corners[c]]++] = 3 * t + c;
            }
        }
    }
    std::span<const uint32_t> of(uint32_t vertex) const {
        return std::span(corners).subspan(offsets[vertex], offsets[vertex + 1] - offsets[vertex]);
    }
};

/// Copies `vertices` one after the other, until there are `wanted` in all. A copy takes the corners
/// that `takes(triangle, vertex, index, count)` chooses. A vertex is not copied where it would take
/// none or all of them.
template <typename Takes>
void cut(FigureSurface& surface, std::span<const uint32_t> vertices, uint32_t wanted,
         const Takes& takes) {
    const Corners corners(surface);
    for (const uint32_t vertex : vertices) {
        if (surface.vertices.size() == wanted) return;
        const std::span<const uint32_t> all = corners.of(vertex);
        const auto copy = static_cast<uint32_t>(surface.vertices.size());
        uint32_t taken = 0;
        for (uint32_t i = 0; i < all.size(); ++i) {
            FigureSurface::Triangle& triangle = surface.triangles[all[i] / 3];
            if (!takes(triangle, vertex, i, all.size())) continue;
            triangle.corners[all[i] % 3] = copy;
            ++taken;
        }
        if (taken == all.size()) {
            for (const uint32_t corner : all) {
                surface.triangles[corner / 3].corners[corner % 3] = vertex;
            }
        } else if (taken > 0) {
            surface.vertices.push_back(surface.vertices[vertex]);
        }
    }
}

/// Adds vertices without triangles: first where the uvs start again, then along rings, evenly over
/// the body, then between any two triangles.
void addSeams(FigureSurface& surface, uint32_t wanted) {
    std::vector<uint32_t> order;
    for (uint32_t v = 0; v < surface.vertices.size(); ++v) {
        if (surface.vertices[v].onSeam) order.push_back(v);
    }
    const auto beforeSeam = static_cast<uint32_t>(surface.vertices.size());
    cut(surface, order, wanted,
        [](const FigureSurface::Triangle& triangle, auto...) { return triangle.lastColumn; });
    for (uint32_t v = beforeSeam; v < surface.vertices.size(); ++v) surface.vertices[v].uv.x = 1;

    const auto evenness = [&](uint32_t v) {  // every other ring, then every other of the others
        return std::countr_zero(surface.vertices[v].ring + 1);
    };
    order.clear();
    for (uint32_t v = 0; v < surface.vertices.size(); ++v) {
        if (surface.vertices[v].ring != FigureSurface::kNoRing) order.push_back(v);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return evenness(a) > evenness(b); });
    cut(surface, order, wanted,
        [&](const FigureSurface::Triangle& triangle, uint32_t vertex, auto...) {
            return triangle.row > surface.vertices[vertex].ring;
        });
    while (surface.vertices.size() < wanted) {
        order.resize(surface.vertices.size());
        std::iota(order.begin(), order.end(), 0u);
        cut(surface, order, wanted,
            [](const FigureSurface::Triangle&, uint32_t, size_t i, size_t count) {
                return i < count / 2;
            });
    }
}

/// An odd number of triangles leaves one out: a hole in an armpit, inside the body.
uint32_t closedTriangles(uint32_t triangles) {
    return triangles + triangles % 2;
}

uint32_t fewestVertices(uint32_t triangles) {
    return closedTriangles(triangles) / 2 + 2 * uint32_t{kLimbCount};
}

}  // namespace

void requireSurface(uint32_t vertices, uint32_t triangles) {
    const uint32_t fewest = fewestVertices(triangles);
    if (fewest < kFewestLimbVertices * kLimbCount) {
        throw std::runtime_error(
            fmt::format("a figure of {} triangles cannot be made; try {} or more", triangles,
                        2 * (kFewestLimbVertices - 2) * uint32_t{kLimbCount}));
    }
    if (vertices < fewest || vertices > 3ull * triangles) {
        throw std::runtime_error(
            fmt::format("a figure of {} triangles cannot have {} vertices; try {} to {}", triangles,
                        vertices, fewest, 3ull * triangles));
    }
}

FigureSurface makeFigureSurface(uint32_t vertices, uint32_t triangles) {
    requireSurface(vertices, triangles);
    const uint32_t closed = closedTriangles(triangles);
    const uint32_t fewest = fewestVertices(triangles);
    const std::array<Limb, kLimbCount>& limbs = bodyLimbs();
    const uint32_t free = fewest - kFewestLimbVertices * uint32_t{kLimbCount};
    std::array<uint32_t, kLimbCount> share{};
    share[0] = fewest;
    for (uint32_t limb = 1; limb < kLimbCount; ++limb) {
        share[limb] = kFewestLimbVertices +
                      static_cast<uint32_t>(static_cast<double>(limbs[limb].vertexShare) * free);
        share[0] -= share[limb];
    }
    FigureSurface surface;
    surface.vertices.reserve(vertices);
    surface.triangles.reserve(closed);
    for (uint32_t limb = 0; limb < kLimbCount; ++limb) {
        if (limb + 1 == kLimbCount && closed != triangles) {
            const auto first = static_cast<std::ptrdiff_t>(surface.triangles.size());
            addLimb(surface, limb, share[limb]);
            surface.triangles.erase(surface.triangles.begin() + first);
        } else {
            addLimb(surface, limb, share[limb]);
        }
    }
    addSeams(surface, vertices);
    return surface;
}

}  // namespace sinew
