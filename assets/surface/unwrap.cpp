// Charts from regions, as-rigid-as-possible flattening by conjugate gradients, shelf packing.
#include "assets/surface/unwrap.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "assets/math/rotation.h"

namespace sinew::assets {
namespace {

struct Chart {
    int region = 0;
    std::vector<std::uint32_t> vertices;  // of the mesh
    std::vector<Triangle> triangles;      // into `vertices`
    std::vector<std::uint32_t> triangleIds;
    std::vector<Vec2> flat;  // metres times density
    Vec2 size, place;
};

// Regions without frayed borders: a triangle that most neighbours disagree with joins them, and so
// do islands of a few triangles.
std::vector<int> tidyRegions(const Mesh& mesh, const ChartPlan& plan,
                             const std::vector<std::array<int, 3>>& neighbours) {
    const std::size_t count = mesh.triangles.size();
    std::vector<int> regions(count);
    for (std::size_t t = 0; t < count; ++t) {
        const Triangle& tri = mesh.triangles[t];
        const Vec3 a = mesh.positions[tri[0]], b = mesh.positions[tri[1]],
                   c = mesh.positions[tri[2]];
        regions[t] = plan.region(t, (a + b + c) * (1.0 / 3.0), normalize(cross(b - a, c - a)));
    }
    // Only where meshes are fine: in a coarse one whole strips have two neighbours elsewhere.
    const int rounds = count > 3000 ? 6 : 0;
    for (int round = 0; round < rounds; ++round) {
        std::vector<int> next = regions;
        for (std::size_t t = 0; t < count; ++t) {
            const auto& n = neighbours[t];
            for (int i = 0; i < 3; ++i) {
                const int a = n[i], b = n[(i + 1) % 3];
                if (a >= 0 && b >= 0 && regions[a] == regions[b] && regions[a] != regions[t]) {
                    next[t] = regions[a];
                }
            }
        }
        regions.swap(next);
    }
    return regions;
}

// The component of equal region that each triangle lies in.
std::vector<int> components(const std::vector<int>& regions,
                            const std::vector<std::array<int, 3>>& neighbours, int& count) {
    std::vector<int> component(regions.size(), -1);
    count = 0;
    for (std::size_t seed = 0; seed < regions.size(); ++seed) {
        if (component[seed] >= 0) continue;
        std::vector<int> stack = {static_cast<int>(seed)};
        component[seed] = count;
        while (!stack.empty()) {
            const int t = stack.back();
            stack.pop_back();
            for (const int n : neighbours[static_cast<std::size_t>(t)]) {
                if (n >= 0 && component[n] < 0 && regions[n] == regions[t]) {
                    component[n] = count;
                    stack.push_back(n);
                }
            }
        }
        ++count;
    }
    return component;
}

void dissolveIslands(std::vector<int>& regions, const std::vector<std::array<int, 3>>& neighbours,
                     std::size_t smallest) {
    for (int round = 0; round < 4; ++round) {
        int count = 0;
        const std::vector<int> component = components(regions, neighbours, count);
        std::vector<std::size_t> sizes(static_cast<std::size_t>(count), 0);
        for (const int c : component) ++sizes[static_cast<std::size_t>(c)];
        std::vector<std::map<int, int>> borders(static_cast<std::size_t>(count));
        for (std::size_t t = 0; t < regions.size(); ++t) {
            for (const int n : neighbours[t]) {
                if (n >= 0 && component[n] != component[t]) ++borders[component[t]][regions[n]];
            }
        }
        bool changed = false;
        for (std::size_t t = 0; t < regions.size(); ++t) {
            const auto& border = borders[component[t]];
            if (sizes[component[t]] >= smallest || border.empty()) continue;
            const auto longest = std::max_element(
                border.begin(), border.end(), [](auto& a, auto& b) { return a.second < b.second; });
            regions[t] = longest->first;
            changed = true;
        }
        if (!changed) return;
    }
}

std::vector<Chart> makeCharts(const Mesh& mesh, const std::vector<int>& regions,
                              const std::vector<std::array<int, 3>>& neighbours) {
    int count = 0;
    const std::vector<int> component = components(regions, neighbours, count);
    std::vector<Chart> charts(static_cast<std::size_t>(count));
    std::vector<std::map<std::uint32_t, std::uint32_t>> local(static_cast<std::size_t>(count));
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto c = static_cast<std::size_t>(component[t]);
        Chart& chart = charts[c];
        chart.region = regions[t];
        Triangle tri{};
        for (int i = 0; i < 3; ++i) {
            const std::uint32_t v = mesh.triangles[t][i];
            const auto [found, isNew] =
                local[c].try_emplace(v, static_cast<std::uint32_t>(chart.vertices.size()));
            if (isNew) chart.vertices.push_back(v);
            tri[i] = found->second;
        }
        chart.triangles.push_back(tri);
        chart.triangleIds.push_back(static_cast<std::uint32_t>(t));
    }
    return charts;
}

class Flattener {
public:
    Flattener(const Mesh& mesh, Chart& chart) : chart_(chart), n_(chart.vertices.size()) {
        Vec3 normal{};
        for (const Triangle& t : chart.triangles) {
            const auto p = corners(mesh, t);
            normal += cross(p[1] - p[0], p[2] - p[0]);
        }
        normal = normalize(normal);
        const Vec3 hint = std::fabs(normal.y) < 0.8 ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
        const Vec3 right = normalize(cross(hint, normal)), up = cross(normal, right);
        for (const std::uint32_t v : chart.vertices) {
            chart.flat.push_back({dot(mesh.positions[v], right), -dot(mesh.positions[v], up)});
        }
        diagonal_.assign(n_, 1e-9);
        for (const Triangle& t : chart.triangles) addTriangle(mesh, t);
    }

