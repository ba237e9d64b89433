// PNG and JPEG images as RGBA pixels.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/gltf/document.h"
#include "skinning/model.h"

namespace sinew::gltf {

/// Decodes `images` (indices into Document::images) on all cores, in that order. Throws, naming
/// the image, on other formats, broken files and sizes that the bytes cannot hold.
std::vector<Image> decodeImages(const Document& document, const std::vector<int>& images);

}  // namespace sinew::gltf
