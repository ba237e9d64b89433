// Paints a texture by asking, for every texel, what the surface looks like there.
#pragma once

#include <functional>

#include "assets/surface/unwrap.h"

namespace sinew::assets {

/// 8 bits each of red, green, blue and alpha, which is 255 everywhere; rows from the top.
struct Picture {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
};

/// Colour in [0, 1] sRGB of the surface at a point of a triangle, given the interpolated unit
/// normal.
using Paint = std::function<Vec3(std::size_t triangle, Vec3 position, Vec3 normal)>;

/// Because the paint is a function of the place and not of the chart, no seam shows. Texels outside
/// every chart take the colour of the nearest ones inside, so that filtering finds no gap.
Picture bake(const Mesh& mesh, const std::vector<Vec3>& normals, const UnwrappedMesh& unwrapped,
             int texels, const Paint& paint);

}  // namespace sinew::assets
