// A wooden sword for the right hand of a mannequin.
#pragma once

#include "assets/gltf/glb.h"

namespace sinew::assets {

/// Its node stands where the grip lies in the palm, in the space of the joint "hand_right".
Character makeSword();

}  // namespace sinew::assets
