// Reduces a mesh by edge collapses.
#pragma once

#include <functional>

#include "assets/surface/mesh.h"

namespace sinew::assets {

/// Collapses edges until about so many triangles are left, in the order of the error that this
/// makes where `seen` puts the vertices: what it enlarges keeps more of them. Keeps the border in
/// the plane x = 0.
Mesh simplify(const Mesh& mesh, std::size_t triangles, const std::function<Vec3(Vec3)>& seen);

/// Moves every vertex towards the middle of its neighbours, `rounds` times, each followed by
/// `project`, which must keep the plane x = 0. Border vertices follow border neighbours only.
void relax(Mesh& mesh, int rounds, double strength, const std::function<Vec3(Vec3)>& project);

}  // namespace sinew::assets
