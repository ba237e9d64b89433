// Every mesh that the default scene draws, as one Geometry.
#pragma once

#include <vector>

#include "skinning/gltf/document.h"
#include "skinning/gltf/morph.h"
#include "skinning/gltf/scene.h"
#include "skinning/gltf/skin.h"

namespace sinew::gltf {

struct Meshes {
    Geometry geometry;
    std::vector<Primitive> primitives;  // material: index in the file, or materials.size()
    std::vector<float> restMorphWeights;
    std::vector<MorphRange> morphsOfNode;  // by file node
    std::vector<std::string> warnings;
};

/// Nodes in file order, their primitives, their vertices: the order that `export` keeps.
Meshes importMeshes(const Document& document, const SceneNodes& scene, const Binds& binds);

}  // namespace sinew::gltf
