// Exports baked clips for other programs: a JSON description, raw texels and a preview image.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace sinew {

struct BakedClips;
struct Model;

/// An image of all texels: opaque RGBA, rows from the top. The upper half shows x y z of every
/// texel as red, green and blue, the lower half shows w as grey. Each component is mapped from
/// [low, high] to [0, 255].
struct BakedPreview {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<uint8_t> rgba;
    glm::vec4 low{0.0f};  // minimum of all finite texels
    glm::vec4 high{0.0f};
};

BakedPreview previewOf(const BakedClips& clips);

/// File names in the description. They have no folders, because all files are in one folder.
struct BakedFileNames {
    std::string texels;
    std::string preview;
};

/// Returns a JSON text, format version 1 (docs/baked-clips.md). With it, another program that
/// imports the model itself can play the little-endian clips.bytes(). Numbers read back as the same
/// 32-bit floats.
std::string describeBake(const Model& model, const BakedClips& clips, const BakedPreview& preview,
                         const BakedFileNames& files);

}  // namespace sinew