    void run(int rounds) {
        for (int round = 0; round < rounds; ++round) {
            std::vector<Vec2> right(n_);
            for (std::size_t v = 0; v < n_; ++v) right[v] = chart_.flat[v] * 1e-9;
            for (std::size_t t = 0; t < chart_.triangles.size(); ++t) addRotated(t, right);
            solve(right);
        }
    }

private:
    std::array<Vec3, 3> corners(const Mesh& mesh, const Triangle& t) const {
        return {mesh.positions[chart_.vertices[t[0]]], mesh.positions[chart_.vertices[t[1]]],
                mesh.positions[chart_.vertices[t[2]]]};
    }

    void addTriangle(const Mesh& mesh, const Triangle& t) {
        const auto p = corners(mesh, t);
        const Vec3 x = normalize(p[1] - p[0]);
        const Vec3 z = normalize(cross(p[1] - p[0], p[2] - p[0])), y = cross(z, x);
        // v points down, so the rest shape is mirrored like the projection.
        std::array<Vec2, 3> rest;
        for (int i = 0; i < 3; ++i) rest[i] = {dot(p[i] - p[0], x), -dot(p[i] - p[0], y)};
        std::array<double, 3> weights;
        for (int i = 0; i < 3; ++i) {
            // The cotangent at the corner opposite the edge i -> i + 1, kept positive.
            const Vec2 a = rest[i] - rest[(i + 2) % 3], b = rest[(i + 1) % 3] - rest[(i + 2) % 3];
            const double area = std::fabs(a.x * b.y - a.y * b.x);
            weights[i] = clamp(dot(a, b) / (area + 1e-12), 0.05, 10.0);
        }
        rest_.push_back(rest);
        weights_.push_back(weights);
        for (int i = 0; i < 3; ++i) {
            diagonal_[t[i]] += weights[i];
            diagonal_[t[(i + 1) % 3]] += weights[i];
        }
    }

    // Adds what triangle `id`, turned to fit the present layout, asks of its vertices.
    void addRotated(std::size_t id, std::vector<Vec2>& right) const {
        const Triangle& t = chart_.triangles[id];
        double c = 0.0, s = 0.0;
        for (int i = 0; i < 3; ++i) {
            const Vec2 e = rest_[id][i] - rest_[id][(i + 1) % 3];
            const Vec2 f = chart_.flat[t[i]] - chart_.flat[t[(i + 1) % 3]];
            c += weights_[id][i] * (e.x * f.x + e.y * f.y);
            s += weights_[id][i] * (e.x * f.y - e.y * f.x);
        }
        const double l = std::sqrt(c * c + s * s) + 1e-30;
        c /= l, s /= l;
        for (int i = 0; i < 3; ++i) {
            const Vec2 e = rest_[id][i] - rest_[id][(i + 1) % 3];
            const Vec2 turned = Vec2{c * e.x - s * e.y, s * e.x + c * e.y} * weights_[id][i];
            right[t[i]] = right[t[i]] + turned;
            right[t[(i + 1) % 3]] = right[t[(i + 1) % 3]] - turned;
        }
    }

    std::vector<Vec2> multiply(const std::vector<Vec2>& v) const {
        std::vector<Vec2> r(n_);
        for (std::size_t i = 0; i < n_; ++i) r[i] = v[i] * 1e-9;
        for (std::size_t id = 0; id < chart_.triangles.size(); ++id) {
            const Triangle& t = chart_.triangles[id];
            for (int i = 0; i < 3; ++i) {
                const Vec2 d = (v[t[i]] - v[t[(i + 1) % 3]]) * weights_[id][i];
                r[t[i]] = r[t[i]] + d;
                r[t[(i + 1) % 3]] = r[t[(i + 1) % 3]] - d;
            }
        }
        return r;
    }

