// Small images in many forms: the corpus of the image decoders.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sinew::test {

struct ImageSeed {
    std::string name;  // unique; letters and digits
    std::vector<uint8_t> bytes;
};

/// PNG, JPEG and WebP files. The order and the bytes are the same in every call.
std::vector<ImageSeed> imageSeeds();

}  // namespace sinew::test
