// Baked clips for other programs: a description, the raw texels and a picture to look at.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace sinew {

struct BakedClips;
struct Model;

/// Opaque RGBA, rows from the top. The upper half holds x y z of every texel as red, green and
/// blue, the lower half w as grey; each is mapped from its own range, low to 0 and high to 255.
struct BakedPreview {
    uint32_t width = 0;
    uint32_t height = 0;  // twice that of the texture
    std::vector<uint8_t> rgba;
    glm::vec4 low{0.0f};  // over all texels of all frames; what is not finite is left out
    glm::vec4 high{0.0f};
};

BakedPreview previewOf(const BakedClips& clips);

/// As the description names them: without folders, because they are beside it.
struct BakedFileNames {
    std::string texels;
    std::string preview;
};

/// JSON, format version 1: all that another program needs to play clips.bytes(), written by a
/// little-endian machine, on its own import of the same glTF file. docs/baked-clips.md describes
/// it. Numbers are the shortest decimals that read back as the same 32-bit floats.
std::string describeBake(const Model& model, const BakedClips& clips, const BakedPreview& preview,
                         const BakedFileNames& files);

}  // namespace sinew
