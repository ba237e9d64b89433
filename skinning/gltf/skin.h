// The skins of a file as one list of binds in hierarchy order.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "skinning/gltf/scene.h"

namespace sinew::gltf {

struct Binds {
    std::vector<Bind> binds;                      // unique, sorted by joint
    std::vector<Skin> skins;                      // those that the scene uses, in file order
    std::map<int, std::vector<uint32_t>> ofSkin;  // file skin -> bind of each of its joints
    std::map<int, uint32_t> ofNode;               // node that draws a rigid mesh -> its bind
};

/// Gathers every (joint, inverse bind) pair that the scene's meshes need. Rigid meshes need their
/// node with identity. Throws on joints out of range or outside the default scene.
Binds importBinds(const Document& document, const SceneNodes& scene);

}  // namespace sinew::gltf
