// The nodes of the default scene as a skeleton.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "skinning/gltf/document.h"
#include "skinning/model.h"

namespace sinew::gltf {

inline constexpr uint32_t kNotInScene = ~0u;

struct SceneNodes {
    Skeleton skeleton;
    std::vector<uint32_t> jointOfNode;  // node -> joint, or kNotInScene
};

/// Visits nodes depth first, children in file order. Throws on nodes with several parents, cycles,
/// indices out of range, and matrices that are not T * R * S. Appends a warning to `document` if
/// the scene lists a node that has a parent.
SceneNodes importScene(Document& document);

/// Selects the scene with this index ("1" or "#1") or name as the default one; an empty string
/// keeps it. Throws, and lists the scenes, if there is none.
void chooseScene(Document& document, const std::string& nameOrIndex);

/// Returns the names of all scenes; "scene N" for missing names.
std::vector<std::string> sceneNames(const Document& document);

/// Returns a label of the first scene, other than the default one, that has a mesh; empty if none.
std::string otherSceneWithMeshes(const Document& document);

/// Returns `nodes[3] "hip"`, the label of a node in messages.
std::string nodeLabel(const Document& document, int node);

}  // namespace sinew::gltf
