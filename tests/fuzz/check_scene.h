// Scenes that were read.
#pragma once

#include <filesystem>
#include <string>

namespace sinew::test {

/// Reads the scene and lets its instances stand. What is wrong, or empty. Throws as readScene().
std::string brokenScene(const std::filesystem::path& file);

}  // namespace sinew::test
