// Folders of the shipped characters and scenarios.
#pragma once

#include <filesystem>

namespace sinew {

/// Returns the folder of the .glb files: next to the executable, installed, or in the source tree.
/// Throws std::runtime_error if none exists; the message names all three.
std::filesystem::path assetsFolder();

std::filesystem::path scenariosFolder();

/// Returns the character that is loaded without a model on the command line.
std::filesystem::path defaultModel();

}  // namespace sinew
