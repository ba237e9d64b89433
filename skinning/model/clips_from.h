// Adds clips of another file to a model, by joint names.
#pragma once

#include <filesystem>
#include <string>

#include "skinning/gltf/import.h"
#include "skinning/model.h"

namespace sinew {

/// Appends the clips of `from` to Model::clips. Joints match by equal names; else prefixes up to
/// the last ':' ("mixamorig:") and letter case are ignored, if that leaves one joint. Channels of
/// unmatched joints are dropped; a warning counts them and lists names, shortest first. Another
/// warning lists joints whose rest pose differs by more than 5 degrees or 5 %; clips are not
/// retargeted. Duplicate and generic clip names ("mixamo.com") are replaced by `stem`, the name of
/// the file. Throws std::runtime_error if fewer than half of the animated joints match, or above
/// kMostClips.
void addClipsFrom(AnimationFile from, const std::string& stem, Model& model);

/// Appends the clips of all files under "clips" of the description. Throws as clipFilesOf(),
/// importAnimations() and addClipsFrom().
void addClipsOfAnimator(const std::filesystem::path& animator, Model& model);

}  // namespace sinew
