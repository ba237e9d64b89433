// Attaches a prop to a joint: merges two models before posing.
#pragma once

#include <string>

#include "skinning/model.h"

namespace sinew {

/// Merges `prop`, scaled by `factor`, into `character`, attached to the joint of that name. The
/// prop is in the joint's space, in its rest pose, and moves and scales with the joint. Its
/// primitives and vertices are appended. Its binds name the joint; their inverse bind matrices take
/// the prop's bind space to its object space. Later steps treat it as a part of the character. Its
/// clips are ignored. Adds a warning if the joint's rest scale times `factor` is below 0.1 or above
/// 10. Throws std::runtime_error if no joint, or more than one, has the name.
Model hold(Model character, const Model& prop, const std::string& joint, float factor = 1.0f);

}  // namespace sinew
