// Materials, as far as they are drawn: base colour, metallic, roughness, alpha, sides.
#pragma once

#include <string>
#include <vector>

#include "skinning/gltf/document.h"
#include "skinning/model.h"

namespace sinew::gltf {

struct Materials {
    std::vector<Material> materials;  // the file's, then the specification's default material
    std::vector<Image> images;        // those that a material draws
};

/// Reads materials and decodes the images that they use. Appends to `warnings` what is not drawn.
Materials importMaterials(const Document& document, std::vector<std::string>& warnings);

}  // namespace sinew::gltf
