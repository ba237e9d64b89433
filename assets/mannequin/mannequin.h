// The mannequin in three resolutions.
#pragma once

#include <vector>

#include "assets/gltf/glb.h"

namespace sinew::assets {

/// Low, standard and high: about 1.2, 3.4 and 15 thousand vertices once split along the seams.
std::vector<Character> makeMannequins();

}  // namespace sinew::assets
