// PNG, JPEG and WebP images as RGBA pixels, each held once however often it is named.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "skinning/gltf/document.h"
#include "skinning/model.h"

namespace sinew::gltf {

/// For each of Document::images the first that has the same bytes: the same file, data URI or range
/// of a buffer.
std::vector<int> firstOfSameImages(const Document& document);

/// Instead of an index in Document::images: the texture has an image only in a format that is not
/// read.
inline constexpr int kUnreadImage = -1;

/// An image that a material draws.
struct DrawnImage {
    int index = 0;           // in Document::images, or kUnreadImage
    uint32_t encodings = 1;  // 2 when both colours and data are read from it
};

/// An image whose cost was drawn from the document's account.
struct PlannedImage {
    int index = 0;  // in Document::images, or kUnreadImage
    uint32_t width = 0;
    uint32_t height = 0;
    std::string fault;  // not empty: why a placeholder is drawn

    /// About how many bytes decoding touches; for the progress bar.
    uint64_t cost() const { return uint64_t{40} * width * height; }
};

/// The largest numbers of pixels that are decoded of one image, and of all images of a file. They
/// do not depend on the size of the file.
inline constexpr uint64_t kMostPixels = uint64_t{8192} * 8192;
inline constexpr uint64_t kMostPixelsOfAll = 4 * kMostPixels;

/// Reads the headers of `images` in their order. An image that is missing, broken, too large or of
/// another format gets a fault, which names it.
std::vector<PlannedImage> planImages(const Document& document, std::span<const DrawnImage> images);

/// Decodes an image. Returns a checkered placeholder if it has a fault, or gets one here because it
/// is broken.
Image decodeImage(const Document& document, PlannedImage& planned);

/// Appends a warning for each placeholder. Removes textures that would read a placeholder as data,
/// such as normals, from `materials`. Call it after decoding.
void finishPlaceholders(std::span<const PlannedImage> planned, std::span<Material> materials,
                        std::vector<std::string>& warnings);

}  // namespace sinew::gltf
