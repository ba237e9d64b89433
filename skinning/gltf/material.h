// Imports materials, and lists the images of their textures.
#pragma once

#include <string>
#include <vector>

#include "skinning/gltf/file/document.h"
#include "skinning/gltf/image.h"
#include "skinning/model.h"

namespace sinew::gltf {

struct Materials {
    std::vector<Material> materials;  // the file's, then the default material
    std::vector<DrawnImage> images;   // in the order of Model::images
    // n of TEXCOORD_n of each uv set of the geometry; the first entry is always 0
    std::vector<int> uvSets;
};

/// Imports all materials, without decoding images. Appends ignored features to `warnings`.
Materials importMaterials(const Document& document, std::vector<std::string>& warnings);

}  // namespace sinew::gltf
