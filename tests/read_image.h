// Reads image files for tests.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "images/decode.h"

namespace sinew::test {

/// Decodes an image file. Throws if the file is missing or is not a complete image.
inline images::Pixels readImage(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    return images::decode({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()},
                          [](const images::Header&) {});
}

}  // namespace sinew::test
