// Adds clips of another file to a model, by joint names.
#pragma once

#include <filesystem>
#include <string>

#include "skinning/gltf/import.h"
#include "skinning/model.h"

namespace sinew {

/// Appends the clips of `from` to Model::clips. Joints match by equal names. Otherwise prefixes up
/// to the last ':' ("mixamorig:") and letter case are ignored, if exactly one joint matches then.
/// Morph targets match by the names of their node and their target. Channels without a match are
/// dropped. A warning counts these joints and lists their names, shortest first; another one does
/// so for morph targets. The warnings of `from` are appended. Another warning lists joints whose
/// rest pose differs by more than 5 degrees or 5
/// %, because clips are not retargeted. Duplicate and generic clip names ("mixamo.com") are
/// replaced by `stem`, the name of the file. Throws std::runtime_error if fewer than half of the
/// animated joints match, if the file animates only morph targets and none matches, or if the model
/// would have more than kMostClips clips.
void addClipsFrom(AnimationFile from, const std::string& stem, Model& model);

/// Appends the clips of all files that the animator file lists as "clips". Throws as clipFilesOf(),
/// importAnimations() and addClipsFrom().
void addClipsOfAnimator(const std::filesystem::path& animator, Model& model);

}  // namespace sinew
