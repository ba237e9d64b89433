// Flattens a mesh, chart by chart, into one texture square.
#pragma once

#include <functional>
#include <vector>

#include "assets/surface/mesh.h"

namespace sinew::assets {

/// A mesh whose vertices are split along the borders of its charts.
struct UnwrappedMesh {
    std::vector<std::uint32_t>
        source;             // for each vertex, the vertex of the mesh that was unwrapped
    std::vector<Vec2> uvs;  // in [0, 1], v downwards as in glTF
    std::vector<Triangle> triangles;
};

/// What the caller wants of a chart: the region a triangle belongs to, chosen from its index,
/// centre and normal, and how many texels a metre should get there compared with other regions.
struct ChartPlan {
    std::function<int(std::size_t triangle, Vec3 centre, Vec3 normal)> region;
    std::function<double(int region)> density;
    /// Charts for which this holds are laid out as mirror images, so that their tangent frames are
    /// left-handed like those of any body whose limbs share a painting.
    std::function<bool(int region)> mirrored;
};

/// Flattens each connected region as rigidly as possible (Liu et al., "A local/global approach to
/// mesh parameterization", 2008) from a projection along its mean normal, and packs the charts with
/// `marginTexels` between them in a square of `texels`.
UnwrappedMesh unwrap(const Mesh& mesh, const ChartPlan& plan, int texels, int marginTexels);

}  // namespace sinew::assets
