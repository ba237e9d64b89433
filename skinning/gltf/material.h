// Materials and the textures that they draw.
#pragma once

#include <string>
#include <vector>

#include "skinning/gltf/document.h"
#include "skinning/gltf/image.h"
#include "skinning/model.h"

namespace sinew::gltf {

struct Materials {
    std::vector<Material> materials;  // the file's, then the specification's default material
    std::vector<DrawnImage> images;   // of Model::images
    std::vector<int> uvSets;          // of Geometry::uvSets: the n of TEXCOORD_n, the first is 0
};

/// Reads all materials; images are not touched. Appends to `warnings` what is not drawn.
Materials importMaterials(const Document& document, std::vector<std::string>& warnings);

}  // namespace sinew::gltf
