// The serpent's repertoire.
#pragma once

#include "assets/animation/clip.h"

namespace sinew::assets {

/// idle, slither and strike: in place, looping.
std::vector<Clip> serpentClips();

}  // namespace sinew::assets
