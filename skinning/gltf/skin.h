// Imports the skins of a file as one list of binds in hierarchy order.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "skinning/gltf/scene.h"

namespace sinew::gltf {

struct Binds {
    std::vector<Bind> binds;                      // unique, sorted by joint
    std::vector<Skin> skins;                      // used by the scene, in file order
    std::map<int, std::vector<uint32_t>> ofSkin;  // skin -> bind of each joint
    std::map<int, uint32_t> ofNode;               // node of a rigid mesh -> its bind
};

/// Collects the pairs (joint, inverse bind matrix) of the scene's meshes. A rigid mesh has the
/// identity matrix. Throws on joints out of range or outside the default scene.
Binds importBinds(const Document& document, const SceneNodes& scene);

}  // namespace sinew::gltf
