// Imports animations as clips.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "skinning/gltf/file/document.h"
#include "skinning/gltf/mesh/morph.h"
#include "skinning/gltf/scene.h"

namespace sinew::gltf {

/// Returns the animations of the file, with the channels that animate nodes of the imported scene.
/// A clip starts at its first key. Appends unsupported channels and moved keys to `warnings`.
/// Throws on key times that are descending or not finite, and on outputs of the wrong size.
std::vector<Clip> importClips(const Document& document, const SceneNodes& scene,
                              std::span<const MorphRange> morphsOfNode,
                              std::vector<std::string>& warnings);

}  // namespace sinew::gltf
