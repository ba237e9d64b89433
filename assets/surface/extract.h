// Turns a signed-distance field into triangles.
#pragma once

#include <functional>

#include "assets/surface/mesh.h"

namespace sinew::assets {

using Distance = std::function<double(Vec3)>;

/// The zero surface of `distance` for x >= 0 inside [lo, hi], by marching tetrahedra on cubes of
/// `cell` metres. A manifold whose only border lies in the plane x = 0 exactly.
Mesh extractHalf(const Distance& distance, Vec3 lo, Vec3 hi, double cell);

}  // namespace sinew::assets
