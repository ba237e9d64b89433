// PNG, JPEG and WebP images as RGBA pixels, each held once however often it is named.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "skinning/gltf/document.h"
#include "skinning/model.h"

namespace sinew::gltf {

/// For each of Document::images the first that has the same bytes: the same file, data URI or range
/// of a buffer.
std::vector<int> firstOfSameImages(const Document& document);

/// An image that a material draws.
struct DrawnImage {
    int index = 0;           // in Document::images
    uint32_t encodings = 1;  // 2 when both colours and data are read from it
};

/// An image whose cost was drawn from the document's account.
struct PlannedImage {
    int index = 0;  // in Document::images
    uint32_t width = 0;
    uint32_t height = 0;

    /// About how many bytes decoding touches; for the progress bar.
    uint64_t cost() const { return uint64_t{40} * width * height; }
};

/// Reads the headers of `images` and draws their cost from the account. Throws, naming the image,
/// on other formats, broken headers and sizes that no device or the account can hold: in the order
/// of `images`, so that a file is refused with the same message each time.
std::vector<PlannedImage> planImages(const Document& document, std::span<const DrawnImage> images);

/// Decodes an image. Throws, naming it, where it is broken.
Image decodeImage(const Document& document, const PlannedImage& planned);

}  // namespace sinew::gltf
