// Imports the nodes of the default scene as a skeleton.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "skinning/gltf/file/document.h"
#include "skinning/model.h"

namespace sinew::gltf {

inline constexpr uint32_t kNotInScene = ~0u;

struct SceneNodes {
    Skeleton skeleton;
    std::vector<uint32_t> jointOfNode;  // node -> joint, or kNotInScene
    std::vector<bool> isHidden;  // node -> it or an ancestor is not visible (KHR_node_visibility)
};

/// Imports nodes as joints, depth first, children in file order. Throws on nodes with several
/// parents, cycles, indices out of range, and matrices that are not T * R * S. Warns if the scene
/// lists a node that is a child of another node.
SceneNodes importScene(Document& document);

/// Makes a scene the default scene, by index ("1" or "#1") or name. An empty string changes
/// nothing. Throws if there is no such scene, and lists the scenes.
void chooseScene(Document& document, const std::string& nameOrIndex);

/// Returns the names of all scenes. A missing name becomes "scene N".
std::vector<std::string> sceneNames(const Document& document);

/// Returns a label of the first non-default scene that has a mesh; empty if none.
std::string otherSceneWithMeshes(const Document& document);

/// Returns a label for messages: `nodes[3] "hip"`.
std::string nodeLabel(const Document& document, int node);

}  // namespace sinew::gltf
