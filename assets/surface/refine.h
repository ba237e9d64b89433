// A character with many more vertices and the same looks.
#pragma once

#include "assets/gltf/glb.h"

namespace sinew::assets {

/// Cuts every triangle into four at the middles of its edges; what a vertex has is the mean of the
/// edge's ends, of its influences the eight heaviest.
Character refined(const Character& character);

}  // namespace sinew::assets
