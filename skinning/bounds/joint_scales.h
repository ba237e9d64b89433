// Tests if the joints of a model scale, in the rest pose or in a clip.
#pragma once

#include "skinning/model.h"

namespace sinew {

/// Returns true if a joint, an inverse bind matrix or a clip scales or shears. Dual quaternions
/// then need a separate stretch.
bool stretches(const Model& model);

/// Returns true if every joint scales all axes equally, without mirroring, at all times.
bool scalesEvenly(const Model& model);

}  // namespace sinew
