// Rasterises the charts into the texture and spreads their borders outwards.
#include "assets/texture/bake.h"

#include <algorithm>

namespace sinew::assets {
namespace {

struct Canvas {
    int texels;
    std::vector<Vec3> colours;
    std::vector<bool> filled;
};

void fillTriangle(Canvas& canvas, const std::array<Vec2, 3>& at,
                  const std::function<Vec3(double, double, double)>& colour) {
    const auto bound = [&](double v) {
        return static_cast<int>(clamp(v, 0.0, canvas.texels - 1.0));
    };
    const int x0 = bound(std::floor(std::min({at[0].x, at[1].x, at[2].x}) - 0.5)),
              x1 = bound(std::ceil(std::max({at[0].x, at[1].x, at[2].x}))),
              y0 = bound(std::floor(std::min({at[0].y, at[1].y, at[2].y}) - 0.5)),
              y1 = bound(std::ceil(std::max({at[0].y, at[1].y, at[2].y})));
    const Vec2 e1 = at[1] - at[0], e2 = at[2] - at[0];
    const double area = e1.x * e2.y - e1.y * e2.x;
    if (area == 0.0) return;
    for (int y = y0; y <= y1; ++y) {
        for (int x = x0; x <= x1; ++x) {
            const Vec2 d = Vec2{x + 0.5, y + 0.5} - at[0];
            const double b = (d.x * e2.y - d.y * e2.x) / area, c = (e1.x * d.y - e1.y * d.x) / area;
            if (b < -1e-9 || c < -1e-9 || b + c > 1.0 + 1e-9) continue;
            const auto i = static_cast<std::size_t>(y) * static_cast<std::size_t>(canvas.texels) +
                           static_cast<std::size_t>(x);
            if (canvas.filled[i]) continue;
            canvas.filled[i] = true;
            canvas.colours[i] = colour(1.0 - b - c, b, c);
        }
    }
}

// One texel further: every empty texel beside filled ones takes their mean.
bool spread(Canvas& canvas) {
    const int n = canvas.texels;
    std::vector<std::pair<std::size_t, Vec3>> additions;
    for (int y = 0; y < n; ++y) {
        for (int x = 0; x < n; ++x) {
            const auto i = static_cast<std::size_t>(y * n + x);
            if (canvas.filled[i]) continue;
            Vec3 sum{};
            int count = 0;
            for (int dy = -1; dy <= 1; ++dy) {
                for (int dx = -1; dx <= 1; ++dx) {
                    const int u = x + dx, v = y + dy;
                    if (u < 0 || v < 0 || u >= n || v >= n) continue;
                    const auto k = static_cast<std::size_t>(v * n + u);
                    if (canvas.filled[k]) sum += canvas.colours[k], ++count;
                }
            }
            if (count > 0) additions.emplace_back(i, sum * (1.0 / count));
        }
    }
    for (const auto& [i, colour] : additions) {
        canvas.filled[i] = true;
        canvas.colours[i] = colour;
    }
    return !additions.empty();
}

}  // namespace

Picture bake(const Mesh& mesh, const std::vector<Vec3>& normals, const UnwrappedMesh& unwrapped,
             int texels, const Paint& paint) {
    const auto count = static_cast<std::size_t>(texels) * static_cast<std::size_t>(texels);
    Canvas canvas{texels, std::vector<Vec3>(count), std::vector<bool>(count, false)};
    for (std::size_t id = 0; id < unwrapped.triangles.size(); ++id) {
        const Triangle& t = unwrapped.triangles[id];
        std::array<Vec2, 3> at;
        std::array<Vec3, 3> p, n;
        for (int i = 0; i < 3; ++i) {
            at[i] = unwrapped.uvs[t[i]] * texels;
            p[i] = mesh.positions[unwrapped.source[t[i]]];
            n[i] = normals[unwrapped.source[t[i]]];
        }
        fillTriangle(canvas, at, [&](double a, double b, double c) {
            return paint(id, p[0] * a + p[1] * b + p[2] * c,
                         normalize(n[0] * a + n[1] * b + n[2] * c));
        });
    }
    // Eight texels serve four mip levels; the rest of the sheet gets one colour that compresses
    // away.
    for (int i = 0; i < 8 && spread(canvas); ++i) {
    }
    Picture picture{texels, texels, {}};
    picture.rgba.reserve(count * 4);
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 c = canvas.filled[i] ? canvas.colours[i] : Vec3{0.5, 0.45, 0.42};
        for (const double v : {c.x, c.y, c.z}) {
            picture.rgba.push_back(
                static_cast<std::uint8_t>(std::floor(clamp(v, 0.0, 1.0) * 255.0 + 0.5)));
        }
        picture.rgba.push_back(255);
    }
    return picture;
}

}  // namespace sinew::assets
