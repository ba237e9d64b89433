// Reads animator descriptions from JSON files next to the model (docs/animator.md).
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "skinning/animator/animator_spec.h"

namespace sinew {

/// The largest accepted file, bytes.
inline constexpr size_t kMostAnimatorBytes = size_t{1} << 20;

/// Throws std::runtime_error with the JSON path, the error and advice.
AnimatorSpec parseAnimator(std::string_view json, const Model& model);

/// As parseAnimator(); faults and warnings begin with the file's name.
AnimatorSpec readAnimator(const std::filesystem::path& file, const Model& model);

/// The files under "clips". addClipsOfAnimator() reads them before the rest of the description is
/// parsed. Throws as readAnimator() does, also for a path outside the description's folder.
std::vector<std::filesystem::path> clipFilesOf(const std::filesystem::path& animator);

/// The path of a model's description, next to the model. The file need not exist.
std::filesystem::path animatorFileOf(const std::filesystem::path& model);

/// Reads the description next to the model, if it exists; otherwise returns defaultAnimator().
/// Throws as readAnimator() does.
AnimatorSpec animatorOf(const Model& model);

}  // namespace sinew
