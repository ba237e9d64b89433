// Descriptions of animators in JSON, beside the model: hero.animator.json for hero.glb. The format
// is told in docs/animator.md.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "skinning/animation/animator_spec.h"

namespace sinew {

/// The largest file that is read, bytes.
inline constexpr size_t kMostAnimatorBytes = size_t{1} << 20;

/// Reads a description for `model`. Throws std::runtime_error: the place in the JSON, what is wrong
/// and what to try.
AnimatorSpec parseAnimator(std::string_view json, const Model& model);

/// The same for a file. Its name comes before the place, in warnings too.
AnimatorSpec readAnimator(const std::filesystem::path& file, const Model& model);

/// The files of "clips", which addClipsOfAnimator() reads before the rest of the description is
/// parsed. Throws as readAnimator() does, also for a path that leaves the description's folder.
std::vector<std::filesystem::path> clipFilesOf(const std::filesystem::path& animator);

/// Where a model's description is if it has one: beside it.
std::filesystem::path animatorFileOf(const std::filesystem::path& model);

/// The model's description if there is one beside it, else defaultAnimator(). Throws as
/// readAnimator() does.
AnimatorSpec animatorOf(const Model& model);

}  // namespace sinew
