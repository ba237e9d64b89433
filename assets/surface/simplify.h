// Reduces a mesh by edge collapses.
#pragma once

#include <functional>

#include "assets/surface/mesh.h"

namespace sinew::assets {

struct SimplifyGoal {
    std::size_t vertexCount = 0;
    /// How much an error at a point matters: errors scale with it, and wanted edge lengths against
    /// it.
    std::function<double(Vec3)> importance;
    /// How strongly even edge lengths are preferred to flatness.
    double evenness = 0.0;
};

/// Collapses edges in order of quadric error (Garland and Heckbert, "Surface simplification using
/// quadric error metrics", 1997) until `goal.vertexCount` is reached. Keeps the surface a manifold
/// and its border in the plane x = 0.
Mesh simplify(const Mesh& mesh, const SimplifyGoal& goal);

/// Moves every vertex towards the middle of its neighbours, `rounds` times, each followed by
/// `project`, which must keep the plane x = 0. Border vertices follow border neighbours only.
void relax(Mesh& mesh, int rounds, double strength, const std::function<Vec3(Vec3)>& project);

}  // namespace sinew::assets
