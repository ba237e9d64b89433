// Where the characters that ship are.
#pragma once

#include <filesystem>

namespace sinew {

/// The folder of the .glb files: assets/ beside the executable, else where `cmake --install` puts
/// them, else the source tree's. Throws std::runtime_error naming all three when none is there.
std::filesystem::path assetsFolder();

/// The folder of the benchmark's scenarios, by the same rule.
std::filesystem::path scenariosFolder();

/// The character that is shown when no model is named.
std::filesystem::path defaultModel();

}  // namespace sinew
