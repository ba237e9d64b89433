// What json_fuzz.cpp checks of files that were read. The settings are apart from reports: their
// Comparison is another type than that of benchmarks/verdict/compare.h.
#pragma once

#include <filesystem>
#include <string>

namespace sinew::test {

/// Reads a description for a small character and lets a crowd play it for a while. The fault of its
/// requests or events, or "". Throws as readAnimator() does.
std::string brokenAnimator(const std::filesystem::path& file);

/// Reads a scene and places its instances. The fault, or "". Throws as readScene() does.
std::string brokenScene(const std::filesystem::path& file);

/// Reads the settings in $XDG_CONFIG_HOME. The fault of the values, or "".
std::string brokenSettings();

}  // namespace sinew::test
