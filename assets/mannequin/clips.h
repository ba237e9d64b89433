// The mannequin's repertoire.
#pragma once

#include "assets/animation/clip.h"

namespace sinew::assets {

/// idle, walk, run, dance and wave: in place, looping.
std::vector<Clip> mannequinClips();

}  // namespace sinew::assets
