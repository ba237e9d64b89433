// Small images in many formats: the corpus of the image decoders.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sinew::test {

struct ImageSeed {
    std::string name;  // unique; letters and digits
    std::vector<uint8_t> bytes;
};

/// Returns PNG, JPEG and WebP files. Their order and bytes are the same in every call.
std::vector<ImageSeed> imageSeeds();

}  // namespace sinew::test
