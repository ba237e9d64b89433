// Tests if the joints of a model scale, in the rest pose or in a clip.
#pragma once

#include "skinning/model.h"

namespace sinew {

/// True if a bind or a clip scales or shears; dual quaternions then need a separate stretch.
bool stretches(const Model& model);

/// True if every joint scales all axes equally, without mirroring, at all times.
bool scalesEvenly(const Model& model);

}  // namespace sinew
