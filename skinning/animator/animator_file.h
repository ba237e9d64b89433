// Reads animator descriptions, which are JSON files next to the model (docs/animator.md).
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "skinning/animator/animator_spec.h"

namespace sinew {

/// Limit of a file's size in bytes.
inline constexpr size_t kMostAnimatorBytes = size_t{1} << 20;

/// Parses a description. Throws std::runtime_error with the JSON path, the error and advice.
AnimatorSpec parseAnimator(std::string_view json, const Model& model);

/// Reads a file and parses it as parseAnimator() does. Errors and warnings begin with the file's
/// name.
AnimatorSpec readAnimator(const std::filesystem::path& file, const Model& model);

/// Returns the files that the description lists as "clips". addClipsOfAnimator() reads them before
/// the rest of the description is parsed. Throws as readAnimator() does, and if a file is outside
/// the description's folder.
std::vector<std::filesystem::path> clipFilesOf(const std::filesystem::path& animator);

/// Returns the path of a model's description, next to the model. The file may be missing.
std::filesystem::path animatorFileOf(const std::filesystem::path& model);

/// Reads the description next to the model, if it exists; otherwise returns defaultAnimator().
/// Throws as readAnimator() does.
AnimatorSpec animatorOf(const Model& model);

}  // namespace sinew
