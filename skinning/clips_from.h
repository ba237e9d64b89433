// Clips of one file for the skeleton of another, by the names of joints.
#pragma once

#include <filesystem>
#include <string>

#include "skinning/gltf/import.h"
#include "skinning/model.h"

namespace sinew {

/// Appends the clips of `from` to Model::clips. A joint matches the joint of the same name. Where
/// no name is equal, prefixes up to the last ':' (such as "mixamorig:") and letter case are
/// ignored, if that leaves one joint. A channel whose joint has no match is dropped, with one
/// warning that counts and names the joints, shortest first. A warning names a joint whose rest
/// pose differs by more than 5 degrees or 5 %; nothing is retargeted. A clip whose name the model
/// has already, or that says nothing ("mixamo.com"), is named after `stem`, the name of the file.
/// Throws std::runtime_error if fewer than half of the animated joints match, or if there are more
/// clips than a model may have.
void addClipsFrom(AnimationFile from, const std::string& stem, Model& model);

/// Appends the clips of every file that the animator's description names under "clips". Throws as
/// clipFilesOf(), importAnimations() and addClipsFrom() do.
void addClipsOfAnimator(const std::filesystem::path& animator, Model& model);

}  // namespace sinew
