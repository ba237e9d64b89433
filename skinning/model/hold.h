// Attaches a prop to a joint: merges two models before posing.
#pragma once

#include <string>

#include "skinning/model.h"

namespace sinew {

/// Returns `character` with `prop` attached to the joint with the name `joint`. The prop is scaled
/// by `factor` and stays in its rest pose. It moves and scales with the joint. The prop's
/// primitives and vertices are appended. The prop's binds refer to the joint. Their inverse bind
/// matrices transform from the prop's bind space to its object space. Later steps treat the prop as
/// a part of the character. The prop's clips are ignored. Adds a warning if the joint's rest scale
/// times `factor` is below 0.1 or above 10. Throws std::runtime_error if no joint, or more than
/// one, has the name.
Model hold(Model character, const Model& prop, const std::string& joint, float factor = 1.0f);

}  // namespace sinew
