// A model in a joint's hand: the two become one model, before anything is posed.
#pragma once

#include <string>

#include "skinning/model.h"

namespace sinew {

/// `character` with `prop` held by the joint of that name. The prop lies in the joint's space, in
/// its rest pose, and moves with the joint alone: what scales the joint scales the prop. Its
/// primitives become the last ones of the character, its vertices the last ones, and their binds
/// name that joint: each has as inverse bind matrix what takes the prop's own bind space to the
/// prop's object space. So everything after import treats it as a part of the character. Its clips
/// do not play. `factor` scales the prop. Adds a warning to the character if the joint's scale in
/// the rest pose times `factor` is below 0.1 or above 10. Throws std::runtime_error where no joint
/// has the name, or more than one.
Model hold(Model character, const Model& prop, const std::string& joint, float factor = 1.0f);

}  // namespace sinew
