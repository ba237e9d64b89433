// Whether the joints of a model scale, in the rest pose or in a clip.
#pragma once

#include "skinning/model.h"

namespace sinew {

/// A bind or a clip scales or shears: dual quaternions carry that beside them.
bool stretches(const Model& model);

/// No joint scales one axis more than another, or mirrors, at any time.
bool scalesEvenly(const Model& model);

}  // namespace sinew
