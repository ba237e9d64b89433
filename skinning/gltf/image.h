// PNG and JPEG images as RGBA pixels.
#pragma once

#include <cstdint>

#include "skinning/gltf/document.h"
#include "skinning/model.h"

namespace sinew::gltf {

/// About how many bytes decoding touches; for the progress bar.
uint64_t imageCost(const Document& document, int index);

/// Decodes image `index` of Document::images. Throws, naming it, on other formats, broken files and
/// sizes that the bytes cannot hold or that the document's account does not cover.
Image decodeImage(const Document& document, int index);

}  // namespace sinew::gltf
