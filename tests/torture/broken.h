// What files have in common that must be refused.
#pragma once

#include <limits>

#include "tests/torture/shapes.h"

namespace sinew::torture {

inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline const std::string kValidate = "check the file with the Khronos glTF validator";

/// A file whose message has these words.
inline Broken broken(const char* name, const Gltf& gltf, std::vector<std::string> words) {
    return {.name = name, .bytes = bytesOf(textOf(gltf)), .words = std::move(words)};
}

}  // namespace sinew::torture
