// Decodes the PNG, JPEG and WebP images of a file to RGBA pixels, once each.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "skinning/gltf/file/document.h"
#include "skinning/model.h"

namespace sinew::gltf {

/// Returns, for each image, the index of the first image with the same file, data URI or buffer
/// range.
std::vector<int> firstOfSameImages(const Document& document);

/// Returns false if `index` is an image of the file that is missing, or whose header is broken or
/// of an unsupported format.
bool hasReadableHeader(const Document& document, int index);

/// Image index of a texture whose only image has an unsupported format.
inline constexpr int kUnreadImage = -1;

struct DrawnImage {
    int index = 0;           // or kUnreadImage
    uint32_t encodings = 1;  // 2: drawn as sRGB colours and as linear data
};

struct PlannedImage {
    int index = 0;  // or kUnreadImage
    uint32_t width = 0;
    uint32_t height = 0;
    std::string fault;  // not empty: the reason for a placeholder

    /// Returns the approximate bytes that decoding touches, for the progress bar.
    uint64_t cost() const { return uint64_t{40} * width * height; }
};

/// Limits of the pixels in one image and in all images. They do not depend on the file size.
inline constexpr uint64_t kMostPixels = uint64_t{8192} * 8192;
inline constexpr uint64_t kMostPixelsOfAll = 4 * kMostPixels;

/// Reads the headers of `images` in order and adds their costs to the account. An image that is
/// missing, broken, too large or of an unsupported format gets an error text in
/// PlannedImage::fault.
std::vector<PlannedImage> planImages(const Document& document, std::span<const DrawnImage> images);

/// Decodes an image. Returns a checkered placeholder if `planned` has a fault, or if decoding
/// fails, which sets `planned.fault`.
Image decodeImage(const Document& document, PlannedImage& planned);

/// Appends a warning for each placeholder. Removes placeholders of data textures, such as normal
/// maps, from `materials`. Call it after decoding.
void finishPlaceholders(std::span<const PlannedImage> planned, std::span<Material> materials,
                        std::vector<std::string>& warnings);

}  // namespace sinew::gltf
