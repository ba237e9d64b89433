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
    std::vector<uint32_t> jointOfNode;  // file node -> joint, or kNotInScene
};

/// Depth first, children in the order of the file: parents before children. Throws on nodes with
/// several parents, cycles, indices out of range, and matrices that no T * R * S makes. Appends a
/// warning to `document` where the scene lists a node that has a parent.
SceneNodes importScene(Document& document);

/// Makes the scene with this index ("1" or "#1") or name the default one; nothing if `nameOrIndex`
/// is empty.
/// Throws, listing the scenes, if there is none.
void chooseScene(Document& document, const std::string& nameOrIndex);

/// Names of all scenes; "scene N" where the file has none.
std::vector<std::string> sceneNames(const Document& document);

/// The first scene other than the default one that has a node with a mesh, as messages name it;
/// empty if there is none.
std::string otherSceneWithMeshes(const Document& document);

/// `nodes[3] "hip"`: how messages name a node.
std::string nodeLabel(const Document& document, int node);

}  // namespace sinew::gltf
