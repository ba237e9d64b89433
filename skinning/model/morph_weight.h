// Overrides morph weights of a file.
#pragma once

#include <string>

#include "skinning/model.h"

namespace sinew {

inline constexpr float kLargestMorphWeight = 100.0f;

/// Sets the weight of every morph target with the name `nameOrIndex`, in the rest pose and in all
/// clips. If no target has that name, `nameOrIndex` is an index into Model::morphNames. Throws
/// std::runtime_error with the names if there is no such target. Requires a finite weight.
void fixMorphWeight(Model& model, const std::string& nameOrIndex, float weight);

}  // namespace sinew
