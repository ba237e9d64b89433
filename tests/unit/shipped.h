// Loads the characters in assets/.
#pragma once

#include <filesystem>
#include <string>

#include "skinning/gltf/import.h"

namespace sinew::test {

inline Model shipped(const std::string& name) {
    return importGltf(std::filesystem::path(SINEW_SOURCE_DIR) / "assets" / name);
}

}  // namespace sinew::test
