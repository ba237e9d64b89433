// PNG, JPEG and WebP images as RGBA pixels, decoded once each.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "skinning/gltf/file/document.h"
#include "skinning/model.h"

namespace sinew::gltf {

/// Returns, per image, the first one with the same file, data URI or buffer range.
std::vector<int> firstOfSameImages(const Document& document);

/// Replaces an index in Document::images if the texture's only image has an unsupported format.
inline constexpr int kUnreadImage = -1;

struct DrawnImage {
    int index = 0;           // or kUnreadImage
    uint32_t encodings = 1;  // 2: read as colours and as data
};

struct PlannedImage {
    int index = 0;  // or kUnreadImage
    uint32_t width = 0;
    uint32_t height = 0;
    std::string fault;  // not empty: the reason for a placeholder

    /// Bytes that decoding touches, approximately; for the progress bar.
    uint64_t cost() const { return uint64_t{40} * width * height; }
};

/// Limits of one decoded image and of all images, for files of any size.
inline constexpr uint64_t kMostPixels = uint64_t{8192} * 8192;
inline constexpr uint64_t kMostPixelsOfAll = 4 * kMostPixels;

/// Reads the headers of `images` in order and draws their costs from the account. An image that is
/// missing, broken, too large or of another format gets a fault.
std::vector<PlannedImage> planImages(const Document& document, std::span<const DrawnImage> images);

/// Returns a checkered placeholder if `planned` has a fault, or if decoding fails and sets one.
Image decodeImage(const Document& document, PlannedImage& planned);

/// Appends a warning for each placeholder. Removes data textures, such as normal maps, that are
/// placeholders from `materials`. Call it after decoding.
void finishPlaceholders(std::span<const PlannedImage> planned, std::span<Material> materials,
                        std::vector<std::string>& warnings);

}  // namespace sinew::gltf
