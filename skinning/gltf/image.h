// PNG and JPEG images as RGBA pixels.
#pragma once

#include <atomic>
#include <cstdint>

#include "skinning/gltf/document.h"
#include "skinning/model.h"

namespace sinew::gltf {

/// About how many bytes decoding touches; for the progress bar.
uint64_t imageCost(const Document& document, int index);

/// So many pixels the images of a file may decode to together: they may share bytes, and flat
/// colour compresses a thousandfold.
int64_t pixelAllowance(const Document& document);

/// Decodes image `index` of Document::images; takes its pixels from `pixelsLeft`, which all images
/// share. Throws, naming it, on other formats, broken files and sizes that the bytes cannot hold or
/// `pixelsLeft` does not cover.
Image decodeImage(const Document& document, int index, std::atomic<int64_t>& pixelsLeft);

}  // namespace sinew::gltf