    // Conjugate gradients with a diagonal preconditioner, from the present layout.
    void solve(const std::vector<Vec2>& right) {
        std::vector<Vec2> residual = multiply(chart_.flat), direction(n_), scaled(n_);
        for (std::size_t i = 0; i < n_; ++i) residual[i] = right[i] - residual[i];
        double old = 0.0;
        for (int step = 0; step < 80; ++step) {
            double now = 0.0;
            for (std::size_t i = 0; i < n_; ++i) {
                scaled[i] = residual[i] * (1.0 / diagonal_[i]);
                now += dot(scaled[i], residual[i]);
            }
            if (now < 1e-22) return;
            const double beta = step == 0 ? 0.0 : now / old;
            for (std::size_t i = 0; i < n_; ++i) direction[i] = scaled[i] + direction[i] * beta;
            const std::vector<Vec2> image = multiply(direction);
            double along = 0.0;
            for (std::size_t i = 0; i < n_; ++i) along += dot(direction[i], image[i]);
            const double alpha = now / along;
            for (std::size_t i = 0; i < n_; ++i) {
                chart_.flat[i] = chart_.flat[i] + direction[i] * alpha;
                residual[i] = residual[i] - image[i] * alpha;
            }
            old = now;
        }
    }

    Chart& chart_;
    std::size_t n_;
    std::vector<std::array<Vec2, 3>> rest_;
    std::vector<std::array<double, 3>> weights_;  // for the edge i -> i + 1
    std::vector<double> diagonal_;
};

// Turns the chart to the smallest upright box, puts it at the origin and scales it.
void settle(Chart& chart, double density, bool mirror) {
    double bestArea = 1e30, bestAngle = 0.0;
    const auto box = [&](double angle, Vec2& lo, Vec2& hi) {
        const double c = std::cos(angle), s = std::sin(angle);
        lo = {1e30, 1e30}, hi = {-1e30, -1e30};
        for (const Vec2 p : chart.flat) {
            const Vec2 q{c * p.x - s * p.y, s * p.x + c * p.y};
            lo = {std::min(lo.x, q.x), std::min(lo.y, q.y)};
            hi = {std::max(hi.x, q.x), std::max(hi.y, q.y)};
        }
    };
    Vec2 lo, hi;
    for (int degrees = -90; degrees < 90; degrees += 3) {
        box(radians(degrees), lo, hi);
        const Vec2 size = hi - lo;
        // Upright boxes only: shelves waste least when all charts stand.
        if (size.x > size.y * 1.0001) continue;
        const double area = size.x * size.y;
        if (area < bestArea * 0.9999) bestArea = area, bestAngle = radians(degrees);
    }
    box(bestAngle, lo, hi);
    const double c = std::cos(bestAngle), s = std::sin(bestAngle);
    chart.size = (hi - lo) * density;
    for (Vec2& p : chart.flat) {
        p = (Vec2{c * p.x - s * p.y, s * p.x + c * p.y} - lo) * density;
        if (mirror) p.x = chart.size.x - p.x;
    }
}

// Places the charts on shelves of a square of `side` metres; false when they do not fit.
bool pack(std::vector<Chart*>& tallestFirst, double side, double margin) {
    double x = margin, y = margin, shelf = 0.0;
    for (Chart* chart : tallestFirst) {
        if (x + chart->size.x + margin > side) {
            x = margin;
            y += shelf + margin;
            shelf = 0.0;
        }
        if (x + chart->size.x + margin > side || y + chart->size.y + margin > side) return false;
        chart->place = {x, y};
        x += chart->size.x + margin;
        shelf = std::max(shelf, chart->size.y);
    }
    return true;
}

}  // namespace

UnwrappedMesh unwrap(const Mesh& mesh, const ChartPlan& plan, int texels, int marginTexels) {
    const auto neighbours = triangleNeighbours(mesh.triangles);
    std::vector<int> regions = tidyRegions(mesh, plan, neighbours);
    dissolveIslands(regions, neighbours, 2 + mesh.triangles.size() / 1500);
    std::vector<Chart> charts = makeCharts(mesh, regions, neighbours);
    std::vector<Chart*> order;
    for (Chart& chart : charts) {
        Flattener(mesh, chart).run(40);
        settle(chart, plan.density(chart.region), plan.mirrored(chart.region));
        order.push_back(&chart);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const Chart* a, const Chart* b) { return a->size.y > b->size.y; });
    // The smallest square that holds all charts, to one part in a thousand.
    double side = 0.2;
    const double marginShare = static_cast<double>(marginTexels) / texels;
    while (!pack(order, side, side * marginShare)) side *= 1.002;

    UnwrappedMesh result;
    result.triangles.resize(mesh.triangles.size());
    for (const Chart& chart : charts) {
        const auto base = static_cast<std::uint32_t>(result.uvs.size());
        for (std::size_t v = 0; v < chart.vertices.size(); ++v) {
            result.source.push_back(chart.vertices[v]);
            result.uvs.push_back((chart.place + chart.flat[v]) * (1.0 / side));
        }
        for (std::size_t t = 0; t < chart.triangles.size(); ++t) {
            const Triangle& tri = chart.triangles[t];
            result.triangles[chart.triangleIds[t]] = {base + tri[0], base + tri[1], base + tri[2]};
        }
    }
    return result;
}

}  // namespace sinew::assets
