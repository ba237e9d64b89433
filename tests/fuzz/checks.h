// Checks that json_fuzz.cpp calls. Settings and reports are checked in separate source files,
// because both define a type Comparison.
#pragma once

#include <filesystem>
#include <string>

namespace sinew::test {

/// Reads an animator file for a small character and simulates a crowd. Returns the error of its
/// requests or events, or "" if all are valid. Throws as readAnimator() does.
std::string brokenAnimator(const std::filesystem::path& file);

/// Reads a scene and places its instances. Returns the error, or "" if the scene is valid. Throws
/// as readScene() does.
std::string brokenScene(const std::filesystem::path& file);

/// Reads the settings in $XDG_CONFIG_HOME. Returns the error of their values, or "" if all are
/// valid.
std::string brokenSettings();

}  // namespace sinew::test
