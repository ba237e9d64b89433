// Body, charts, painting, weights and clips put together.
#include "assets/mannequin/mannequin.h"

#include <array>

#include "assets/mannequin/clips.h"
#include "assets/mannequin/paint.h"
#include "assets/mannequin/weights.h"
#include "assets/surface/extract.h"
#include "assets/surface/simplify.h"
#include "assets/surface/unwrap.h"
#include "assets/texture/bake.h"

namespace sinew::assets {
namespace {

struct Resolution {
    const char* name;
    std::size_t halfTriangles;  // before mirroring
    int relaxRounds;
    int texels;
    std::size_t influences;
};

constexpr std::array<Resolution, 3> kResolutions = {{
    {"mannequin_low", 840, 0, 512, 4},
    {"mannequin", 2700, 2, 1024, 4},
    {"mannequin_high", 13358, 3, 1024, 8},
}};

// A face shows each vertex that is missing: the simplifier sees a larger head.
Vec3 withLargeHead(Vec3 p) {
    return p + (p - Vec3{0, 1.5, 0}) * smoothstep(1.50, 1.58, p.y);
}

/// Averages of the triangles' normals by their area. The true surface turns faster than its few
/// triangles at nose and lips: its normals lit triangles that lie in their own shadow.
std::vector<Vec3> shadingNormals(const Mesh& mesh) {
    std::vector<Vec3> normals(mesh.positions.size());
    for (const Triangle& t : mesh.triangles) {
        const Vec3 a = mesh.positions[t[0]];
        const Vec3 n = cross(mesh.positions[t[1]] - a, mesh.positions[t[2]] - a);
        for (const std::uint32_t v : t) normals[v] += n;
    }
    for (Vec3& n : normals) n = normalize(n);
    return normals;
}

Character assemble(const Body& body, const Mesh& half, const Resolution& resolution,
                   const std::vector<Clip>& clips) {
    const Mesh mesh = mirrored(half);
    const std::vector<Vec3> shading = shadingNormals(mesh);
    const UnwrappedMesh unwrapped =
        unwrap(mesh, mannequinCharts(body), resolution.texels, resolution.texels / 170);
    Character c;
    c.name = resolution.name;
    c.joints = mannequinJoints();
    c.uvs = unwrapped.uvs;
    c.triangles = unwrapped.triangles;
    for (const std::uint32_t v : unwrapped.source) {
        c.positions.push_back(mesh.positions[v]);
        c.normals.push_back(shading[v]);
        c.influences.push_back(mannequinInfluences(body, mesh.positions[v], resolution.influences));
    }
    c.tangents = vertexTangents(c.positions, c.normals, c.uvs, c.triangles);
    // Painted on the true surface: the flat triangles of a coarse mesh cut through it.
    std::vector<Vec3> normals;
    for (const Vec3 p : mesh.positions) normals.push_back(body.normal(body.project(p)));
    constexpr double kNearEnough = 0.0006;
    c.baseColour =
        bake(mesh, normals, unwrapped, resolution.texels, [&](std::size_t, Vec3 p, Vec3 n) {
            return mannequinColour(body, body.project(p, kNearEnough), n);
        });
    c.clips = clips;
    return c;
}

}  // namespace

std::vector<Character> makeMannequins() {
    const Body body;
    const std::vector<Clip> clips = mannequinClips();
    Mesh mesh = extractHalf([&](Vec3 p) { return body.distance(p); }, {0, -0.02, -0.2},
                            {0.8, 1.82, 0.26}, 0.004);
    std::vector<Character> characters;
    for (std::size_t i = kResolutions.size(); i-- > 0;) {
        const Resolution& resolution = kResolutions[i];
        mesh = simplify(mesh, resolution.halfTriangles, withLargeHead);
        Mesh half = mesh;
        relax(half, resolution.relaxRounds, 0.35, [&](Vec3 p) { return body.project(p); });
        characters.insert(characters.begin(), assemble(body, half, resolution, clips));
    }
    return characters;
}

}  // namespace sinew::assets
