// Finds the images of a file, checks their sizes and decodes them.
#include "skinning/gltf/image.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "images/decode.h"
#include "skinning/gltf/file/fault.h"
#include "skinning/gltf/file/uri.h"

namespace sinew::gltf {

namespace {

constexpr uint32_t kMaxSide = 16384;  // every current Vulkan device supports it
constexpr size_t kMaxFileBytes = size_t{1} << 30;

constexpr uint64_t kWorkPerPixel = 4;

constexpr std::string_view kConvert = "convert it to a PNG, JPEG or still WebP image";

bool isBeside(const ImageSource& source) {
    return !source.uri.empty() && !source.uri.starts_with("data:");
}

std::string imagePath(int index) {
    return fmt::format("images[{}]", index);
}

// Calls `use`, and adds the image's JSON path to its errors.
template <typename Use>
auto withImagePath(int index, const Use& use) {
    try {
        return use();
    } catch (const images::BrokenImage& broken) {
        fault(fmt::format("broken image: {}", broken.what()), imagePath(index), kReexport);
    } catch (const images::UnsupportedImage& unsupported) {
        fault(unsupported.what(), imagePath(index), kConvert);
    }
}

// Returns the header of an image. The first 64 KiB contain it, unless a JPEG has a large preview or
// colour profile.
images::Header headerOf(const ByteSource& source) {
    constexpr size_t kFirstBytes = size_t{1} << 16;
    std::vector<uint8_t> storage;
    if (source.size() > kFirstBytes) {
        try {
            return images::readHeader(source.view(0, kFirstBytes, storage));
        } catch (const images::BrokenImage&) {
        }
    }
    return images::readHeader(source.all(storage));
}

// Returns the memory for the decoded pixels and, per encoding, for an upload copy and a copy with
// mipmaps. The decoder's memory is freed before the copies are made, so only the larger amount
// counts.
uint64_t memoryOf(const images::Header& header, uint32_t encodings) {
    const uint64_t pixels = uint64_t{header.width} * header.height;
    const uint64_t uploaded = encodings * (4 * pixels + 16 * pixels / 3);
    return 4 * pixels + std::max(header.decoderBytes, uploaded);
}

std::string nameOf(const ImageSource& source, int index) {
    if (!source.name.empty()) return source.name;
    return isBeside(source) ? plainText(source.uri) : fmt::format("image {}", index);
}

ByteSource bytesOf(const Document& document, int index) {
    return imageBytes(document, static_cast<size_t>(index));
}

Image placeholder(const std::string& name) {
    constexpr uint32_t kSide = 8;
    Image image{.name = name, .width = kSide, .height = kSide, .rgba = {}};
    for (uint32_t pixel = 0; pixel < kSide * kSide; ++pixel) {
        const bool isBright = (pixel + pixel / kSide) % 2 == 0;
        const uint8_t level = isBright ? 255 : 0;
        image.rgba.insert(image.rgba.end(), {level, 0, level, 255});
    }
    return image;
}

PlannedImage planImage(const Document& document, const DrawnImage& drawn, uint64_t pixelsBefore) {
    if (drawn.index == kUnreadImage) {
        fault("the texture has only a KTX2, AVIF or DDS image, which is not supported",
              "textures.extensions", kConvert);
    }
    Account& account = *document.account;
    const std::string where = imagePath(drawn.index);
    const ByteSource source = bytesOf(document, drawn.index);
    if (source.size() < 12 || source.size() > kMaxFileBytes) {
        fault(fmt::format("the image has {} bytes, which is too few or too many", source.size()),
              where, kReexport);
    }
    account.memory("bytes of images", where, source.size());
    const images::Header header = withImagePath(drawn.index, [&] { return headerOf(source); });
    const auto width = header.width, height = header.height;
    if (width < 1 || height < 1 || width > kMaxSide || height > kMaxSide) {
        fault(fmt::format("the image has {} x {} pixels, and a side may have 1 to {}", width,
                          height, kMaxSide),
              where, "reduce its size, or export it again");
    }
    const uint64_t pixels = uint64_t{width} * height;
    const auto refusePixels = [&](std::string_view of, uint64_t sum, uint64_t limit) {
        fault(fmt::format("the image has {} x {} pixels, which is {:.1f} megapixels in {}, and the "
                          "limit is {:.1f}",
                          width, height, double(sum) / 1e6, of, double(limit) / 1e6),
              where, "reduce its size");
    };
    if (pixels > kMostPixels) refusePixels("one image", pixels, kMostPixels);
    if (pixelsBefore + pixels > kMostPixelsOfAll) {
        refusePixels("all images", pixelsBefore + pixels, kMostPixelsOfAll);
    }
    account.grant(memoryOf(header, drawn.encodings), kWorkPerPixel * pixels);
    return {.index = drawn.index, .width = width, .height = height, .fault = {}};
}

}  // namespace

std::vector<int> firstOfSameImages(const Document& document) {
    std::unordered_map<std::string_view, int> ofData;
    std::unordered_map<std::string, int> ofFile;
    std::map<std::tuple<int, size_t, size_t>, int> ofRange;
    const auto& views = document.gltf.bufferViews;
    std::vector<int> first;
    for (const ImageSource& source : document.images) {
        const auto index = static_cast<int>(first.size());
        const auto view = static_cast<size_t>(source.bufferView);
        if (isBeside(source)) {
            first.push_back(ofFile.try_emplace(fileOfUri(source.uri), index).first->second);
        } else if (!source.uri.empty()) {
            first.push_back(ofData.try_emplace(source.uri, index).first->second);
        } else if (view < views.size()) {
            const std::tuple range(views[view].buffer, views[view].byteOffset,
                                   views[view].byteLength);
            first.push_back(ofRange.try_emplace(range, index).first->second);
        } else {
            first.push_back(index);
        }
    }
    return first;
}

bool hasReadableHeader(const Document& document, int index) {
    if (index < 0 || static_cast<size_t>(index) >= document.images.size()) return true;
    try {
        headerOf(bytesOf(document, index));
        return true;
    } catch (const std::runtime_error&) {
        return false;
    }
}

std::vector<PlannedImage> planImages(const Document& document, std::span<const DrawnImage> images) {
    std::vector<PlannedImage> planned;
    uint64_t pixels = 0;
    for (const DrawnImage& drawn : images) {
        try {
            planned.push_back(planImage(document, drawn, pixels));
            pixels += uint64_t{planned.back().width} * planned.back().height;
        } catch (const std::runtime_error& fault) {
            planned.push_back({.index = drawn.index, .fault = fault.what()});
        }
    }
    return planned;
}

Image decodeImage(const Document& document, PlannedImage& planned) {
    const int index = planned.index;
    const std::string name = index == kUnreadImage
                                 ? "unsupported image"
                                 : nameOf(document.images[static_cast<size_t>(index)], index);
    if (!planned.fault.empty()) return placeholder(name);
    try {
        std::vector<uint8_t> storage;
        const ByteSource source = bytesOf(document, index);
        images::Pixels pixels = withImagePath(index, [&] {
            return images::decode(source.all(storage), [&](const images::Header& header) {
                if (header.width == planned.width && header.height == planned.height) return;
                fault("the image changed during reading", imagePath(index),
                      "try again after all programs have finished writing it");
            });
        });
        return {.name = name,
                .width = pixels.width,
                .height = pixels.height,
                .rgba = std::move(pixels.rgba)};
    } catch (const std::runtime_error& fault) {
        planned.fault = fault.what();
        return placeholder(name);
    }
}

void finishPlaceholders(std::span<const PlannedImage> planned, std::span<Material> materials,
                        std::vector<std::string>& warnings) {
    for (const PlannedImage& image : planned) {
        if (image.fault.empty()) continue;
        warnings.push_back(fmt::format("a checkered placeholder is drawn: {}", image.fault));
    }
    for (Material& material : materials) {
        for (Texture* texture : {&material.normalTexture, &material.metallicRoughnessTexture,
                                 &material.occlusionTexture}) {
            if (*texture && !planned[texture->image].fault.empty()) *texture = {};
        }
    }
}

}  // namespace sinew::gltf
