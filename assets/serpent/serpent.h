// The serpent: 212 joints in one skin.
#pragma once

#include "assets/gltf/glb.h"

namespace sinew::assets {

Character makeSerpent();

}  // namespace sinew::assets
