// The serpent: shape, charts, painting and clips put together.
#include "assets/serpent/serpent.h"

#include "assets/serpent/clips.h"
#include "assets/serpent/paint.h"
#include "assets/serpent/shape.h"
#include "assets/serpent/skeleton.h"
#include "assets/surface/unwrap.h"
#include "assets/texture/bake.h"

namespace sinew::assets {

Character makeSerpent() {
    constexpr int kTexels = 1024;
    const SerpentShape shape = makeSerpentShape();
    const std::vector<Vec3> normals = vertexNormals(shape.mesh);
    const UnwrappedMesh unwrapped = unwrap(shape.mesh, serpentCharts(shape), kTexels, 6);
    Character c;
    c.name = "serpent";
    c.joints = serpentJoints();
    c.uvs = unwrapped.uvs;
    c.triangles = unwrapped.triangles;
    for (const std::uint32_t v : unwrapped.source) {
        c.positions.push_back(shape.mesh.positions[v]);
        c.normals.push_back(normals[v]);
        c.influences.push_back(shape.influences[v]);
    }
    c.tangents = vertexTangents(c.positions, c.normals, c.uvs, c.triangles);
    c.baseColour =
        bake(shape.mesh, normals, unwrapped, kTexels,
             [&](std::size_t t, Vec3 p, Vec3 n) { return serpentColour(shape.pieces[t], p, n); });
    c.roughness = 0.5;
    c.clips = serpentClips();
    return c;
}

}  // namespace sinew::assets
