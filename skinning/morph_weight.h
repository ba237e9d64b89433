// Morph weights that a user sets in place of those of the file.
#pragma once

#include <string>

#include "skinning/model.h"

namespace sinew {

inline constexpr float kLargestMorphWeight = 100.0f;

/// Sets the weight of every morph target that is called `nameOrIndex`, in the rest pose and in all
/// clips. Without a target of that name, it is an index into Model::morphNames. Throws
/// std::runtime_error, listing the names, if there is no such target. Needs a finite weight.
void fixMorphWeight(Model& model, const std::string& nameOrIndex, float weight);

}  // namespace sinew
